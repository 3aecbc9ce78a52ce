import { MAX_WEBHOOKS, type WebhookEvent } from '@scanleaf/shared'
import { and, asc, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { authorEraser, type Named } from '../../platform/db/author-eraser'
import type { Database, Db } from '../../platform/db/database'
import { announceDeliveries } from '../../platform/outbox'
import { firstEventIdOf, outboxEvents } from '../../platform/outbox/table'
import { forgetCounts, startCounts } from './scan-counts'
import { OLD_SECRET, OLD_SECRET_UNTIL, webhookDeliveries, webhooks } from './table'

const NONE = { waiting: 0, failed: 0, acceptedLastDay: 0 }
export type WebhookRow = typeof webhooks.$inferSelect & typeof NONE
type NewWebhook = Pick<WebhookRow, 'userId' | 'url' | 'events' | 'secret' | 'token' | 'createdBy'>

const own = (userId: string, id: string) => and(eq(webhooks.id, id), eq(webhooks.userId, userId))

/** Those of a workspace, the oldest first. */
export async function listWebhooks(db: Db, userId: string): Promise<WebhookRow[]> {
  const deliveries = (which: SQL) => sql<number>`(select count(*)::integer from ${webhookDeliveries}
    where ${webhookDeliveries.webhookId} = ${webhooks.id} and ${which})`
  const rows = await db
    .select({
      webhook: { ...getTableColumns(webhooks), oldSecretUntil: OLD_SECRET_UNTIL },
      waiting: deliveries(sql`done_at is null`),
      failed: deliveries(sql`not accepted and done_at is not null`),
      acceptedLastDay: deliveries(
        sql`accepted and event_id > ${firstEventIdOf(sql`now() - interval '1 day'`)}`,
      ),
    })
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
  return rows.map(({ webhook, ...counts }) => ({ ...webhook, ...counts }))
}

/** The row; or why there is none: an address is there once, and a workspace has so many. */
export async function insertWebhook(tx: Db, row: NewWebhook): Promise<WebhookRow | 'exists' | 'too-many'> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${row.userId}`}, 0))`)
  const [found] = await tx
    .select({ all: count(), same: sql<number>`(count(*) filter (where url = ${row.url}))::integer` })
    .from(webhooks)
    .where(eq(webhooks.userId, row.userId))
  if (found && found.same > 0) return 'exists'
  if (found && found.all >= MAX_WEBHOOKS) return 'too-many'
  await startCounts(tx, row.userId, row.events)
  const [inserted] = await tx.insert(webhooks).values(row).returning()
  if (!inserted) throw new Error('insert returned no row')
  return { ...inserted, ...NONE }
}

/** Switching it on resets its failures. False when the workspace has no such webhook. */
export async function updateWebhook(
  tx: Db,
  userId: string,
  id: string,
  { events, enabled }: { events?: WebhookEvent[] | undefined; enabled?: boolean | undefined },
): Promise<boolean> {
  const before = await findWebhook(tx, userId, id)
  await startCounts(
    tx,
    userId,
    events?.filter((event) => !before?.events.includes(event)),
  )
  const anew = enabled ? { offReason: null, failingSince: null, failures: 0 } : {}
  const updated = await tx
    .update(webhooks)
    .set({ ...(events && { events }), ...(enabled !== undefined && { enabled, ...anew }), id })
    .where(own(userId, id))
    .returning({ id: webhooks.id })
  // Deliveries that waited are due now.
  if (enabled) await announceDeliveries(tx)
  return updated.length > 0
}

/**
 * Gives a webhook a new secret; the previous one also signs for a day, so that the receiver has time to switch.
 * @returns until when; null when the workspace has no such webhook
 */
export async function replaceSecret(
  db: Db,
  userId: string,
  id: string,
  secret: string,
): Promise<Date | null> {
  const [row] = await db
    .update(webhooks)
    .set({ secret, oldSecret: webhooks.secret, oldSecretUntil: sql`now() + interval '1 day'` })
    .where(own(userId, id))
    .returning({ until: webhooks.oldSecretUntil })
  return row?.until ?? null
}

export async function deleteWebhook(db: Db, userId: string, id: string): Promise<boolean> {
  return (await db.delete(webhooks).where(own(userId, id)).returning({ id: webhooks.id })).length > 0
}

export async function findWebhook(db: Db, userId: string, id: string) {
  const [row] = await db
    .select({ ...getTableColumns(webhooks), oldSecret: OLD_SECRET })
    .from(webhooks)
    .where(own(userId, id))
  return row ?? null
}

/** Replaces the address of an erased account by its id in webhooks and events. */
export async function eraseWebhookAuthor(database: Database, named: Named): Promise<void> {
  await eraseAuthor(database, named)
  await database.db.execute(sql`update outbox_events set data = jsonb_set(data, '{by}', to_jsonb(${named.id}::text))
    where user_id = ${named.ownerId} and data ->> 'by' = ${named.address}`)
}

const eraseAuthor = authorEraser(webhooks.userId, webhooks.createdBy)

/** All of a workspace: webhooks take their deliveries with them. */
export async function eraseWebhooks(db: Db, userId: string): Promise<void> {
  await db.delete(webhooks).where(eq(webhooks.userId, userId))
  await db.delete(outboxEvents).where(eq(outboxEvents.userId, userId))
  await forgetCounts(db)
}
