import type { DeliveryOutcome, WebhookEvent } from '@scanleaf/shared'
import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../platform/db/database'
import { queueMail } from '../../platform/mail'
import { announceDeliveries } from '../../platform/outbox'
import { outboxEvents } from '../../platform/outbox/table'
import { OLD_SECRET, webhookDeliveries, webhooks } from './table'

/** On a page. */
export const DELIVERIES_SHOWN = 50
/** A delivery as if it had not been tried. */
const ANEW = { nextAt: sql`now()`, doneAt: null, accepted: false, tries: 0 }

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]

/** The newest first, those of a page before the cursor and one more. */
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
    .limit(DELIVERIES_SHOWN + 1)

/** Makes a delivery due now, whatever became of it. */
export async function sendAgain(db: Db, webhookId: string, eventId: string): Promise<boolean> {
  const due = await db
    .update(webhookDeliveries)
    .set(ANEW)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.eventId, eventId)))
    .returning({ id: webhookDeliveries.eventId })
  if (due.length > 0) await announceDeliveries(db)
  return due.length > 0
}

/** Makes all deliveries due that have failed. @returns how many */
export async function sendFailedAgain(db: Db, webhookId: string): Promise<number> {
  const due = await db
    .update(webhookDeliveries)
    .set(ANEW)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.accepted, false),
        isNotNull(webhookDeliveries.doneAt),
      ),
    )
    .returning({ id: webhookDeliveries.eventId })
  if (due.length > 0) await announceDeliveries(db)
  return due.length
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
  oldSecret: string | null
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
        ${OLD_SECRET} as "oldSecret",
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
    const [off] = await tx
      .update(webhooks)
      .set({
        failingSince: sql`coalesce(failing_since, now())`,
        failures: sql`failures + 1`,
        enabled: sql`enabled and not (${isGone} or coalesce(${isGivenUp}, false))`,
        offReason: sql`case when ${isGone} then 'gone' when ${isGivenUp} then 'failing' end`,
      })
      .where(and(eq(webhooks.id, webhookId), eq(webhooks.enabled, true)))
      .returning({ ...getTableColumns(webhooks), at: sql<string>`now()::text` })
    if (off && !off.enabled) await reportOff(tx, off)
  })
}

const reportOff = (
  tx: Db,
  { id, userId, url, offReason, at }: typeof webhooks.$inferSelect & { at: string },
): Promise<void> =>
  queueMail(tx, {
    ...{ kind: 'webhook-off', dedupeKey: `webhook-off:${id}:${at}`, userId, address: null, language: null },
    values: { host: new URL(url).host, reason: offReason ?? '' },
  })

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
