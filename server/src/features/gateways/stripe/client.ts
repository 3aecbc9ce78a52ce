import { jsonOrNull } from '@scanleaf/shared/json'
import type Stripe from 'stripe'
import type * as z from 'zod'
import type { PaymentConfig } from '../../../platform/config/payment-config'
import { boundedFetch } from '../../../platform/http/bounded-response'
import { GatewayError } from '../../billing'
import { ProviderCode, readAnswer, TIMEOUT_MS, withCircuitBreaker } from '../provider-client'

export type StripeConfig = NonNullable<PaymentConfig['stripe']>

/** Pinned, so that the responses and webhooks of Stripe keep their shape until somebody changes it here. */
const API_VERSION = '2026-10-28.endive'

/** A list of a hundred refunds has a fifth of it. */
const MAX_RESPONSE_BYTES = 1024 * 1024

/**
 * Calls Stripe by its own SDK, which is loaded by the first call: an installation without Stripe never pays for it.
 * @param answer its shape, as far as it is used: the types of the SDK check nothing
 * @returns what Stripe answers; throws a GatewayError, `refused` with Stripe's code as the last word of its message
 */
export type CallStripe = <T>(answer: z.ZodType<T>, call: (stripe: Stripe) => Promise<unknown>) => Promise<T>

export function stripeClient(config: Pick<StripeConfig, 'secretKey' | 'url'>): CallStripe {
  const guarded = withCircuitBreaker('stripe')
  let loading: Promise<Stripe> | null = null
  return async (shape, call) => {
    loading ??= load(config)
    const stripe = await loading
    const answer = await guarded(() => answerOf(call(stripe)))
    if ('value' in answer) return readAnswer('stripe', shape, answer.value)
    throw new StripeRefusal(answer.code)
  }
}

/** Stripe said no, and why. */
export class StripeRefusal extends GatewayError {
  override name = 'StripeRefusal'
  /** @param code Stripe's error code, such as `resource_missing`, or else the error's type */
  constructor(readonly code: string) {
    super('stripe', 'refused', `stripe refuses: ${code}`)
  }
}

const bounded = boundedFetch(MAX_RESPONSE_BYTES, { redirect: 'error' })

/**
 * For an answer that is a number or a text the SDK throws where nobody can catch it, which ends the program, and its call
 * never returns.
 */
async function objectsAlone(input: string | URL | Request, init?: object): Promise<Response> {
  const response = await bounded(input, init)
  const value = jsonOrNull(await response.clone().text(), { maxLength: MAX_RESPONSE_BYTES })
  if (typeof value !== 'object' || value === null) throw new TypeError('the response is no object')
  return response
}

async function load({ secretKey, url }: Pick<StripeConfig, 'secretKey' | 'url'>): Promise<Stripe> {
  const { default: Stripe } = await import('stripe')
  const { protocol, hostname, port } = new URL(url)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    host: hostname,
    port: port || (scheme === 'http' ? 80 : 443),
    protocol: scheme,
    timeout: TIMEOUT_MS,
    // The caller retries, with the same idempotency key.
    maxNetworkRetries: 0,
    telemetry: false,
    // Unlike the default one it limits the whole call, and sends nothing twice on its own.
    httpClient: Stripe.createFetchHttpClient(objectsAlone),
  })
}

/** A response below 500 is final, except those that ask to retry: another call with our key, too many calls. */
async function answerOf<T>(calling: Promise<T>): Promise<{ value: T } | { code: string }> {
  try {
    return { value: await calling }
  } catch (error) {
    const { statusCode, code, rawType } = error as Partial<Stripe.errors.StripeError>
    if (statusCode === undefined || statusCode >= 500 || statusCode === 409 || statusCode === 429) throw error
    return { code: ProviderCode.safeParse(code ?? rawType).data ?? String(statusCode) }
  }
}
