import type { FastifyInstance, FastifyRequest } from 'fastify'
import { injectResponseFaults } from '../response-faults'
import type { FaultPlan } from '../simulator'
import type { Refund, StripeState } from './state'
import { checkSession, idempotency, REFUND, readForm, SESSION, StripeError } from './validate-requests'

interface RouteDependencies {
  secretKey: string
  apiVersion: string
  state: StripeState
  refusals: string[]
  now: () => number
  plan: () => FaultPlan
  /** As what refunds begin. */
  refundStatus: () => Refund['status']
  /** What calls that make something wait for. */
  gate: () => Promise<void>
}

interface ById {
  Params: { id: string }
  Querystring: Record<string, string>
}

/** The calls of merchants: form-encoded, versioned, repeatable by their key. */
export function stripeApi(app: FastifyInstance, dependencies: RouteDependencies): void {
  const { state, refusals, plan, now } = dependencies
  const { once } = idempotency()
  injectResponseFaults(app, '/v1/', () => plan().calls)
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof StripeError)) throw error
    const { status, code, message, type } = error
    // Not to find something, and a planned failure, are answers; the rest are mistakes of ours.
    if (status !== 404 && status < 500) refusals.push(`${request.method} ${request.url}: ${message}`)
    return reply.code(status).send({ error: { type, message, ...(code && { code }) } })
  })

  const identify = ({ headers, method }: FastifyRequest): void => {
    if (headers.authorization !== `Bearer ${dependencies.secretKey}`)
      throw new StripeError(401, '', 'Invalid API Key provided')
    if (headers['stripe-version'] !== dependencies.apiVersion)
      throw new StripeError(400, 'parameter_invalid', `Stripe-Version is ${headers['stripe-version']}`)
    if (plan().calls === 'fail' && method === 'GET') throw failure()
  }

  const post = (url: string, run: (body: string) => object) =>
    app.post(url, async (request, reply) => {
      identify(request)
      const key = request.headers['idempotency-key']
      if (typeof key !== 'string' || key === '' || key.length > 255)
        throw new StripeError(400, 'parameter_missing', 'Idempotency-Key is missing or too long')
      const body = typeof request.body === 'string' ? request.body : ''
      const { status, body: answer } = await once(key, `${url} ${body}`, async () => {
        await dependencies.gate()
        if (plan().calls !== 'fail') return { status: 200, body: structuredClone(run(body)) }
        const { type, message } = failure()
        return { status: 500, body: { error: { type, message } } }
      })
      return reply.code(status).send(answer)
    })

  post('/v1/checkout/sessions', (body) => {
    const fields = readForm(body, SESSION)
    checkSession(fields, now())
    return state.openSession(fields)
  })
  post('/v1/refunds', (body) => state.refund(readForm(body, REFUND), dependencies.refundStatus()))
  app.get<ById>('/v1/checkout/sessions/:id', async (request) => {
    identify(request)
    const session = state.session(request.params.id)
    const isExpanded = request.query['expand[0]'] === 'payment_intent' && session.payment_intent
    return isExpanded ? { ...session, payment_intent: state.intent(isExpanded) } : session
  })
  app.get<{ Querystring: { payment_intent?: string } }>('/v1/refunds', async (request) => {
    identify(request)
    const data = state.refundsOf(request.query.payment_intent ?? '')
    return { object: 'list', has_more: false, url: '/v1/refunds', data }
  })
  app.get<ById>('/v1/disputes/:id', async (request) => {
    identify(request)
    const dispute = state.disputeById(request.params.id)
    const isExpanded = request.query['expand[0]'] === 'payment_intent'
    return isExpanded ? { ...dispute, payment_intent: state.intent(dispute.payment_intent) } : dispute
  })
}

const failure = () => new StripeError(500, '', 'Something went wrong', 'api_error')
