/** A refusal, as Stripe words it. */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly type = 'invalid_request_error',
  ) {
    super(message)
  }
}

type Rule = RegExp | ((value: string) => boolean)

const URL_RULE = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const LOCALE =
  /^(auto|bg|cs|da|de|el|en|en-GB|es|es-419|et|fi|fil|fr|fr-CA|hi-IN|hr|hu|id|it|ja|ko|lt|lv|ms|mt|nb|nl|pl|pt|pt-BR|ro|ru|sk|sl|sv|th|tr|vi|zh|zh-HK|zh-TW)$/
const METADATA = /^.{1,500}$/s

/** All of these, and nothing else (payments §4). */
export const SESSION: Record<string, Rule> = {
  mode: /^payment$/,
  'line_items[0][quantity]': /^1$/,
  'line_items[0][price_data][currency]': /^vnd$/,
  'line_items[0][price_data][unit_amount]': /^[1-9]\d{0,9}$/,
  'line_items[0][price_data][product_data][name]': /^.{1,250}$/s,
  client_reference_id: /^.{1,200}$/s,
  'metadata[paymentId]': METADATA,
  'metadata[ref]': METADATA,
  'payment_intent_data[metadata][paymentId]': METADATA,
  'payment_intent_data[metadata][ref]': METADATA,
  success_url: (value) => URL_RULE(value) && value.includes('{CHECKOUT_SESSION_ID}'),
  cancel_url: URL_RULE,
  expires_at: /^\d{10}$/,
  locale: LOCALE,
}

export const REFUND: Record<string, Rule> = {
  payment_intent: /^pi_\w+$/,
  amount: /^[1-9]\d{0,9}$/,
  reason: /^(duplicate|fraudulent|requested_by_customer)$/,
  'metadata[refund]': METADATA,
  'metadata[ref]': METADATA,
}

/** The fields of a form, each of them known, there and well-formed. @throws StripeError */
export function readForm(body: string, rules: Record<string, Rule>): Record<string, string> {
  const fields = Object.fromEntries(new URLSearchParams(body))
  for (const name of Object.keys(fields))
    if (!rules[name]) throw new StripeError(400, 'parameter_unknown', `Received unknown parameter: ${name}`)
  for (const [name, rule] of Object.entries(rules)) {
    const value = fields[name]
    if (!value) throw new StripeError(400, 'parameter_missing', `Missing required param: ${name}.`)
    const isGood = typeof rule === 'function' ? rule(value) : rule.test(value)
    if (!isGood) throw new StripeError(400, 'parameter_invalid', `Invalid ${name}: ${value}`)
  }
  return fields
}

const FLOOR = 13_000
const CEILING = 99_999_999
const MIN_MS = 30 * 60_000
const MAX_MS = 24 * 3_600_000

/** @throws StripeError for an amount or an end that Stripe does not take */
export function checkSession(fields: Record<string, string>, nowMs: number): void {
  const amount = Number(fields['line_items[0][price_data][unit_amount]'])
  if (amount < FLOOR) throw new StripeError(400, 'amount_too_small', 'Below half a US dollar')
  if (amount > CEILING) throw new StripeError(400, 'amount_too_large', 'Above 99,999,999 VND')
  const aheadMs = Number(fields['expires_at']) * 1000 - nowMs
  if (aheadMs < MIN_MS || aheadMs > MAX_MS)
    throw new StripeError(400, 'parameter_invalid', 'expires_at is not 30 minutes to 24 hours ahead')
}

interface Answer {
  status: number
  body: object
}

/** Answers of the first call with a key, which every later one gets; errors of 500 too (payments §4). */
export function idempotency() {
  const known = new Map<string, { request: string; answer: Answer | null }>()
  return {
    /** @throws StripeError for another request under the key, or while the first one runs */
    async once(key: string, request: string, run: () => Promise<Answer>): Promise<Answer> {
      const first = known.get(key)
      if (first && first.request !== request)
        throw new StripeError(400, '', 'Keys can only be used with the same parameters', 'idempotency_error')
      if (first && !first.answer)
        throw new StripeError(409, 'idempotency_key_in_use', 'Another request runs', 'idempotency_error')
      if (first?.answer) return first.answer
      const entry = { request, answer: null as Answer | null }
      known.set(key, entry)
      try {
        entry.answer = await run()
        return entry.answer
      } catch (error) {
        // What is refused before it begins is not kept.
        known.delete(key)
        throw error
      }
    },
  }
}
