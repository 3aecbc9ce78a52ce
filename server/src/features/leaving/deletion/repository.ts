import { DELETION_DAYS, DELETION_WARNING_DAYS } from '@scanleaf/shared'
import { and, asc, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import type { Database, Db } from '../../../platform/db/database'
import { TRUSTED_NOW } from '../../../platform/trusted-clock'
import { deleteDueUser } from '../../account'
import { deleteWorkspace, listOwned, lockWorkspace } from '../../workspaces'
import { erasures } from '../table'

export type ErasureRow = typeof erasures.$inferSelect

/** Value of `step` of a deletion that is planned: its day has not come, and its owner may cancel it. */
const PLANNED = -1
const BEGINS = { step: 0, begunAt: sql`now()` }

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
      // One of a further workspace may have been planned by itself: it begins now, as it was wished.
      .onConflictDoUpdate({ target: erasures.userId, set: BEGINS })
  })
}

/** Those that have begun and not ended, the oldest first. */
export function listRunning(db: Db, limit: number): Promise<ErasureRow[]> {
  return db
    .select()
    .from(erasures)
    .where(and(isNull(erasures.endedAt), gte(erasures.step, 0)))
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

/** Plans the deletion of a further workspace. Another request changes how it is done, never its day. */
export async function planErasure(
  tx: Db,
  row: Pick<ErasureRow, 'userId' | 'ending' | 'keepPdfPages'>,
): Promise<ErasureRow> {
  const begunAt = sql`now() + ${DELETION_DAYS} * interval '1 day'`
  const [planned] = await tx
    .insert(erasures)
    .values({ ...row, step: PLANNED, begunAt })
    .onConflictDoUpdate({ target: erasures.userId, set: row, setWhere: eq(erasures.step, PLANNED) })
    .returning()
  if (!planned) throw new Error('a workspace that is locked is not being erased')
  return planned
}

const isPlanned = (userId: string) => and(eq(erasures.userId, userId), eq(erasures.step, PLANNED))

/** The deletion of a further workspace that has not begun. */
export async function findPlanned(db: Db, userId: string): Promise<ErasureRow | null> {
  const [row] = await db.select().from(erasures).where(isPlanned(userId))
  return row ?? null
}

/** Null when none was planned, or it has begun. */
export async function cancelErasure(tx: Db, userId: string): Promise<ErasureRow | null> {
  const [row] = await tx.delete(erasures).where(isPlanned(userId)).returning()
  return row ?? null
}

/** Further workspaces whose day has come, the longest overdue first. */
export async function listDueErasures(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: erasures.userId })
    .from(erasures)
    .where(and(eq(erasures.step, PLANNED), lte(erasures.begunAt, TRUSTED_NOW)))
    .orderBy(asc(erasures.begunAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** How many that would be if the clock were right. */
export const countDueErasures = (db: Db): Promise<number> =>
  db.$count(erasures, and(eq(erasures.step, PLANNED), lte(erasures.begunAt, sql`now()`)))

/** Those whose codes stop within two weeks. */
export function listStoppingSoon(db: Db, limit: number): Promise<ErasureRow[]> {
  const soon = sql`${TRUSTED_NOW} + ${DELETION_WARNING_DAYS} * interval '1 day'`
  return db
    .select()
    .from(erasures)
    .where(and(eq(erasures.step, PLANNED), eq(erasures.ending, 'stop'), lte(erasures.begunAt, soon)))
    .orderBy(asc(erasures.begunAt))
    .limit(limit)
}

/** Its members are out, and the sweeps begin; nothing when it is kept after all. */
export function beginPlanned(database: Database, userId: string): Promise<void> {
  return database.transaction(async (tx) => {
    const isDue = and(isPlanned(userId), lte(erasures.begunAt, TRUSTED_NOW))
    // A cancellation locks the workspace first, too.
    await lockWorkspace(tx, userId)
    const begun = await tx.update(erasures).set(BEGINS).where(isDue).returning({ step: erasures.step })
    if (begun.length > 0) await deleteWorkspace(tx, userId)
  })
}
