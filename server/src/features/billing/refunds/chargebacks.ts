import type { Db } from '../../../platform/db/database'
import { issueInvoice, voidInvoice } from '../invoices/invoices'
import { findInvoice } from '../invoices/repository'
import { type HouseAccount, post, transfer } from '../ledger/ledger'
import { insertMovement } from '../ledger/movement-repository'
import { type LockedAccount, lockAccount } from '../locked-account-repository'
import type { Applied } from '../payments/gateway-payments'
import { type LockedPayment, lockPayment, type PaymentRow } from '../payments/repository'
import { payOpenInvoices } from '../subscriptions/pay-open-invoices'
import { findChargeback, insertChargeback, setReturned, sumChargedBack } from './chargeback-repository'

/** Money of a payment that the payer's bank took out of our account at a gateway. */
export interface Dispute {
  provider: string
  /** The provider's own id of the dispute. */
  disputeId: string
  payment: PaymentRow
  /** Whole VND, above zero. */
  amount: bigint
}

/**
 * A chargeback: what the money was spent on is due again, by an invoice that the wallet pays as far as it goes,
 * and that no return to the free plan writes off (payments §7, §10). Once for each dispute.
 * @returns `wrong-money` for more than there is left of the payment: nothing was done
 */
export async function applyChargeback(tx: Db, dispute: Dispute, now: Date): Promise<Applied> {
  const { provider, disputeId, amount } = dispute
  const [account, { id: paymentId, paid, refunded, ref }] = await lockOf(tx, dispute, now)
  if (await findChargeback(tx, dispute)) return 'repeated'
  const left = paid - refunded - (await sumChargedBack(tx, paymentId))
  if (amount <= 0n || amount > left) return 'wrong-money'
  const figure = amount.toString()
  const line = { text: 'chargeback', type: 'chargeback', values: { payment: ref }, quantity: 1 }
  const invoice = await issueInvoice(account, {
    kind: 'chargeback',
    periodStart: null,
    lines: [{ ...line, unitPrice: figure, amount: figure }],
    source: `clearing:${provider}`,
  })
  const row = { provider, disputeId, paymentId, amount, invoiceId: invoice.id, createdAt: now }
  await insertChargeback(tx, { ...row, state: 'taken' })
  await payOpenInvoices(account)
  return 'applied'
}

/**
 * The dispute was won and the money is back: the invoice is voided, or credited when it was paid.
 * @returns `ignored` for a dispute that took nothing, `wrong-money` for another amount than it took
 */
export async function reverseChargeback(tx: Db, dispute: Dispute, now: Date): Promise<Applied> {
  const [account] = await lockOf(tx, dispute, now)
  const { userId } = account
  const row = await findChargeback(tx, dispute)
  if (!row || row.paymentId !== dispute.payment.id) return 'ignored'
  if (row.state === 'returned') return 'repeated'
  const { id, amount, invoiceId } = row
  if (amount !== dispute.amount) return 'wrong-money'
  const source: HouseAccount = `clearing:${dispute.provider}`
  await setReturned(tx, id)
  const invoice = await findInvoice(tx, userId, invoiceId)
  if (!invoice) throw new Error('A chargeback without its invoice')
  if (await voidInvoice(account, invoice, source)) return 'applied'
  const entries = transfer(source, account.wallet, amount)
  await post(account, { key: `chargeback-returned:${id}`, type: 'chargeback-returned', entries, invoiceId })
  await insertMovement(tx, { userId, type: 'credit', amount, createdAt: now })
  await payOpenInvoices(account)
  return 'applied'
}

async function lockOf(tx: Db, { payment }: Dispute, now: Date): Promise<[LockedAccount, LockedPayment]> {
  const account = await lockAccount(tx, payment.userId, now)
  return [account, await lockPayment(account, payment.id)]
}
