import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { preparedStatement } from '../../../platform/db/prepared-statement'
import { ledgerEntries, ledgerTransactions, wallets } from './ledger-table'

export type NewLedgerTransaction = Required<Omit<typeof ledgerTransactions.$inferInsert, 'id' | 'reversesId'>>
export type NewLedgerEntry = Omit<typeof ledgerEntries.$inferInsert, 'id' | 'transactionId'>

const given = sql.placeholder

const insertBoth = preparedStatement<Record<string, unknown>, { transaction_id: string }>(
  'ledger_posting',
  sql`
    with posted as (
      insert into ledger_transactions (idempotency_key, type, payment_id, invoice_id, created_at)
      values (${given('idempotencyKey')}, ${given('type')}, ${given('paymentId')}, ${given('invoiceId')}, ${given('createdAt')})
      on conflict (idempotency_key) do nothing
      returning id
    )
    insert into ledger_entries (transaction_id, account, direction, amount)
    select posted.id, entry.account, entry.direction, entry.amount
    from posted, unnest(${given('accounts')}::text[], ${given('directions')}::text[], ${given('amounts')}::bigint[])
      with ordinality as entry (account, direction, amount, place)
    order by entry.place
    returning transaction_id`,
)

/** Adds a transaction with its entries, in this order; false, and neither, when its key is there already. */
export async function insertLedgerTransaction(
  tx: Db,
  { createdAt, ...transaction }: NewLedgerTransaction,
  entries: readonly NewLedgerEntry[],
): Promise<boolean> {
  const rows = await insertBoth(tx, {
    ...transaction,
    createdAt: createdAt.toISOString(),
    accounts: entries.map(({ account }) => account),
    directions: entries.map(({ direction }) => direction),
    amounts: entries.map(({ amount }) => amount),
  })
  return rows.length > 0
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

/** Entries of the transaction with an idempotency key, in their order. */
export async function findEntries(db: Db, idempotencyKey: string): Promise<NewLedgerEntry[]> {
  return db
    .select({
      account: ledgerEntries.account,
      direction: ledgerEntries.direction,
      amount: ledgerEntries.amount,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(eq(ledgerTransactions.idempotencyKey, idempotencyKey))
    .orderBy(asc(ledgerEntries.id))
}
