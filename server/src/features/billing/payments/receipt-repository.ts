import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { receipts } from './table'

export type ReceiptRow = typeof receipts.$inferSelect
export type NewReceipt = typeof receipts.$inferInsert

/** Null when the event was taken before. */
export async function insertReceipt(tx: Db, receipt: NewReceipt): Promise<ReceiptRow | null> {
  const [row] = await tx
    .insert(receipts)
    .values(receipt)
    .onConflictDoNothing({ target: [receipts.provider, receipts.eventKey] })
    .returning()
  return row ?? null
}

/**
 * Whether another provider reported the same bank transfer. The next caller with the same one waits for the end of the
 * transaction; two events of one provider are two transfers, whatever their reference.
 */
export async function isReportedByAnother(
  tx: Db,
  { provider, bankReference, amount }: Pick<ReceiptRow, 'provider' | 'bankReference' | 'amount'>,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`receipt:${bankReference}`}, 0))`)
  const isSame = and(eq(receipts.bankReference, bankReference), eq(receipts.amount, amount))
  const rows = await tx
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(isSame, ne(receipts.provider, provider)))
    .limit(1)
  return rows.length > 0
}

export async function findReceipt(db: Db, id: string): Promise<ReceiptRow | null> {
  const [row] = await db.select().from(receipts).where(eq(receipts.id, id))
  return row ?? null
}

/** False if it was already assigned or refunded. */
export async function closeReceipt(
  tx: Db,
  id: string,
  close: { state: 'assigned'; paymentId: string } | { state: 'refunded' },
): Promise<boolean> {
  const rows = await tx
    .update(receipts)
    .set(close)
    .where(and(eq(receipts.id, id), eq(receipts.state, 'unmatched')))
    .returning({ id: receipts.id })
  return rows.length === 1
}

/** Money that came and names no payment, until an operator says whose it is. */
export const countUnmatched = (db: Db): Promise<number> =>
  db.$count(receipts, eq(receipts.state, 'unmatched'))
