import { randomBytes } from 'node:crypto'
import type { WebhookEvent } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../db/database'

/** The channel that announces a delivery; without payload. */
export const EVENTS_RECORDED = 'events_recorded'

/** `evt_`, 12 hexadecimal digits of milliseconds, 20 of chance: later ids are greater, as far as clocks agree. */
const newEventId = () => `evt_${Date.now().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`

/**
 * Records what happened, in the transaction in which it happens, with a delivery to each webhook of the workspace that
 * wants this type. Records nothing where none does.
 * @param events ids, names and what changed: never what a code holds, and nothing of a visitor
 */
export async function recordEvents(
  tx: Db,
  ownerId: string,
  type: WebhookEvent,
  events: readonly Record<string, unknown>[],
): Promise<void> {
  if (events.length === 0) return
  const rows = JSON.stringify(events.map((data) => ({ id: newEventId(), data })))
  // One statement: the foreign key of a delivery is checked at its end.
  const recorded = await query(
    tx,
    sql`with wanting as (
        select id from webhooks where user_id = ${ownerId} and ${type} = any(events) and enabled
      ), event as (
        insert into outbox_events (id, user_id, type, data)
        select given.id, ${ownerId}, ${type}, given.data
        from jsonb_to_recordset(${rows}::jsonb) as given (id text, data jsonb)
        where exists (select from wanting)
        returning id
      )
      insert into webhook_deliveries (webhook_id, event_id)
      select wanting.id, event.id from wanting cross join event returning 1 as recorded`,
  )
  if (recorded.length > 0) await announceDeliveries(tx)
}

/** Wakes the senders: something is due. */
export const announceDeliveries = (tx: Db): Promise<unknown> =>
  tx.execute(sql`select pg_notify(${EVENTS_RECORDED}, '')`)
