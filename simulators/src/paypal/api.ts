import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FaultPlan } from '../simulator'
import { injectResponseFaults } from '../simulator'
import type { paypalKeys } from './signature'
import type { PayPalCapture, PayPalRefund, PayPalState } from './state'
import { NOTHING, ORDER, PayPalError, REFUND, readJson, VERIFICATION } from './validate-requests'

interface RouteDependencies {
  clientId: string
  clientSecret: string
  webhookId: string
  keys: ReturnType<typeof paypalKeys>
  state: PayPalState
  refusals: string[]
  plan: () => FaultPlan
  refundStatus: () => PayPalRefund['status']
  captured: (capture: PayPalCapture) => void
  refunded: (refund: PayPalRefund) => void
}

interface ById {
  Params: { id: string }
}

/** Refusals that a strict merchant gets too; the rest are our mistakes. */
const ANSWERS = [
  'INVALID_RESOURCE_ID',
  'invalid_token',
  'ORDER_ALREADY_CAPTURED',
  'ORDER_NOT_APPROVED',
  'INSTRUMENT_DECLINED',
]

/** The API of merchants: JSON, by a token, repeatable by their request id. Returns what a test may do to tokens. */
export function paypalApi(
  app: FastifyInstance,
  dependencies: RouteDependencies,
): { forgetTokens(): void; tokensGiven(): number } {
  const { state, refusals, plan } = dependencies
  const tokens = new Set<string>()
  let given = 0
  const made = new Map<string, { request: string; answer: object }>()

  injectResponseFaults(app, '/v2/', () => plan().calls)
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof PayPalError)) throw error
    const { status, issue, message } = error
    if (status < 500 && !ANSWERS.includes(issue))
      refusals.push(`${request.method} ${request.url}: ${message}`)
    if (status === 401) return reply.code(401).send({ error: issue })
    const name = status === 422 ? 'UNPROCESSABLE_ENTITY' : issue
    return reply.code(status).send({ name, message, debug_id: '1', details: [{ issue }] })
  })

  const identify = ({ headers, url }: FastifyRequest): void => {
    if (!tokens.has(headers.authorization?.replace(/^Bearer /, '') ?? ''))
      throw new PayPalError(401, 'invalid_token')
    if (plan().calls === 'fail' && url.startsWith('/v2/')) throw new PayPalError(500, 'INTERNAL_SERVER_ERROR')
  }
  const bodyOf = ({ headers, body }: FastifyRequest): string => {
    if (headers['content-type'] !== 'application/json') throw new PayPalError(415, 'UNSUPPORTED_MEDIA_TYPE')
    return String(body)
  }
  /** A repeated request id returns what it created, in its current state. */
  const once = (
    request: FastifyRequest,
    run: (body: string) => object,
  ): { isNew: boolean; answer: object } => {
    const id = request.headers['paypal-request-id']
    if (typeof id !== 'string' || id === '' || id.length > 108)
      throw new PayPalError(400, 'PAYPAL_REQUEST_ID_REQUIRED')
    const body = bodyOf(request)
    const key = `${request.url} ${id}`
    const known = made.get(key)
    if (known && known.request !== body) throw new PayPalError(422, 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED')
    if (known) return { isNew: false, answer: known.answer }
    const answer = run(body)
    made.set(key, { request: body, answer })
    return { isNew: true, answer }
  }
  const post = (url: string, run: (body: string, id: string) => object) =>
    app.post<ById>(url, async (request, reply) => {
      identify(request)
      const { isNew, answer } = once(request, (body) => run(body, request.params.id))
      return reply.code(isNew ? 201 : 200).send(answer)
    })
  const get = (url: string, find: (id: string) => object) =>
    app.get<ById>(url, async (request) => {
      identify(request)
      return find(request.params.id)
    })

  app.post('/v1/oauth2/token', async (request) => {
    const basic = Buffer.from(`${dependencies.clientId}:${dependencies.clientSecret}`).toString('base64')
    if (request.headers.authorization !== `Basic ${basic}`) throw new PayPalError(401, 'invalid_client')
    if (request.body !== 'grant_type=client_credentials') throw new PayPalError(400, 'unsupported_grant_type')
    const access_token = randomBytes(24).toString('base64url')
    tokens.add(access_token)
    given++
    return { access_token, token_type: 'Bearer', expires_in: 32_400 }
  })
  post('/v2/checkout/orders', (body) => state.openOrder(readJson(JSON.parse(body), ORDER)))
  post('/v2/checkout/orders/:id/capture', (body, id) => {
    readJson(JSON.parse(body), NOTHING)
    const order = state.capture(id, plan())
    const [capture] = order.purchase_units[0].payments?.captures ?? []
    if (capture) dependencies.captured(capture)
    return order
  })
  post('/v2/payments/captures/:id/refund', (body, id) => {
    const fields = readJson(JSON.parse(body), REFUND)
    const amount = {
      currency_code: fields['amount.currency_code'] ?? '',
      value: fields['amount.value'] ?? '',
    }
    const refund = state.refund(id, amount, dependencies.refundStatus(), fields['custom_id'])
    dependencies.refunded(refund)
    return refund
  })
  get('/v2/checkout/orders/:id', state.order)
  get('/v2/payments/captures/:id', state.captureById)
  get('/v2/payments/refunds/:id', state.refundById)

  app.post('/v1/notifications/verify-webhook-signature', async (request) => {
    identify(request)
    const body = bodyOf(request)
    // The event as received, byte for byte: the signature covers it.
    const [head = '', event = ''] = body.slice(0, -1).split(/,"webhook_event":(.*)/s)
    const fields = readJson(JSON.parse(`${head}}`), VERIFICATION)
    const signed = {
      transmissionId: fields['transmission_id'] ?? '',
      time: fields['transmission_time'] ?? '',
      webhookId: fields['webhook_id'] ?? '',
      body: event,
    }
    const isGood =
      signed.webhookId === dependencies.webhookId &&
      dependencies.keys.verify(signed, fields['transmission_sig'] ?? '')
    return { verification_status: isGood ? 'SUCCESS' : 'FAILURE' }
  })

  return {
    forgetTokens: () => tokens.clear(),
    tokensGiven: () => given,
  }
}
