import { vatIn } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { trustedTime } from '../../../platform/trusted-clock'
import { type HouseAccount, type LedgerAccount, post, transfer } from '../ledger/ledger'
import { insertMovement } from '../ledger/movement-repository'
import type { LockedAccount } from '../locked-account-repository'
import {
  closeInvoice,
  findBuyer,
  findInvoiceOfPeriod,
  type InvoiceRow,
  insertInvoice,
  nextInvoiceNumber,
} from './repository'
import type { InvoiceLine } from './table'
import { findVatRate } from './vat-repository'

const DAY_MS = 86_400_000

export interface Issue {
  kind: InvoiceRow['kind']
  /** Start of the period of a renewal or an over-limit fee: each is issued once for a period. Null otherwise. */
  periodStart: Date | null
  lines: readonly InvoiceLine[]
  /** Its income account; `revenue` except for chargebacks. */
  source?: HouseAccount
  purchase?: InvoiceRow['purchase']
}

/**
 * Issues an invoice over the sum of its lines, which must be above zero. One that was issued for the period already is
 * given back as it is.
 */
export async function issueInvoice(
  account: LockedAccount,
  { kind, periodStart, lines, source = 'revenue', purchase = null }: Issue,
): Promise<InvoiceRow> {
  const { tx, userId, now } = account
  const known = periodStart && (await findInvoiceOfPeriod(tx, { userId, kind, periodStart }))
  if (known) return known
  const year = yearOf(await nearTrusted(tx, now))
  const amount = lines.reduce((sum, line) => sum + BigInt(line.amount), 0n)
  const invoice = await insertInvoice(tx, {
    number: `QC-${year}-${String(await nextInvoiceNumber(tx, year)).padStart(6, '0')}`,
    userId,
    kind,
    periodStart,
    status: 'open',
    amount,
    lines: [...lines],
    buyer: await findBuyer(tx, userId),
    purchase,
    ...(await vatOf(tx, kind, amount)),
    issuedAt: now,
  })
  await postOf(account, invoice, 'invoice-issued', [account.receivable, source])
  if (kind !== 'plan_change') {
    const { id: invoiceId } = invoice
    const type = kind === 'chargeback' ? 'chargeback' : 'renewal'
    const plan = kind === 'renewal' ? (purchase?.plan ?? null) : null
    await insertMovement(tx, { userId, type, invoiceId, plan, amount, createdAt: now })
  }
  return invoice
}

/** Invoices a chargeback again: its VAT is on the invoices that the payment paid. */
async function vatOf(tx: Db, kind: InvoiceRow['kind'], amount: bigint) {
  const vatPercent = kind === 'chargeback' ? null : await findVatRate(tx)
  return { vatPercent, vatAmount: vatPercent === null ? null : vatIn(amount, vatPercent) }
}

/** Within a day of trusted time: a clock that leaps over the end of a year must not number invoices of the next one. */
const nearTrusted = async (tx: Db, now: Date): Promise<Date> =>
  new Date((await trustedTime(tx, new Date(now.getTime() - DAY_MS))).getTime() + DAY_MS)

/** The year in which it is issued where it is issued. */
const yearOf = (time: Date): number =>
  Number(new Intl.DateTimeFormat('en', { timeZone: 'Asia/Ho_Chi_Minh', year: 'numeric' }).format(time))

/**
 * Pays an open invoice out of the wallet.
 * @throws AppError PurchaseFailure when the wallet has less
 */
export async function payInvoice(
  account: LockedAccount,
  invoice: InvoiceRow,
  paymentId: string | null,
): Promise<void> {
  const { tx, now, wallet, receivable } = account
  if (!(await closeInvoice(tx, invoice.id, { status: 'paid', paidAt: now, paymentId }))) return
  await postOf(account, invoice, 'invoice-paid', [wallet, receivable])
}

/**
 * Voids an open invoice; its number stays. False when it is no longer open.
 * @param source as it was issued
 */
export async function voidInvoice(
  account: LockedAccount,
  invoice: InvoiceRow,
  source: HouseAccount = 'revenue',
): Promise<boolean> {
  if (!(await closeInvoice(account.tx, invoice.id, { status: 'void' }))) return false
  await postOf(account, invoice, 'invoice-voided', [source, account.receivable])
  return true
}

/** Writes off the amount of an open invoice. */
export async function writeOffInvoice(account: LockedAccount, invoice: InvoiceRow): Promise<void> {
  if (!(await closeInvoice(account.tx, invoice.id, { status: 'written_off' }))) return
  await postOf(account, invoice, 'invoice-written-off', ['expense:write_off', account.receivable])
}

async function postOf(
  account: LockedAccount,
  { id, amount }: InvoiceRow,
  type: string,
  [debit, credit]: [LedgerAccount, LedgerAccount],
): Promise<void> {
  const entries = transfer(debit, credit, amount)
  await post(account, { key: `${type}:${id}`, type, entries, invoiceId: id })
}
