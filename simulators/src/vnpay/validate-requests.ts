import { signVnpayLine, signVnpayQuery } from './signature'

/** A refusal, by the response code of the interface for merchants; of a pay address, of the page. */
export class VnpayError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

export type VnpayFields = Record<string, string>
type Rules = Record<string, RegExp>

const REF = /^[A-Za-z0-9]{1,100}$/
const TIME = /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])[0-5]\d[0-5]\d$/
const INFO = /^[A-Za-z0-9 :.-]{1,255}$/
const AMOUNT = /^[1-9]\d{0,9}00$/
const ADDRESS = /^[\d.a-fA-F:]{7,45}$/

/** All of these, and nothing else but a bank's code (payments §3). */
const PAY: Rules = {
  vnp_Version: /^2\.1\.0$/,
  vnp_Command: /^pay$/,
  vnp_TmnCode: /^[A-Z0-9]{8}$/,
  vnp_Amount: AMOUNT,
  vnp_CurrCode: /^VND$/,
  vnp_TxnRef: REF,
  vnp_OrderInfo: INFO,
  vnp_OrderType: /^other$/,
  vnp_Locale: /^(vn|en)$/,
  vnp_ReturnUrl: /^https?:\/\/[^*~'()!]{1,240}$/,
  vnp_IpAddr: ADDRESS,
  vnp_CreateDate: TIME,
  vnp_ExpireDate: TIME,
}
const OPTIONAL: Rules = { vnp_BankCode: /^(VNPAYQR|VNBANK|INTCARD|NCB)$/ }

const CALL: Rules = {
  vnp_RequestId: /^[A-Za-z0-9]{1,32}$/,
  vnp_Version: /^2\.1\.0$/,
  vnp_TmnCode: /^[A-Z0-9]{8}$/,
  vnp_TxnRef: REF,
  vnp_OrderInfo: INFO,
  vnp_TransactionDate: TIME,
  vnp_CreateDate: TIME,
  vnp_IpAddr: ADDRESS,
}
const CALLS: Record<'querydr' | 'refund', Rules> = {
  querydr: { ...CALL, vnp_Command: /^querydr$/ },
  refund: {
    ...CALL,
    vnp_Command: /^refund$/,
    vnp_TransactionType: /^0[23]$/,
    vnp_Amount: AMOUNT,
    vnp_TransactionNo: /^\d{1,15}$/,
    vnp_CreateBy: /^.{1,245}$/,
  },
}

interface Merchant {
  tmnCode: string
  hashSecret: string
}

/** @throws VnpayError for a pay address that VNPay would not open */
export function checkPayQuery(
  query: URLSearchParams,
  { tmnCode, hashSecret }: Merchant,
  now: Date,
): VnpayFields {
  const pairs = [...query]
  const fields = Object.fromEntries(pairs)
  if (Object.keys(fields).length !== pairs.length) throw new VnpayError('03', 'pay: a field comes twice')
  const { vnp_SecureHash, ...signed } = fields
  checkRules('pay', signed, PAY, OPTIONAL)
  if (signed['vnp_TmnCode'] !== tmnCode) throw new VnpayError('02', 'pay: not this merchant')
  if (vnp_SecureHash !== signVnpayQuery(signed, hashSecret)) throw new VnpayError('97', 'pay: signature')
  const [made, ends] = [timeOf(signed['vnp_CreateDate']), timeOf(signed['vnp_ExpireDate'])]
  if (ends.getTime() - made.getTime() !== 15 * 60_000) throw new VnpayError('03', 'pay: not 15 minutes')
  if (made.getTime() > now.getTime() + 60_000) throw new VnpayError('03', 'pay: made in the future')
  return signed
}

/** @throws VnpayError for a call that VNPay would refuse */
export function checkVnpayCall(body: unknown, { tmnCode, hashSecret }: Merchant): VnpayFields {
  const { vnp_SecureHash, ...fields } = (body ?? {}) as VnpayFields
  const command = fields['vnp_Command'] === 'refund' ? 'refund' : 'querydr'
  checkRules(command, fields, CALLS[command], {})
  if (fields['vnp_TmnCode'] !== tmnCode) throw new VnpayError('02', `${command}: not this merchant`)
  if (vnp_SecureHash !== signVnpayLine(command, fields, hashSecret))
    throw new VnpayError('97', `${command}: signature`)
  return fields
}

function checkRules(kind: string, fields: VnpayFields, rules: Rules, optional: Rules): void {
  for (const [name, rule] of Object.entries(rules))
    if (typeof fields[name] !== 'string' || !rule.test(fields[name]))
      throw new VnpayError('03', `${kind}: ${name} is ${JSON.stringify(fields[name])}`)
  for (const [name, value] of Object.entries(fields))
    if (!rules[name] && !optional[name]?.test(value))
      throw new VnpayError('03', `${kind}: ${name} is not asked for`)
}

/** Of `yyyyMMddHHmmss` in Viet Nam. */
export function timeOf(text = ''): Date {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+07:00`)
}

const inVietNam = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Ho_Chi_Minh',
  dateStyle: 'short',
  timeStyle: 'medium',
})

export const textOfTime = (time: Date): string => inVietNam.format(time).replace(/\D/g, '')
