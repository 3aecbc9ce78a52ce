/** A refusal, as PayPal words it. */
export class PayPalError extends Error {
  constructor(
    readonly status: number,
    readonly issue: string,
    message = issue,
  ) {
    super(message)
  }
}

type Rule = RegExp | ((value: string) => boolean)
interface Rules {
  needed: Record<string, Rule>
  optional?: Record<string, Rule>
}

const text = (most: number) => new RegExp(`^.{1,${most}}$`, 's')
const address = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const AMOUNT = /^(0|[1-9]\d{0,6})\.\d{2}$/
/** PayPal has no VND. */
const CURRENCY = /^(AUD|CAD|EUR|GBP|JPY|SGD|THB|USD)$/
const UNIT = 'purchase_units[0]'
const PAGE = 'payment_source.paypal.experience_context'

/** Fields of our requests by their paths; nothing else is taken (payments §5). */
export const ORDER: Rules = {
  needed: {
    intent: /^CAPTURE$/,
    [`${UNIT}.reference_id`]: text(256),
    [`${UNIT}.custom_id`]: text(127),
    [`${UNIT}.invoice_id`]: text(127),
    [`${UNIT}.amount.currency_code`]: CURRENCY,
    [`${UNIT}.amount.value`]: AMOUNT,
    [`${PAGE}.return_url`]: address,
    [`${PAGE}.cancel_url`]: address,
    [`${PAGE}.user_action`]: /^(CONTINUE|PAY_NOW)$/,
    [`${PAGE}.shipping_preference`]: /^(GET_FROM_FILE|NO_SHIPPING|SET_PROVIDED_ADDRESS)$/,
  },
  optional: { [`${PAGE}.locale`]: /^[a-z]{2}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/ },
}
export const REFUND: Rules = {
  needed: { 'amount.currency_code': CURRENCY, 'amount.value': AMOUNT, custom_id: text(127) },
}
export const NOTHING: Rules = { needed: {} }
export const VERIFICATION: Rules = {
  needed: {
    webhook_id: text(50),
    auth_algo: /^SHA256withRSA$/,
    cert_url: (value) => address(value) && new URL(value).hostname.endsWith('.paypal.com'),
    transmission_id: text(50),
    transmission_sig: text(500),
    transmission_time: text(100),
  },
}

/** The fields of a JSON body by their paths, each of them known, there and well-formed. @throws PayPalError */
export function readJson(body: unknown, { needed, optional = {} }: Rules): Record<string, string> {
  const fields = flat(body, '')
  for (const name of Object.keys(fields))
    if (!needed[name] && !optional[name]) throw new PayPalError(400, 'INVALID_REQUEST', `unknown ${name}`)
  for (const name of Object.keys(needed))
    if (fields[name] === undefined)
      throw new PayPalError(400, 'MISSING_REQUIRED_PARAMETER', `missing ${name}`)
  for (const [name, value] of Object.entries(fields)) {
    const rule = needed[name] ?? optional[name]
    const isGood = typeof rule === 'function' ? rule(value) : rule?.test(value)
    if (!isGood) throw new PayPalError(422, 'INVALID_PARAMETER_VALUE', `invalid ${name}: ${value}`)
  }
  return fields
}

/** Every leaf as a text; what is no text stays recognisable. */
function flat(value: unknown, path: string): Record<string, string> {
  if (typeof value !== 'object' || value === null)
    return { [path]: typeof value === 'string' ? value : `(${typeof value}) ${value}` }
  const isArray = Array.isArray(value)
  const entries = Object.entries(value).map(([key, inner]) =>
    flat(inner, isArray ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
  )
  return Object.assign({}, ...entries)
}
