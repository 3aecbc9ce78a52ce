import { createHmac } from 'node:crypto'

const hash = (text: string, secret: string) =>
  createHmac('sha512', Buffer.from(secret, 'utf8')).update(text, 'utf8').digest('hex')

/** As a form encodes it: a space is a plus. */
const encoded = (text: string) =>
  encodeURIComponent(text)
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

/** What is signed of a query: sorted, without what is empty (payments §3). */
export function vnpayText(fields: Record<string, string>): string {
  const text: string[] = []
  for (const key of Object.keys(fields).sort()) {
    const value = fields[key] ?? ''
    if (value !== '' && key !== 'vnp_SecureHash') text.push(`${key}=${encoded(value)}`)
  }
  return text.join('&')
}

export const signVnpayQuery = (fields: Record<string, string>, secret: string): string =>
  hash(vnpayText(fields), secret)

const QUESTION = 'RequestId|Version|Command|TmnCode|TxnRef|TransactionDate|CreateDate|IpAddr|OrderInfo'
const REFUND =
  'RequestId|Version|Command|TmnCode|TransactionType|TxnRef|Amount|TransactionNo|TransactionDate|CreateBy|CreateDate|IpAddr|OrderInfo'
const ANSWER =
  'ResponseId|Command|ResponseCode|Message|TmnCode|TxnRef|Amount|BankCode|PayDate|TransactionNo|TransactionType|TransactionStatus|OrderInfo'
const LINES = {
  querydr: QUESTION,
  refund: REFUND,
  querydrAnswer: `${ANSWER}|PromotionCode|PromotionAmount`,
  refundAnswer: ANSWER,
}

/** The hash of a call or an answer of the interface for merchants. */
export function signVnpayLine(
  line: keyof typeof LINES,
  fields: Record<string, string>,
  secret: string,
): string {
  const values = LINES[line].split('|').map((name) => fields[`vnp_${name}`] ?? '')
  return hash(values.join('|'), secret)
}
