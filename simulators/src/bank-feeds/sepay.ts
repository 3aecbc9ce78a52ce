import { createHmac } from 'node:crypto'
import { type DeliveryResult, type FeedOptions, feedSimulator, localTime } from './bank-feed'

/** `X-SePay-Signature` (payments §6.5). @param seconds unix time of the signature */
export const sepayHeader = (body: string, secret: string, seconds: number): string =>
  `sha256=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/** Signs with the secret, or without one shows its key. */
export type SepayOptions = FeedOptions & ({ secret: string } | { apiKey: string })

/** SePay, which reports lines of a bank account. */
export const sepaySimulator = (options: SepayOptions) =>
  feedSimulator(options, (delivery) => {
    const body = JSON.stringify(bodyOf(delivery))
    return { body, headers: headersOf(body, delivery, options) }
  })

const bodyOf = ({ id, accountNumber, amount, content, reference, code, now }: DeliveryResult) => ({
  id,
  gateway: 'ACB',
  transactionDate: localTime(now),
  accountNumber,
  code,
  content,
  transferType: amount < 0 ? 'out' : 'in',
  transferAmount: Math.abs(amount),
  accumulated: 19_077_000,
  subAccount: null,
  referenceCode: reference,
  description: '',
})

function headersOf(
  body: string,
  { now, fault }: DeliveryResult,
  options: SepayOptions,
): Record<string, string> {
  if (fault === 'no-signature') return {}
  if ('apiKey' in options)
    return { authorization: `Apikey ${fault === 'wrong-signature' ? 'another' : options.apiKey}` }
  const seconds = Math.floor(now.getTime() / 1000)
  const signed = fault === 'wrong-signature' ? `${body} ` : body
  return {
    'x-sepay-timestamp': String(seconds),
    'x-sepay-signature': sepayHeader(signed, options.secret, seconds),
  }
}
