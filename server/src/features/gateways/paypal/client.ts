import * as z from 'zod'
import type { PaymentConfig } from '../../../platform/config/payment-config'
import { GatewayError } from '../../billing'
import { createProviderClient, ProviderCode, type ProviderResponse, readAnswer } from '../provider-client'

export type PayPalConfig = NonNullable<PaymentConfig['paypal']>

interface PayPalCall {
  method?: 'GET' | 'POST'
  /** Below the address of PayPal. */
  path: string
  /** JSON as text, since what PayPal signed must not be serialised again. */
  body?: string
  /** Idempotency key of a creation (`PayPal-Request-Id`). */
  requestId?: string
}

/** Throws a GatewayError: `unanswered` also when PayPal asks to come again, `refused` for wrong keys. */
export type CallPayPal = (call: PayPalCall) => Promise<ProviderResponse>

/** Longer than any that PayPal gives; it is sent in a header. */
const MAX_TOKEN_LENGTH = 8_192
const Token = z.object({
  access_token: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .max(MAX_TOKEN_LENGTH),
})

/** Calls PayPal with a token that is cached until it is refused (payments §5). */
export function paypalClient({ clientId, clientSecret, url }: PayPalConfig): CallPayPal {
  const send = createProviderClient('paypal')
  let token: Promise<string> | null = null

  async function newToken(): Promise<string> {
    const { status, body } = await send({
      url: `${url}/v1/oauth2/token`,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
    const answer = Token.safeParse(body)
    if (!answer.success) throw new GatewayError('paypal', 'refused', `paypal gives no token: ${status}`)
    return answer.data.access_token
  }

  function currentToken(): Promise<string> {
    token ??= newToken().catch((error) => {
      token = null
      throw error
    })
    return token
  }

  const sendWith = async (used: Promise<string>, { method, path, body, requestId }: PayPalCall) =>
    send({
      ...(method && { method }),
      url: `${url}${path}`,
      headers: {
        authorization: `Bearer ${await used}`,
        // Otherwise a response omits fields that are compared.
        prefer: 'return=representation',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(requestId && { 'paypal-request-id': requestId }),
      },
      ...(body !== undefined && { body }),
    })

  return async (call) => {
    const used = currentToken()
    let answer = await sendWith(used, call)
    if (answer.status === 401) {
      // Unless another call has renewed it meanwhile.
      if (token === used) token = null
      answer = await sendWith(currentToken(), call)
    }
    return usable(answer)
  }
}

function usable(answer: ProviderResponse): ProviderResponse {
  const { status } = answer
  if (status === 401) throw new GatewayError('paypal', 'refused', 'paypal refuses its own token')
  if (status === 409 || status === 429 || issueOf(answer) === 'PREVIOUS_REQUEST_IN_PROGRESS')
    throw new GatewayError('paypal', 'unanswered', `paypal asks to come again: ${status}`)
  return answer
}

const Refusal = z.object({
  name: ProviderCode.default(''),
  details: z.array(z.object({ issue: ProviderCode.default('') })).default([]),
})

/** Why PayPal refused, such as `ORDER_NOT_APPROVED`; empty when it says nothing. */
export function issueOf({ body }: ProviderResponse): string {
  const { data } = Refusal.safeParse(body)
  return data?.details[0]?.issue || data?.name || ''
}

/** What PayPal answered, in the shape that it documents. @throws GatewayError `unanswered` for another shape */
export const read = <T>(schema: z.ZodType<T>, { body }: ProviderResponse): T =>
  readAnswer('paypal', schema, body)
