import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { FaultPlan } from '../simulator'
import { injectResponseFaults } from '../simulator'
import { signVnpayLine } from './signature'
import type { VnpayOrder, VnpayState } from './state'
import { checkVnpayCall, VnpayError, type VnpayFields } from './validate-requests'

export const API_PATH = '/merchant_webapi/api/transaction'

export interface VnpayApiDependencies {
  merchant: { tmnCode: string; hashSecret: string }
  state: VnpayState
  refusals: string[]
  now: () => Date
  plan: () => FaultPlan
  /** Transaction status with which refunds begin. */
  refundStatus: () => string
  /** Values in the answers, set after they were signed. */
  answerChange: () => Record<string, string>
}

/** Responses for a merchant that does everything right. */
const EXPECTED = ['91', '93']
const DAY_MS = 86_400_000

/** querydr and refund (payments §3). */
export function vnpayApi(app: FastifyInstance, dependencies: VnpayApiDependencies): void {
  injectResponseFaults(app, API_PATH, () => dependencies.plan().calls)
  /** When each request id was last used: it is taken once on a day. */
  const used = new Map<string, number>()
  app.post(API_PATH, async (request, reply) => {
    if (dependencies.plan().calls === 'fail') return reply.code(500).send('Internal Server Error')
    const body = request.body as VnpayFields
    const command = body['vnp_Command'] === 'refund' ? 'refund' : 'querydr'
    const answer = { ...answerTo(command, body, dependencies, used) }
    const line = command === 'refund' ? 'refundAnswer' : 'querydrAnswer'
    const vnp_SecureHash = signVnpayLine(line, answer, dependencies.merchant.hashSecret)
    return { ...answer, vnp_SecureHash, ...dependencies.answerChange() }
  })
}

function answerTo(
  command: 'querydr' | 'refund',
  body: VnpayFields,
  dependencies: VnpayApiDependencies,
  used: Map<string, number>,
): VnpayFields {
  const common = {
    vnp_ResponseId: randomUUID().replaceAll('-', ''),
    vnp_Command: command,
    vnp_TmnCode: dependencies.merchant.tmnCode,
    vnp_TxnRef: body['vnp_TxnRef'] ?? '',
  }
  try {
    const call = checkVnpayCall(body, dependencies.merchant)
    const requestId = call['vnp_RequestId'] ?? ''
    const day = Math.floor((dependencies.now().getTime() + 7 * 3_600_000) / DAY_MS)
    if (used.get(requestId) === day) throw new VnpayError('94', `a second request ${requestId}`)
    used.set(requestId, day)
    const told = command === 'refund' ? refund(call, dependencies) : question(call, dependencies)
    return { ...common, vnp_ResponseCode: '00', vnp_Message: 'Success', ...told }
  } catch (error) {
    if (!(error instanceof VnpayError)) throw error
    if (!EXPECTED.includes(error.code)) dependencies.refusals.push(`${error.code} ${error.message}`)
    return { ...common, vnp_ResponseCode: error.code, vnp_Message: error.message }
  }
}

/** A payment with refunds reports the last of them. */
function question(call: VnpayFields, { state }: VnpayApiDependencies): VnpayFields {
  const order = state.find(call['vnp_TxnRef'] ?? '')
  if (order.request['vnp_CreateDate'] !== call['vnp_TransactionDate'])
    throw new VnpayError('91', `another day of ${call['vnp_TxnRef']}`)
  const told = { ...common(order), vnp_Amount: order.request['vnp_Amount'] ?? '' }
  const refund = order.refunds.at(-1)
  if (!refund)
    return {
      ...told,
      vnp_TransactionNo: order.transactionNo,
      vnp_TransactionType: '01',
      vnp_TransactionStatus: order.transactionStatus,
      vnp_PromotionCode: '',
      vnp_PromotionAmount: '',
    }
  const { amount, transactionNo, type, status } = refund
  return {
    ...told,
    vnp_Amount: String(amount),
    vnp_TransactionNo: transactionNo,
    vnp_TransactionType: type,
    vnp_TransactionStatus: status,
  }
}

function refund(call: VnpayFields, { state, refundStatus }: VnpayApiDependencies): VnpayFields {
  const { amount, transactionNo, type, status } = state.refund(call, refundStatus())
  return {
    ...common(state.find(call['vnp_TxnRef'] ?? '')),
    vnp_Amount: String(amount),
    vnp_TransactionNo: transactionNo,
    vnp_TransactionType: type,
    vnp_TransactionStatus: status,
  }
}

const common = ({ request, payDate }: VnpayOrder): VnpayFields => ({
  vnp_OrderInfo: request['vnp_OrderInfo'] ?? '',
  vnp_BankCode: 'NCB',
  vnp_PayDate: payDate,
})
