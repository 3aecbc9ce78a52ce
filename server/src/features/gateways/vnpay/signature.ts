import { createHmac, timingSafeEqual } from 'node:crypto'

const HASHES = ['vnp_SecureHash', 'vnp_SecureHashType']

/** Values by name, without the empty ones and the hash, sorted and form-encoded (payments §3). */
export function vnpayQuery(fields: Record<string, string>): string {
  const pairs = Object.entries(fields).filter(([key, value]) => value !== '' && !HASHES.includes(key))
  return new URLSearchParams(pairs.sort(([a], [b]) => (a < b ? -1 : 1))).toString()
}

/** HMAC-SHA512 in lower-case hex. */
export const vnpayHash = (text: string, secret: string): string =>
  createHmac('sha512', secret).update(text).digest('hex')

export function isVnpayHash(given: string, text: string, secret: string): boolean {
  const expected = Buffer.from(vnpayHash(text, secret))
  const actual = Buffer.from(given.toLowerCase())
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** The fields of a signed query; null when its signature is wrong or a name comes twice. */
export function readSignedQuery(query: string, secret: string): Record<string, string> | null {
  const pairs = [...new URLSearchParams(query)]
  const names = new Set(pairs.map(([name]) => name))
  if (names.size !== pairs.length) return null
  const { vnp_SecureHash: hash = '', ...fields } = Object.fromEntries(
    pairs.filter(([name]) => name.startsWith('vnp_')),
  )
  return isVnpayHash(hash, vnpayQuery(fields), secret) ? fields : null
}

const ANSWER = [
  'vnp_ResponseId',
  'vnp_Command',
  'vnp_ResponseCode',
  'vnp_Message',
  'vnp_TmnCode',
  'vnp_TxnRef',
  'vnp_Amount',
  'vnp_BankCode',
  'vnp_PayDate',
  'vnp_TransactionNo',
  'vnp_TransactionType',
  'vnp_TransactionStatus',
  'vnp_OrderInfo',
]

/** The signed fields of the merchant API, in this order (payments §3). */
export const SIGNED = {
  querydr: [
    'vnp_RequestId',
    'vnp_Version',
    'vnp_Command',
    'vnp_TmnCode',
    'vnp_TxnRef',
    'vnp_TransactionDate',
    'vnp_CreateDate',
    'vnp_IpAddr',
    'vnp_OrderInfo',
  ],
  querydrAnswer: [...ANSWER, 'vnp_PromotionCode', 'vnp_PromotionAmount'],
  refund: [
    'vnp_RequestId',
    'vnp_Version',
    'vnp_Command',
    'vnp_TmnCode',
    'vnp_TransactionType',
    'vnp_TxnRef',
    'vnp_Amount',
    'vnp_TransactionNo',
    'vnp_TransactionDate',
    'vnp_CreateBy',
    'vnp_CreateDate',
    'vnp_IpAddr',
    'vnp_OrderInfo',
  ],
  refundAnswer: ANSWER,
}

/** The values of the keys, missing ones as empty. */
export const vnpayLine = (keys: readonly string[], fields: Record<string, string>): string =>
  keys.map((key) => fields[key] ?? '').join('|')
