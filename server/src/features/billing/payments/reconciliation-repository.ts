import { and, asc, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { payments } from '../table'
import type { PaymentRow } from './repository'

/** A time: `from` belongs to it, `to` does not. */
export interface Span {
  from: Date
  to: Date
}

/** Payments of the given types that were made in a time, in the order of their references. */
export async function listPaymentsOf(
  db: Db,
  { types, from, to, after, limit }: Span & { types: string[]; after: string; limit: number },
): Promise<PaymentRow[]> {
  const isOfTime = and(gte(payments.createdAt, from), lt(payments.createdAt, to))
  return db
    .select()
    .from(payments)
    .where(and(inArray(payments.gateway, types), isOfTime, gt(payments.ref, after)))
    .orderBy(asc(payments.ref))
    .limit(limit)
}

/** Transfers that a provider reported in a period: how many, and those that differ in the ledger. */
export async function compareReceipts(db: Db, provider: string, { from, to }: Span) {
  const rows = await query<{ subject: string; here: string; there: string }>(
    db,
    sql`select receipts.id::text as subject, receipts.amount::text as there,
        (select coalesce(sum(entry.amount), 0) from ledger_transactions posting
          join ledger_entries entry on entry.transaction_id = posting.id
          where posting.idempotency_key in ('receipt:' || receipts.id, 'credit:' || receipts.id)
            and entry.account = 'clearing:bank' and entry.direction = 'debit')::text as here
      from receipts
      where provider = ${provider} and received_at >= ${from.toISOString()}::timestamptz
        and received_at < ${to.toISOString()}::timestamptz`,
  )
  const differing = rows.filter(({ here, there }) => here !== there)
  return {
    compared: rows.length,
    differing: differing.map(({ subject, here, there }) => ({
      subject,
      here: Number(here),
      there: Number(there),
    })),
  }
}
