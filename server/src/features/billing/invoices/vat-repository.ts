import { desc, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { vatRates } from './table'

/**
 * Makes a rate that of new invoices, for all processes; the same one again changes nothing. Every start does it, since
 * what issues an invoice may run where no setting is read.
 * @param percent whole percent
 */
export async function recordVatRate(db: Db, percent: number): Promise<void> {
  await db.execute(sql`
    insert into ${vatRates} (percent) select ${percent}::integer
    where ${percent}::integer is distinct from (select percent from ${vatRates} order by id desc limit 1)`)
}

/** Whole percent; null before a rate was recorded. */
export async function findVatRate(db: Db): Promise<number | null> {
  const [row] = await db
    .select({ percent: vatRates.percent })
    .from(vatRates)
    .orderBy(desc(vatRates.id))
    .limit(1)
  return row?.percent ?? null
}
