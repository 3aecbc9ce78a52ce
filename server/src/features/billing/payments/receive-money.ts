import { cleanLine, normalForm } from '@scanleaf/qr'
import { findReferences, MAX_AMOUNT } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import { type HouseAccount, type LedgerEntry, post, postHouse, transfer } from '../ledger/ledger'
import { findWallet } from '../ledger/repository'
import { type LockedAccount, lockAccount } from '../locked-account-repository'
import { dismissNotificationsOf, insertNotification, transferKey } from '../notifications/repository'
import { changePlanFromWallet, payRestOfYear } from '../subscriptions/change-plan'
import { payOpenInvoices } from '../subscriptions/pay-open-invoices'
import { findChange } from '../subscriptions/quotes'
import { insertReceipt, isReportedByAnother } from './receipt-repository'
import {
  findPaymentsByRef,
  isOpenPayment,
  type LockedPayment,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './repository'

/** How long after it was closed a payment still has its effect (payments §1). */
const MATCH_MS = 30 * 86_400_000

/** Money that came in from outside. */
export interface IncomingMoney {
  /** Who says so, such as `bank`; with `eventKey` it names the event, which counts once. */
  provider: string
  eventKey: string
  /** Whole VND, above zero. */
  amount: bigint
  /** Text of the transfer, which may hold the reference. */
  content: string
  /** The reference as read by the provider. */
  code?: string | null
  /** The bank's own number of the transfer, as `bankReferenceOf` writes it: a second provider that reports it is not counted again. */
  bankReference?: string
  /** The clearing account that received the money. */
  account: `clearing:${string}`
  /** VND that lie there, when another currency was charged; the rest is rounding (payments §7). */
  worth?: bigint
}

export type Received =
  | { outcome: 'duplicate' }
  | { outcome: 'unmatched'; receiptId: string }
  | { outcome: 'credited'; receiptId: string; ref: string }

/**
 * Records money once (payments §6.4): into the wallet of the creator of the payment that it names, and from there to
 * its purpose; into `suspense` when it names none or several, or is more than anybody can be asked for at once.
 */
export async function receiveMoney(tx: Db, money: IncomingMoney, now: Date): Promise<Received> {
  const { code, bankReference = '' } = money
  if (bankReference !== '' && (await isReportedByAnother(tx, { ...money, bankReference })))
    return { outcome: 'duplicate' }
  const payment = await paymentNamedBy(tx, [code ?? '', money.content])
  const isPlausible = money.amount <= BigInt(MAX_AMOUNT)
  if (!payment || !isPlausible) return keepUnmatched(tx, money, now)
  const account = await lockAccount(tx, payment.userId, now)
  const received = await applyReceipt(account, await lockPayment(account, payment.id), money)
  if (received.outcome === 'credited') await reportTransfer(tx, payment, money.amount, received.receiptId)
  return received
}

/** A payer has left the screen when a transfer arrives. Dropped where another email gives the reason. */
function reportTransfer(
  tx: Db,
  { userId, ref }: Pick<PaymentRow, 'userId' | 'ref'>,
  amount: bigint,
  receiptId: string,
): Promise<void> {
  const mail = { kind: 'transfer-arrived', dedupeKey: transferKey(receiptId) } as const
  const values = { amount: Number(amount), payment: ref }
  return queueMail(tx, { ...mail, userId, address: null, language: null, values })
}

/** Keeps money in `suspense`, once, until an operator says whose it is or sends it back. */
export async function keepUnmatched(
  tx: Db,
  { account, code: _, worth, ...money }: IncomingMoney,
  now: Date,
): Promise<Exclude<Received, { outcome: 'credited' }>> {
  const row = await insertReceipt(tx, { ...money, state: 'unmatched', receivedAt: now })
  if (!row) return { outcome: 'duplicate' }
  const { amount } = money
  const entries = [...transfer(account, 'suspense', amount), ...rounding(account, (worth ?? amount) - amount)]
  await postHouse(tx, { key: receiptKey(row.id), type: 'receipt', entries }, now)
  return { outcome: 'unmatched', receiptId: row.id }
}

/** Names the posting of money that is held. */
export const receiptKey = (receiptId: string): string => `receipt:${receiptId}`

/** The bank's own number of a transfer, however somebody typed it. */
export const bankReferenceOf = (text: string): string => normalForm(cleanLine(text), 'NFKC').toUpperCase()

/** The payment that the first text with a reference names: none when it names several (payments §6.3). */
async function paymentNamedBy(tx: Db, texts: string[]): Promise<PaymentRow | null> {
  for (const text of texts) {
    const [payment, ...others] = await findPaymentsByRef(tx, findReferences(text))
    if (payment) return others.length === 0 ? payment : null
  }
  return null
}

/** Records money once that is known to be for a payment. */
export async function applyReceipt(
  account: LockedAccount,
  payment: LockedPayment,
  { account: from, worth, code: _, ...money }: IncomingMoney,
): Promise<Exclude<Received, { outcome: 'unmatched' }>> {
  const { id: paymentId, ref } = payment
  const receipt = { ...money, state: 'matched', paymentId, receivedAt: account.now } as const
  const row = await insertReceipt(account.tx, receipt)
  if (!row) return { outcome: 'duplicate' }
  const { amount } = money
  await credit(account, { payment, amount, from, worth: worth ?? amount, receiptId: row.id })
  return { outcome: 'credited', receiptId: row.id, ref }
}

export interface Credit {
  payment: LockedPayment
  amount: bigint
  from: HouseAccount
  /** VND that leave `from`; without it the amount. */
  worth?: bigint
  receiptId: string
}

/** Credits the money of a payment to the wallet, and fulfils its purpose as far as it goes. */
export async function credit(
  account: LockedAccount,
  { payment: before, amount, from, worth = amount, receiptId }: Credit,
): Promise<void> {
  const { tx, userId, now } = account
  const { id } = before
  const entries: LedgerEntry[] = [
    ...transfer(from, account.wallet, amount),
    ...rounding(from, worth - amount),
  ]
  await post(account, { key: `credit:${receiptId}`, type: 'receipt', entries, paymentId: id })
  const payment = await updatePayment(account, before, { paid: before.paid + amount })
  await dismissNotificationsOf(tx, userId, ['part-received'], now, payment.ref)
  const notify = (kind: 'credited' | 'change-not-made' | 'late-done') => {
    const values = { amount: Number(amount), payment: payment.ref }
    return insertNotification(tx, { userId, kind, subject: receiptId, values, createdAt: now })
  }
  if (!isStillMeant(payment, now)) {
    await payOpenInvoices(account, id)
    if (payment.status !== 'succeeded' && payment.paid >= payment.amount)
      await updatePayment(account, payment, { status: 'succeeded', statusCode: 'credited', settledAt: now })
    await notify('credited')
    return
  }
  const isDone = await execute(account, payment)
  const isPaid = payment.paid >= payment.amount
  const otherwise = payment.purpose === 'plan_change' ? 'change-not-made' : 'credited'
  if (isDone || isPaid) {
    const statusCode = isDone ? '' : otherwise
    await updatePayment(account, payment, { status: 'succeeded', statusCode, settledAt: now })
  } else if (isOpenPayment(payment)) {
    await updatePayment(account, payment, { status: 'underpaid', statusCode: 'underpaid' })
  }
  const isLate = !isOpenPayment(payment)
  if (isDone && isLate) await notify('late-done')
  if (!isDone && (isPaid || isLate)) await notify(otherwise)
}

/** The difference between an account's balance and its ledger balance. */
export function rounding(from: HouseAccount, excess: bigint): LedgerEntry<HouseAccount>[] {
  if (excess === 0n) return []
  return excess > 0n ? transfer(from, 'fx_rounding', excess) : transfer('fx_rounding', from, -excess)
}

/** Whether its purpose still holds: done, replaced and old ones only credit the wallet. */
function isStillMeant(payment: PaymentRow, now: Date): boolean {
  if (payment.status === 'succeeded' || payment.statusCode === 'superseded') return false
  return now.getTime() <= payment.expiresAt.getTime() + MATCH_MS
}

/** True when the purpose of the payment is fulfilled. */
async function execute(account: LockedAccount, payment: PaymentRow): Promise<boolean> {
  const { tx, userId, now } = account
  const { id, purpose, change } = payment
  if (purpose === 'plan_change' && change?.plan) {
    const choice = { plan: change.plan, payYear: change.payYear }
    const found = await findChange(tx, account.subscription, choice, now)
    const { balance } = await findWallet(tx, userId)
    if (typeof found === 'object' && balance >= found.quote.due) {
      await changePlanFromWallet(account, { ...found, paymentId: id })
      return true
    }
    await payOpenInvoices(account, id)
    return false
  }
  if (change?.payYear) return payRestOfYear(account, id)
  await payOpenInvoices(account, id)
  if (purpose === 'topup') return payment.paid >= payment.amount
  return (await findWallet(tx, userId)).owed === 0n
}
