import { and, desc, eq, lte, not, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { TRUSTED_NOW } from '../../platform/trusted-clock'
import { generatedCodes } from './table'

export type GeneratedCodeRow = typeof generatedCodes.$inferSelect

/** What is drawn without an account is kept for a day. */
const isExpired = sql`${generatedCodes.createdAt} <= ${TRUSTED_NOW} - interval '1 day'`

export async function insertGenerated(db: Db, code: Omit<GeneratedCodeRow, 'createdAt'>): Promise<void> {
  await db.insert(generatedCodes).values({ ...code, createdAt: sql`now()` })
}

/** Null when there is none, or it has expired. */
export async function findGenerated(db: Db, id: string): Promise<GeneratedCodeRow | null> {
  const [row] = await db
    .select()
    .from(generatedCodes)
    .where(and(eq(generatedCodes.id, id), not(isExpired)))
  return row ?? null
}

/** Deletes those that have expired, and the oldest of too many. */
export async function dropGenerated(db: Db, most: number): Promise<void> {
  const firstTooMany = db
    .select({ at: generatedCodes.createdAt })
    .from(generatedCodes)
    .orderBy(desc(generatedCodes.createdAt))
    .offset(most)
    .limit(1)
  await db.delete(generatedCodes).where(or(isExpired, lte(generatedCodes.createdAt, sql`(${firstTooMany})`)))
}

/** What was drawn for a user and has not expired. */
export async function eraseGenerated(db: Db, userId: string): Promise<void> {
  await db.delete(generatedCodes).where(eq(generatedCodes.userId, userId))
}
