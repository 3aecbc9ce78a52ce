import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { billingNotices } from '../table'

export type NoticeRow = typeof billingNotices.$inferSelect

/** What is told of a period and its end. */
export const PERIOD_NOTICES = [
  'ends-soon',
  'ended',
  'grace-half',
  'past-due',
  'returned-to-free',
] as const satisfies NoticeRow['kind'][]

/** Once for a kind and a subject; a second one is left out. */
export async function insertNotice(
  tx: Db,
  notice: Pick<NoticeRow, 'userId' | 'kind' | 'subject' | 'values' | 'createdAt'>,
): Promise<void> {
  await tx.insert(billingNotices).values(notice).onConflictDoNothing()
}

/** Those that are not closed, the oldest first. */
export async function listNotices(db: Db, userId: string): Promise<NoticeRow[]> {
  return db
    .select()
    .from(billingNotices)
    .where(and(eq(billingNotices.userId, userId), isNull(billingNotices.closedAt)))
    .orderBy(asc(billingNotices.createdAt), asc(billingNotices.id))
}

/** False when it is not the user's. Closing one twice is no mistake. */
export async function closeNotice(db: Db, userId: string, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(billingNotices)
    .set({ closedAt: at })
    .where(and(eq(billingNotices.id, id), eq(billingNotices.userId, userId)))
    .returning({ id: billingNotices.id })
  return rows.length === 1
}

/** What no longer holds is no longer said: of one subject, or of all. */
export async function closeNoticesOf(
  tx: Db,
  userId: string,
  kinds: readonly NoticeRow['kind'][],
  at: Date,
  subject?: string,
): Promise<void> {
  for (const kind of kinds) {
    await tx
      .update(billingNotices)
      .set({ closedAt: at })
      .where(
        and(
          eq(billingNotices.userId, userId),
          eq(billingNotices.kind, kind),
          isNull(billingNotices.closedAt),
          subject === undefined ? undefined : eq(billingNotices.subject, subject),
        ),
      )
  }
}
