import { createHmac } from 'node:crypto'
import { type DeliveryResult, type FeedOptions, feedSimulator, localTime } from './bank-feed'

/** The signature of `data` (payments §6.5). */
export function payosSign(data: Record<string, string | number | null>, checksumKey: string): string {
  const pairs = Object.entries(data).map(([key, value]) => [key, value ?? ''] as const)
  const text = pairs
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map((pair) => pair.join('='))
    .join('&')
  return createHmac('sha256', checksumKey).update(text).digest('hex')
}

/** payOS, which reports transfers to a bank account. */
export const payosSimulator = (options: FeedOptions & { checksumKey: string }) =>
  feedSimulator(options, (delivery) => {
    const data = dataOf(delivery)
    const key = delivery.fault === 'wrong-signature' ? 'another' : options.checksumKey
    const signature = delivery.fault === 'no-signature' ? undefined : payosSign(data, key)
    return {
      body: JSON.stringify({ code: '00', desc: 'success', success: true, data, signature }),
      headers: {},
    }
  })

const dataOf = ({ id, accountNumber, amount, content, reference, now }: DeliveryResult) => ({
  orderCode: id,
  amount,
  description: content,
  accountNumber,
  reference,
  transactionDateTime: localTime(now),
  currency: 'VND',
  paymentLinkId: `link-${id}`,
  code: '00',
  desc: 'Thành công',
  counterAccountBankId: '',
  counterAccountBankName: null,
  counterAccountName: '',
  counterAccountNumber: '',
  virtualAccountName: '',
  virtualAccountNumber: '',
})
