import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { ledgerEntries, ledgerTransactions, wallets } from './ledger-table'

/** Every column is given, so that the statement, which the server keeps prepared by its name, is always the same. */
export type NewLedgerTransaction = Required<Omit<typeof ledgerTransactions.$inferInsert, 'id' | 'reversesId'>>
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
    .prepare('ledger_transaction')
    .execute()
  return row?.id ?? null
}

export async function insertLedgerEntries(
  tx: Db,
  transactionId: string,
  entries: readonly NewLedgerEntry[],
): Promise<void> {
  await tx
    .insert(ledgerEntries)
    .values(entries.map((entry) => ({ ...entry, transactionId })))
    .prepare(`ledger_entries_${entries.length}`)
    .execute()
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
