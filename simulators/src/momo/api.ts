import type { FastifyInstance } from 'fastify'
import type { FaultPlan } from '../simulator'
import { injectResponseFaults } from '../simulator'
import { signMomo } from './signature'
import type { MomoOrder, MomoState } from './state'
import { checkMomoRequest, type MomoBody, MomoError } from './validate-requests'

const PREFIX = '/v2/gateway/api'

export interface MomoApiDependencies {
  keys: { partnerCode: string; accessKey: string; secretKey: string }
  state: MomoState
  refusals: string[]
  now: () => number
  url: () => string
  plan: () => FaultPlan
  /** Result code with which the next orders are refused, one each. */
  refuseNext: number[]
  /** Replaces the response to `create`. */
  answerChange: () => Record<string, unknown>
  /** Result code with which refunds begin. */
  refundCode: () => number
  /** Responses by request id, which a repeated one gets again. */
  answered: Map<string, { signature: unknown; answer: object }>
}

/** create, query and refund (payments §2). */
export function momoApi(app: FastifyInstance, dependencies: MomoApiDependencies): void {
  injectResponseFaults(app, PREFIX, () => dependencies.plan().calls)
  const calls = { create, query, refund }
  for (const kind of ['create', 'query', 'refund'] as const)
    app.post(`${PREFIX}/${kind}`, async (request, reply) => {
      if (dependencies.plan().calls === 'fail')
        return reply.code(500).send({ error: 'Internal Server Error' })
      const { partnerCode } = dependencies.keys
      const known = request.body as Record<string, unknown>
      const { requestId = '', orderId = '', amount = 0 } = known
      const common = { partnerCode, requestId, orderId, amount, responseTime: dependencies.now() }
      try {
        const fields = checkMomoRequest(kind, known, dependencies.keys)
        const answer = once(dependencies, known, () => ({ ...common, ...calls[kind](fields, dependencies) }))
        return answer
      } catch (error) {
        if (!(error instanceof MomoError)) throw error
        const { resultCode, message } = error
        if (!EXPECTED.includes(resultCode)) dependencies.refusals.push(`${resultCode} ${message}`)
        return reply.code(400).send({ ...common, resultCode, message })
      }
    })
}

/** Responses for a shop that does everything right. */
const EXPECTED = [42, 1081]

/** A repeated request id is answered as the first time, and refused when it comes with something else. */
function once({ answered }: MomoApiDependencies, body: Record<string, unknown>, run: () => object): object {
  const { requestId, signature } = body
  const known = answered.get(String(requestId))
  if (known && known.signature !== signature) throw new MomoError(40, `a second request ${requestId}`)
  if (known) return known.answer
  const answer = run()
  answered.set(String(requestId), { signature, answer })
  return answer
}

function create(request: MomoBody, dependencies: MomoApiDependencies) {
  const refused = dependencies.refuseNext.shift()
  if (refused !== undefined) return { resultCode: refused, message: 'Refused.' }
  dependencies.state.add(request)
  const orderId = String(request['orderId'])
  const payUrl = `${dependencies.url()}/pay/${orderId}`
  const answer = {
    partnerCode: dependencies.keys.partnerCode,
    requestId: request['requestId'],
    orderId,
    amount: request['amount'],
    responseTime: dependencies.now(),
    message: 'Successful.',
    resultCode: 0,
    payUrl,
    deeplink: `momo://app?action=payWithApp&orderId=${orderId}`,
    qrCodeUrl: `momo://app?action=payWithApp&isScanQR=true&orderId=${orderId}`,
    ...dependencies.answerChange(),
  }
  return { ...answer, signature: signMomo('createAnswer', answer, dependencies.keys) }
}

function query(request: MomoBody, { state }: MomoApiDependencies) {
  const order = state.order(String(request['orderId']))
  return { ...stateOf(order), refundTrans: order.refunds }
}

const stateOf = ({ request, resultCode, transId }: MomoOrder) => ({
  amount: request['amount'],
  extraData: request['extraData'],
  payType: transId === 0 ? '' : 'qr',
  message: resultCode === 0 ? 'Successful.' : 'Not successful.',
  resultCode,
  transId,
})

function refund(request: MomoBody, { state, refundCode }: MomoApiDependencies) {
  const { transId, resultCode } = state.refund(request, refundCode())
  return { transId, resultCode, message: resultCode === 0 ? 'Successful.' : 'Not successful.' }
}
