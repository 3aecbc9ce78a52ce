import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { billingNotifications } from './table'

export type NotificationRow = typeof billingNotifications.$inferSelect

/** What is told of a period and its end. */
export const PERIOD_NOTIFICATIONS = [
  'ends-soon',
  'ended',
  'grace-half',
  'past-due',
  'returned-to-free',
] as const satisfies NotificationRow['kind'][]

/** Once for a kind and a subject; a second one is left out. */
export async function insertNotification(
  tx: Db,
  notification: Pick<NotificationRow, 'userId' | 'kind' | 'subject' | 'values' | 'createdAt'>,
): Promise<void> {
  await tx.insert(billingNotifications).values(notification).onConflictDoNothing()
}

/** Those that are not closed, the oldest first. */
export async function listNotifications(db: Db, userId: string): Promise<NotificationRow[]> {
  return db
    .select()
    .from(billingNotifications)
    .where(and(eq(billingNotifications.userId, userId), isNull(billingNotifications.closedAt)))
    .orderBy(asc(billingNotifications.createdAt), asc(billingNotifications.id))
}

/** False when it is not the user's. Closing one twice is no mistake. */
export async function dismissNotification(db: Db, userId: string, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(billingNotifications)
    .set({ closedAt: at })
    .where(and(eq(billingNotifications.id, id), eq(billingNotifications.userId, userId)))
    .returning({ id: billingNotifications.id })
  return rows.length === 1
}

/** What no longer holds is no longer said: of one subject, or of all. */
export async function dismissNotificationsOf(
  tx: Db,
  userId: string,
  kinds: readonly NotificationRow['kind'][],
  at: Date,
  subject?: string,
): Promise<void> {
  for (const kind of kinds) {
    await tx
      .update(billingNotifications)
      .set({ closedAt: at })
      .where(
        and(
          eq(billingNotifications.userId, userId),
          eq(billingNotifications.kind, kind),
          isNull(billingNotifications.closedAt),
          subject === undefined ? undefined : eq(billingNotifications.subject, subject),
        ),
      )
  }
}
