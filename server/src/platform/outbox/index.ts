import { randomBytes } from 'node:crypto'
import type { EventData, WebhookEvent, WorkspaceAct } from '@scanleaf/shared'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../db/database'
import { type Actor, insertAct } from '../history'
import type { Author } from '../http/acting'

/** The channel that announces a delivery; without payload. */
export const EVENTS_RECORDED = 'events_recorded'

/** `evt_`, 12 hexadecimal digits of milliseconds, 20 of chance: later ids are greater, as far as clocks agree. */
const newEventId = () => `evt_${Date.now().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`

/**
 * Records what happened, in the transaction in which it happens, with a delivery to each webhook of the workspace that
 * wants this type. Records nothing where none does. By the same statement it comes into the history of a workspace that
 * several people share.
 * @param events ids, names and what changed: never what a code holds, and nothing of a visitor
 * @param by who did it; without it the history has it elsewhere
 */
export async function recordEvents<Type extends WebhookEvent>(
  tx: Db,
  ownerId: string,
  type: Type,
  events: readonly EventData<Type>[],
  by?: Pick<Author, 'by' | 'personId'>,
): Promise<void> {
  if (events.length === 0) return
  const act =
    by?.personId === undefined ? null : codesAct({ ...by, ownerId, personId: by.personId }, type, events)
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
      )${act === null ? sql`` : sql`, act as (${act})`}
      insert into webhook_deliveries (webhook_id, event_id)
      select wanting.id, event.id from wanting cross join event returning 1 as recorded`,
  )
  if (recorded.length > 0) await announceDeliveries(tx)
}

const ACTS: Partial<Record<WebhookEvent, WorkspaceAct>> = {
  'code.created': 'code-created',
  'code.updated': 'code-updated',
  'code.deleted': 'code-deleted',
  'code.restored': 'code-restored',
}

/** One line for the codes of one call: the name of a single one, or how many. */
function codesAct(actor: Actor, type: WebhookEvent, events: readonly object[]): SQL | null {
  const action = ACTS[type]
  if (action === undefined) return null
  const only = events.length === 1 ? events[0] : undefined
  return insertAct(actor, {
    ...{
      action,
      subject: only && 'name' in only ? String(only.name) : '',
      details: { count: events.length },
    },
  })
}

/** Wakes the senders: something is due. */
export const announceDeliveries = (tx: Db): Promise<unknown> =>
  tx.execute(sql`select pg_notify(${EVENTS_RECORDED}, '')`)
