import { desc, eq, gt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { generatedCodes } from './table'

export type GeneratedCode = typeof generatedCodes.$inferSelect

export async function insertGenerated(db: Db, code: GeneratedCode): Promise<void> {
  await db.insert(generatedCodes).values(code)
}

/** Null when there is none newer than `since`. */
export async function findGenerated(db: Db, id: string, since: Date): Promise<GeneratedCode | null> {
  const [row] = await db
    .select()
    .from(generatedCodes)
    .where(sql`${eq(generatedCodes.id, id)} and ${gt(generatedCodes.createdAt, since)}`)
  return row ?? null
}

/** Deletes those older than `since`, and the oldest of too many. */
export async function dropGenerated(db: Db, since: Date, most: number): Promise<void> {
  const firstTooMany = db
    .select({ at: generatedCodes.createdAt })
    .from(generatedCodes)
    .orderBy(desc(generatedCodes.createdAt))
    .offset(most)
    .limit(1)
  await db
    .delete(generatedCodes)
    .where(or(lte(generatedCodes.createdAt, since), lte(generatedCodes.createdAt, sql`(${firstTooMany})`)))
}
