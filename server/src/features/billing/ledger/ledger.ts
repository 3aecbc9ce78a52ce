import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { violatedConstraint } from '../../../platform/db/query-error'
import type { LockedAccount } from '../locked-account-repository'
import { findEntries, insertLedgerTransaction, type NewLedgerEntry } from './repository'

/** Our own accounts in the ledger (payments §7): assets and expenses grow by debits, the others by credits. */
export type HouseAccount =
  | `clearing:${string}`
  | 'suspense'
  | 'refund_pending'
  | 'fx_rounding'
  | 'revenue'
  | 'revenue:proration'
  | 'expense:write_off'

/** With those of a user: the wallet and the outstanding balance. */
export type LedgerAccount = HouseAccount | `wallet:${string}` | `receivable:${string}`

export interface LedgerEntry<A extends LedgerAccount = LedgerAccount> extends NewLedgerEntry {
  account: A
}

export interface Posting<A extends LedgerAccount = LedgerAccount> {
  /** Key of the operation, so that it happens once. */
  key: string
  type: string
  entries: readonly LedgerEntry<A>[]
  paymentId?: string | null
  invoiceId?: string | null
}

/** The two entries that carry an amount from an account to another. */
export const transfer = <From extends LedgerAccount, To extends LedgerAccount>(
  from: From,
  to: To,
  amount: bigint,
): LedgerEntry<From | To>[] => [
  { account: from, direction: 'debit', amount },
  { account: to, direction: 'credit', amount },
]

/**
 * Adds a balanced transaction to the ledger; the user's wallet follows in the database. False when its key was posted
 * before.
 * @throws AppError PurchaseFailure when the wallet would fall below zero
 */
export async function post(account: LockedAccount, posting: Posting): Promise<boolean> {
  const { tx, now, wallet, receivable } = account
  const isLocked = ({ account: name }: LedgerEntry) =>
    !/^(wallet|receivable):/.test(name) || name === wallet || name === receivable
  if (!posting.entries.every(isLocked)) throw new Error('a posting changes an account that is not locked')
  try {
    return await insert(tx, posting, now)
  } catch (error) {
    if (violatedConstraint(error) !== 'wallets_balance') throw error
    throw new AppError('PurchaseFailure', undefined, undefined, { cause: error as Error })
  }
}

/** As `post`, between our own accounts, for which no lock is needed. */
export const postHouse = (tx: Db, posting: Posting<HouseAccount>, now: Date): Promise<boolean> =>
  insert(tx, posting, now)

const insert = (
  tx: Db,
  { key, type, entries, paymentId = null, invoiceId = null }: Posting,
  now: Date,
): Promise<boolean> =>
  insertLedgerTransaction(tx, { idempotencyKey: key, type, paymentId, invoiceId, createdAt: now }, entries)

/** Reverses a posting between our own accounts, entry by entry. False when it was reversed before. */
export async function reverseHouse(
  tx: Db,
  key: string,
  posting: Omit<Posting, 'entries'>,
  now: Date,
): Promise<boolean> {
  const entries = (await findEntries(tx, key)).map(({ account, direction, amount }) => ({
    account: account as HouseAccount,
    direction: direction === 'debit' ? ('credit' as const) : ('debit' as const),
    amount,
  }))
  if (entries.length === 0) throw new Error('the posting to reverse does not exist')
  return postHouse(tx, { ...posting, entries }, now)
}
