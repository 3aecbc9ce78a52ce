import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Db } from '../../../platform/db/database'
import { TRUSTED_NOW } from '../../../platform/trusted-clock'
import { deleteDueUser } from '../../account'
import { listOwned } from '../../workspaces'
import { erasures } from '../table'

export type ErasureRow = typeof erasures.$inferSelect

/** How long a call of a session that is gone may still write: until then all is swept again. */
const LATE_WRITES = sql`interval '1 hour'`

/** The user goes and the erasure is written down, with one for each further workspace of theirs, or neither; nothing when the account is kept after all. */
export function beginErasure(database: Database, userId: string): Promise<void> {
  return database.transaction(async (tx) => {
    const user = await deleteDueUser(tx, userId)
    if (!user) return
    const { email, ending, keepPdfPages } = user
    const owned = (await listOwned(tx, userId)).filter((id) => id !== userId)
    await tx
      .insert(erasures)
      .values([
        { userId, email, ending, keepPdfPages },
        ...owned.map((id) => ({ userId: id, ending, keepPdfPages })),
      ])
  })
}

/** Those that have begun and not ended, the oldest first. */
export function listRunning(db: Db, limit: number): Promise<ErasureRow[]> {
  return db
    .select()
    .from(erasures)
    .where(isNull(erasures.endedAt))
    .orderBy(asc(erasures.begunAt))
    .limit(limit)
}

/** A step is done; whoever continues after a kill begins with the next one. */
export async function recordStep(db: Db, userId: string, step: number): Promise<void> {
  await db.update(erasures).set({ step }).where(eq(erasures.userId, userId))
}

/** The sweep is done: the last one when nothing can write for the user any more; otherwise the next one starts over. */
export async function endErasure(db: Db, userId: string): Promise<void> {
  const isIt = and(eq(erasures.userId, userId), isNull(erasures.endedAt))
  await db.update(erasures).set({ step: 0 }).where(isIt)
  await db
    .update(erasures)
    .set({ endedAt: sql`now()`, email: null })
    .where(and(isIt, sql`${erasures.begunAt} <= ${TRUSTED_NOW} - ${LATE_WRITES}`))
}
