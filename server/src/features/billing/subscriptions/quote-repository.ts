import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { quotes } from './table'

type QuoteRow = typeof quotes.$inferSelect

export async function insertQuote(db: Db, quote: typeof quotes.$inferInsert): Promise<string> {
  const [row] = await db.insert(quotes).values(quote).returning({ id: quotes.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Null when it is not the user's. */
export async function findQuote(db: Db, userId: string, id: string): Promise<QuoteRow | null> {
  const [row] = await db
    .select()
    .from(quotes)
    .where(and(eq(quotes.id, id), eq(quotes.userId, userId)))
  return row ?? null
}

/** A few at a time: each new quote takes away more than it adds. */
export async function deleteExpiredQuotes(db: Db): Promise<void> {
  const old = sql`(select ctid from ${quotes} where ${quotes.expiresAt} < now() limit 10 for update skip locked)`
  await db.delete(quotes).where(sql`ctid in ${old}`)
}
