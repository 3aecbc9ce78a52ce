import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { ledgerEntries, ledgerTransactions, wallets } from './ledger-table'

export type NewLedgerTransaction = typeof ledgerTransactions.$inferInsert
export type NewLedgerEntry = Omit<typeof ledgerEntries.$inferInsert, 'id' | 'transactionId'>

/** Its id; null when the key is there already. */
export async function insertLedgerTransaction(
  tx: Db,
  transaction: NewLedgerTransaction,
): Promise<string | null> {
  const [row] = await tx
    .insert(ledgerTransactions)
    .values(transaction)
    .onConflictDoNothing({ target: ledgerTransactions.idempotencyKey })
    .returning({ id: ledgerTransactions.id })
  return row?.id ?? null
}

export async function insertLedgerEntries(
  tx: Db,
  transactionId: string,
  entries: readonly NewLedgerEntry[],
): Promise<void> {
  await tx.insert(ledgerEntries).values(entries.map((entry) => ({ ...entry, transactionId })))
}

export interface Wallet {
  balance: bigint
  owed: bigint
}

/** Who never paid has nothing and owes nothing. */
export async function findWallet(db: Db, userId: string): Promise<Wallet> {
  const [row] = await db
    .select({ balance: wallets.balance, owed: wallets.owed })
    .from(wallets)
    .where(eq(wallets.userId, userId))
  return row ?? { balance: 0n, owed: 0n }
}
