import { type DeliveryOutcome, MAX_WEBHOOKS, type WebhookEvent } from '@scanleaf/shared'
import { and, asc, count, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../platform/db/database'
import { outboxEvents } from '../../platform/outbox/table'
import { webhookDeliveries, webhooks } from './table'

export type WebhookRow = typeof webhooks.$inferSelect & { waiting: number }
type NewWebhook = Pick<WebhookRow, 'userId' | 'url' | 'events' | 'secret' | 'token' | 'createdBy'>

const DELIVERIES_SHOWN = 50

const own = (userId: string, id: string) => and(eq(webhooks.id, id), eq(webhooks.userId, userId))

/** Those of a workspace, the oldest first. */
export async function listWebhooks(db: Db, userId: string): Promise<WebhookRow[]> {
  const waiting = sql<number>`(select count(*)::integer from webhook_deliveries
    where webhook_id = ${webhooks.id} and done_at is null)`
  const rows = await db
    .select({ webhook: webhooks, waiting })
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
  return rows.map(({ webhook, waiting }) => ({ ...webhook, waiting }))
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
  const [inserted] = await tx.insert(webhooks).values(row).returning()
  if (!inserted) throw new Error('insert returned no row')
  return { ...inserted, waiting: 0 }
}

/** Switching on begins anew. False when the workspace has no such webhook. */
export async function updateWebhook(
  db: Db,
  userId: string,
  id: string,
  { events, enabled }: { events?: WebhookEvent[] | undefined; enabled?: boolean | undefined },
): Promise<boolean> {
  const anew = enabled ? { offReason: null, failingSince: null, failures: 0 } : {}
  const updated = await db
    .update(webhooks)
    .set({ ...(events && { events }), ...(enabled !== undefined && { enabled, ...anew }), id })
    .where(own(userId, id))
    .returning({ id: webhooks.id })
  return updated.length > 0
}

export async function deleteWebhook(db: Db, userId: string, id: string): Promise<boolean> {
  return (await db.delete(webhooks).where(own(userId, id)).returning({ id: webhooks.id })).length > 0
}

export async function findWebhook(db: Db, userId: string, id: string) {
  const [row] = await db.select().from(webhooks).where(own(userId, id))
  return row ?? null
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]

/** The newest first, some before the cursor. */
export const listDeliveries = (
  db: Db,
  webhookId: string,
  { cursor, failed }: { cursor?: string | undefined; failed?: boolean | undefined },
) =>
  db
    .select({ delivery: webhookDeliveries, event: outboxEvents })
    .from(webhookDeliveries)
    .innerJoin(outboxEvents, eq(outboxEvents.id, webhookDeliveries.eventId))
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        cursor === undefined ? undefined : lt(webhookDeliveries.eventId, cursor),
        failed ? sql`not accepted and tries > 0` : undefined,
      ),
    )
    .orderBy(desc(webhookDeliveries.eventId))
    .limit(DELIVERIES_SHOWN)

/** Makes a delivery due now, whatever became of it. */
export async function sendAgain(db: Db, webhookId: string, eventId: string): Promise<boolean> {
  const due = await db
    .update(webhookDeliveries)
    .set({ nextAt: sql`now()`, doneAt: null, accepted: false, tries: 0 })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.eventId, eventId)))
    .returning({ id: webhookDeliveries.eventId })
  return due.length > 0
}

export interface LeasedDelivery extends Record<string, unknown> {
  webhookId: string
  eventId: string
  type: WebhookEvent
  /** UTC, ISO 8601. */
  at: string
  data: Record<string, unknown>
  url: string
  secret: string
  token: string | null
  /** Unix time of the database. */
  seconds: number
}

/**
 * Takes deliveries that are due until the lease ends, so many of each webhook, so that one receiver holds up no other.
 * @param busy webhooks of which none is taken
 */
export async function leaseDeliveries(
  db: Db,
  { limit, each, leaseSeconds, busy }: { limit: number; each: number; leaseSeconds: number; busy: string[] },
): Promise<LeasedDelivery[]> {
  return query(
    db,
    sql`with due as (
        select delivery.webhook_id, delivery.event_id from webhooks cross join lateral (
          select webhook_id, event_id from webhook_deliveries
          where webhook_id = webhooks.id and done_at is null and next_at <= now()
          order by next_at limit ${each} for update skip locked
        ) as delivery
        where webhooks.enabled and webhooks.id <> all(${sql.param(busy)}::uuid[])
        limit ${limit}
      ), leased as (
        update webhook_deliveries set next_at = now() + make_interval(secs => ${leaseSeconds}) from due
        where webhook_deliveries.webhook_id = due.webhook_id and webhook_deliveries.event_id = due.event_id
        returning webhook_deliveries.webhook_id, webhook_deliveries.event_id
      )
      select leased.webhook_id as "webhookId", leased.event_id as "eventId", type, data, url, secret, token,
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
        extract(epoch from now())::integer as seconds
      from leased join webhooks on webhooks.id = leased.webhook_id join outbox_events on outbox_events.id = leased.event_id`,
  )
}

/** Until the next delivery is due; null when none waits. */
export async function secondsUntilDelivery(db: Db): Promise<number | null> {
  const [row] = await query<{ seconds: number | null }>(
    db,
    sql`select extract(epoch from min(next_at) - now())::float8 as seconds from webhooks
      join webhook_deliveries on webhook_id = id and done_at is null where enabled`,
  )
  return row?.seconds ?? null
}

/** Seconds after each attempt in turn; after one more the delivery has failed. */
const WAIT_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
const OFF_AFTER_FAILURES = 20

/** The end of an attempt: of the delivery, and what it says of the webhook. */
export async function recordDelivery(
  { transaction }: Pick<Database, 'transaction'>,
  { webhookId, eventId }: Pick<LeasedDelivery, 'webhookId' | 'eventId'>,
  outcome: DeliveryOutcome,
): Promise<void> {
  const isAccepted = outcome.status !== null && outcome.status >= 200 && outcome.status < 300
  const waits = sql.raw(`array[${WAIT_SECONDS.join(', ')}]`)
  const attempt = sql`${JSON.stringify(outcome)}::jsonb || jsonb_build_object('at',
    to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
  await transaction(async (tx) => {
    await tx
      .update(webhookDeliveries)
      .set({
        accepted: isAccepted,
        tries: sql`${webhookDeliveries.tries} + 1`,
        attempts: sql`jsonb_path_query_array(${webhookDeliveries.attempts} || (${attempt}), '$[last - 9 to last]')`,
        doneAt: sql`case when ${isAccepted} or ${webhookDeliveries.tries} >= ${WAIT_SECONDS.length} then now() end`,
        nextAt: sql`now() + make_interval(secs => (0.9 + 0.2 * random()) *
          coalesce((${waits})[${webhookDeliveries.tries} + 1], 0))`,
      })
      .where(
        and(
          eq(webhookDeliveries.webhookId, webhookId),
          eq(webhookDeliveries.eventId, eventId),
          isNull(webhookDeliveries.doneAt),
        ),
      )
    if (isAccepted) {
      await tx
        .update(webhooks)
        .set({ lastAcceptedAt: sql`now()`, failingSince: null, failures: 0 })
        .where(
          and(
            eq(webhooks.id, webhookId),
            // A row that is written with each delivery would be one that all of them wait for.
            sql`(failing_since is not null or last_accepted_at is null or last_accepted_at < now() - interval '1 minute')`,
          ),
        )
      return
    }
    const isGone = outcome.status === 410
    const isGivenUp = sql`(failures + 1 >= ${OFF_AFTER_FAILURES} and failing_since < now() - interval '7 days')`
    await tx
      .update(webhooks)
      .set({
        failingSince: sql`coalesce(failing_since, now())`,
        failures: sql`failures + 1`,
        enabled: sql`enabled and not (${isGone} or coalesce(${isGivenUp}, false))`,
        offReason: sql`case when ${isGone} then 'gone' when ${isGivenUp} then 'failing' end`,
      })
      .where(and(eq(webhooks.id, webhookId), eq(webhooks.enabled, true)))
  })
}

/** Gives a lease back without an attempt. */
export async function giveBack(
  db: Db,
  { webhookId, eventId }: Pick<LeasedDelivery, 'webhookId' | 'eventId'>,
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ nextAt: sql`now()` })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.eventId, eventId)))
}

/** Puts the id of somebody whose account is erased where their address says who made a webhook. */
export async function eraseWebhookAuthor(
  { db }: Database,
  { ownerId, address, id }: { ownerId: string; address: string; id: string },
): Promise<void> {
  await db
    .update(webhooks)
    .set({ createdBy: id })
    .where(and(eq(webhooks.userId, ownerId), eq(webhooks.createdBy, address)))
  await db.execute(sql`update outbox_events set data = jsonb_set(data, '{by}', to_jsonb(${id}::text))
    where user_id = ${ownerId} and data ->> 'by' = ${address}`)
}

/** All of a workspace: webhooks take their deliveries with them. */
export async function eraseWebhooks(db: Db, userId: string): Promise<void> {
  await db.delete(webhooks).where(eq(webhooks.userId, userId))
  await db.delete(outboxEvents).where(eq(outboxEvents.userId, userId))
}
