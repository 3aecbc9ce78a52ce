import type { Page } from '@scanleaf/shared'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { userCodeTable } from '../../user-codes'
import { pageReviews } from './table'

export type ReviewRow = typeof pageReviews.$inferSelect

/** Rows of the index `page_reviews_waiting`. */
export const WAITING_REVIEWS = sql`select from page_reviews where decision is null`

export async function findReview(db: Db, pageId: string): Promise<ReviewRow | null> {
  const [row] = await db.select().from(pageReviews).where(eq(pageReviews.pageId, pageId))
  return row ?? null
}

/** In place of what waited before. */
export async function requestReview(
  tx: Db,
  request: { pageId: string; content: Page; names: string[]; requestedAt: Date },
): Promise<void> {
  const set = { ...request, id: crypto.randomUUID(), decision: null, decidedAt: null }
  await tx.insert(pageReviews).values(set).onConflictDoUpdate({ target: pageReviews.pageId, set })
}

/** What waits is no longer wanted; what was approved stays so. */
export async function withdrawReview(tx: Db, pageId: string, now: Date): Promise<void> {
  await tx
    .update(pageReviews)
    .set({ decision: 'withdrawn', decidedAt: now })
    .where(and(eq(pageReviews.pageId, pageId), isNull(pageReviews.decision)))
}

/** False when it has been decided already, or another version is waiting. */
export async function decideReview(
  tx: Db,
  { id, decision, now, approvedClaim }: Pick<ReviewRow, 'id' | 'decision' | 'approvedClaim'> & { now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(pageReviews)
    .set({ decision, decidedAt: now, approvedClaim })
    .where(and(eq(pageReviews.id, id), isNull(pageReviews.decision)))
    .returning({ id: pageReviews.id })
  return rows.length > 0
}

const WAITING_AT_ONCE = 50

const waiting = (db: Db) =>
  db
    .select({ review: pageReviews, code: userCodeTable })
    .from(pageReviews)
    .innerJoin(userCodeTable, eq(userCodeTable.id, pageReviews.pageId))
const isWaiting = and(isNull(pageReviews.decision), isNull(userCodeTable.deletedAt))

export async function findWaiting(db: Db, id: string) {
  const [row] = await waiting(db).where(and(isWaiting, eq(pageReviews.id, id)))
  return row ?? null
}

/** The longest waiting first; pages of codes in the trash wait with them. */
export const listWaiting = (db: Db) =>
  waiting(db).where(isWaiting).orderBy(asc(pageReviews.requestedAt)).limit(WAITING_AT_ONCE)
