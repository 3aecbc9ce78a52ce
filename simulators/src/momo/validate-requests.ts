import { signMomo } from './signature'

/** A refusal, by MoMo's result code. */
export class MomoError extends Error {
  constructor(
    readonly resultCode: number,
    message: string,
  ) {
    super(message)
  }
}

type Rule = (value: unknown) => boolean
export type MomoBody = Record<string, string | number>

const text =
  (most: number, least = 1): Rule =>
  (value) =>
    typeof value === 'string' && value.length >= least && value.length <= most
const matches =
  (pattern: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const whole: Rule = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const address: Rule = (value) =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

function isExtraData(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 1000) return false
  if (value === '') return true
  try {
    return JSON.parse(Buffer.from(value, 'base64').toString('utf8')) !== null
  } catch {
    return false
  }
}

const ORDER_ID: Rule = (value) => text(200)(value) && matches(/^[0-9a-zA-Z]([-_.]*[0-9a-zA-Z]+)*$/)(value)
const COMMON = { partnerCode: text(50), requestId: text(50), orderId: ORDER_ID, lang: matches(/^(vi|en)$/) }

/** All of these, and nothing else (payments §2). */
const RULES: Record<'create' | 'query' | 'refund', Record<string, Rule>> = {
  create: {
    ...COMMON,
    amount: whole,
    orderInfo: text(255),
    redirectUrl: address,
    ipnUrl: address,
    requestType: matches(/^captureWallet$/),
    extraData: isExtraData,
    autoCapture: (value) => value === true,
  },
  query: COMMON,
  refund: { ...COMMON, amount: whole, transId: whole, description: text(255, 0) },
}

interface Keys {
  partnerCode: string
  accessKey: string
  secretKey: string
}

/** @throws MomoError when a field is missing, wrong or too much, or the signature is another */
export function checkMomoRequest(kind: keyof typeof RULES, body: unknown, keys: Keys): MomoBody {
  if (typeof body !== 'object' || body === null) throw new MomoError(20, 'no body')
  const { signature, ...fields } = body as Record<string, unknown>
  const rules = RULES[kind]
  for (const [name, rule] of Object.entries(rules))
    if (!rule(fields[name])) throw new MomoError(20, `${kind}: ${name} is ${JSON.stringify(fields[name])}`)
  for (const name of Object.keys(fields))
    if (!rules[name]) throw new MomoError(20, `${kind}: ${name} is not asked for`)
  if (fields['partnerCode'] !== keys.partnerCode) throw new MomoError(13, `${kind}: not this partner`)
  if (signature !== signMomo(kind, fields, keys)) throw new MomoError(13, `${kind}: signature`)
  const { amount = 1_000 } = fields as { amount?: number }
  if (kind !== 'query' && (amount < 1_000 || amount > 50_000_000))
    throw new MomoError(22, `${kind}: amount ${amount}`)
  return fields as MomoBody
}
