import type { MailKind } from '@scanleaf/shared'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import { billingNotifications } from './table'

export type NotificationRow = typeof billingNotifications.$inferSelect

/** The notifications of a period and its end. */
export const PERIOD_NOTIFICATIONS = [
  'ends-soon',
  'ended',
  'grace-half',
  'past-due',
  'returned-to-free',
] as const satisfies NotificationRow['kind'][]

/** The kind of email with the same content; a notification without one is shown on screens only. */
const MAIL_OF: Partial<Record<NotificationRow['kind'], MailKind>> = {
  'ends-soon': 'plan-ends',
  ended: 'plan-ends',
  'past-due': 'past-due',
  'returned-to-free': 'past-due',
  credited: 'transfer-arrived',
  'change-not-made': 'transfer-arrived',
  'late-done': 'transfer-arrived',
  'part-received': 'transfer-arrived',
}

/** One mail for money that came in, whatever became of it. */
export const transferKey = (receiptId: string): string => `transfer-arrived:${receiptId}`

/** On the screens and by e-mail, once for a kind and a subject; a second one is left out. */
export async function insertNotification(
  tx: Db,
  notification: Pick<NotificationRow, 'userId' | 'kind' | 'subject' | 'values' | 'createdAt'>,
): Promise<void> {
  const { userId, kind, subject, values } = notification
  const inserted = await tx
    .insert(billingNotifications)
    .values(notification)
    .onConflictDoNothing()
    .returning({ id: billingNotifications.id })
  const mailKind = MAIL_OF[kind]
  if (inserted.length === 0 || mailKind === undefined) return
  await queueMail(tx, {
    kind: mailKind,
    dedupeKey: mailKind === 'transfer-arrived' ? transferKey(subject) : `${kind}:${userId}:${subject}`,
    userId,
    address: null,
    language: null,
    values: { ...values, notice: kind },
  })
}

/** The oldest 100 of those that are not closed. */
export async function listNotifications(db: Db, userId: string): Promise<NotificationRow[]> {
  return db
    .select()
    .from(billingNotifications)
    .where(and(eq(billingNotifications.userId, userId), isNull(billingNotifications.closedAt)))
    .orderBy(asc(billingNotifications.createdAt), asc(billingNotifications.id))
    .limit(100)
}

/** False when it is not the user's. Closing one twice is not a mistake. */
export async function dismissNotification(db: Db, userId: string, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(billingNotifications)
    .set({ closedAt: at })
    .where(and(eq(billingNotifications.id, id), eq(billingNotifications.userId, userId)))
    .returning({ id: billingNotifications.id })
  return rows.length === 1
}

/** Deletes notifications that no longer hold: of one subject, or of all. */
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
