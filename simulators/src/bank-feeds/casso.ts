import { createHmac } from 'node:crypto'
import { type DeliveryResult, type FeedOptions, feedSimulator, localTime } from './bank-feed'

/** The `v1` of `X-Casso-Signature` (payments §6.5). @param body as it is sent, in any order of its keys */
export function cassoV1(body: object, checksumKey: string, milliseconds: number): string {
  const names = new Set<string>()
  JSON.stringify(body, (name, value) => {
    names.add(name)
    return value
  })
  // Given a list of names, JSON is written in their order, at every depth.
  const text = JSON.stringify(body, [...names].sort())
  return createHmac('sha512', checksumKey).update(`${milliseconds}.${text}`).digest('hex')
}

/** The second version signs, the first one shows its token. */
export type CassoOptions = FeedOptions & ({ checksumKey: string } | { secureToken: string })

/** Casso, which reports lines of a bank account. */
export const cassoSimulator = (options: CassoOptions) =>
  feedSimulator(options, (delivery) =>
    'checksumKey' in options
      ? signed(delivery, options.checksumKey)
      : withToken(delivery, options.secureToken),
  )

function signed(delivery: DeliveryResult, checksumKey: string) {
  const { id, accountNumber, amount, content, reference, now, fault } = delivery
  const data = {
    id,
    reference,
    description: content,
    amount,
    runningBalance: 25_000_000,
    transactionDateTime: localTime(now),
    accountNumber,
    bankName: 'ACB',
    bankAbbreviation: 'ACB',
    virtualAccountNumber: '',
    virtualAccountName: '',
    counterAccountName: 'NGUYEN VAN A',
    counterAccountNumber: '8888888888',
    counterAccountBankId: '970415',
    counterAccountBankName: 'VietinBank',
  }
  const body = { error: 0, data }
  const milliseconds = now.getTime()
  const key = fault === 'wrong-signature' ? 'another' : checksumKey
  const header = `t=${milliseconds},v1=${cassoV1(body, key, milliseconds)}`
  const headers = fault === 'no-signature' ? {} : { 'x-casso-signature': header }
  return { body: JSON.stringify(body), headers }
}

function withToken(delivery: DeliveryResult, secureToken: string) {
  const { id, accountNumber, amount, content, reference, now, fault } = delivery
  const line = { id, tid: reference, description: content, amount, cusum_balance: 1, when: localTime(now) }
  const body = { error: 0, data: [{ ...line, bank_sub_acc_id: accountNumber }] }
  const token = fault === 'wrong-signature' ? 'another' : secureToken
  return { body: JSON.stringify(body), headers: fault === 'no-signature' ? {} : { 'secure-token': token } }
}
