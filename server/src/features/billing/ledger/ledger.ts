import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { violatedConstraint } from '../../../platform/db/query-error'
import { findEntries, insertLedgerTransaction, type NewLedgerEntry } from './repository'

/** Accounts of the ledger (payments §7): assets and expenses grow by debits, the others by credits. */
export type LedgerAccount =
  | `wallet:${string}`
  | `receivable:${string}`
  | `clearing:${string}`
  | 'suspense'
  | 'refund_pending'
  | 'fx_rounding'
  | 'revenue'
  | 'revenue:proration'
  | 'expense:write_off'

export interface LedgerEntry extends NewLedgerEntry {
  account: LedgerAccount
}

export interface Posting {
  /** Names what is done, so that it is done once. */
  key: string
  type: string
  entries: readonly LedgerEntry[]
  paymentId?: string | null
  invoiceId?: string | null
  now: Date
}

/** The two entries that carry an amount from an account to another. */
export const transfer = (from: LedgerAccount, to: LedgerAccount, amount: bigint): LedgerEntry[] => [
  { account: from, direction: 'debit', amount },
  { account: to, direction: 'credit', amount },
]

/**
 * Adds a balanced transaction to the ledger; the wallets follow in the database. False when its key was posted before.
 * @throws AppError PurchaseFailure when a wallet would fall below zero
 */
export async function post(
  tx: Db,
  { key, type, entries, paymentId = null, invoiceId = null, now }: Posting,
): Promise<boolean> {
  const transaction = { idempotencyKey: key, type, paymentId, invoiceId, createdAt: now }
  try {
    return await insertLedgerTransaction(tx, transaction, entries)
  } catch (error) {
    if (violatedConstraint(error) !== 'wallets_balance') throw error
    throw new AppError('PurchaseFailure', undefined, undefined, { cause: error as Error })
  }
}

/** Takes a posting back by its entries the other way round. False when that was done before. */
export async function reverse(tx: Db, key: string, posting: Omit<Posting, 'entries'>): Promise<boolean> {
  const entries = (await findEntries(tx, key)).map(({ account, direction, amount }) => ({
    account: account as LedgerAccount,
    direction: direction === 'debit' ? ('credit' as const) : ('debit' as const),
    amount,
  }))
  if (entries.length === 0) throw new Error('A posting that is taken back was never made')
  return post(tx, { ...posting, entries })
}
