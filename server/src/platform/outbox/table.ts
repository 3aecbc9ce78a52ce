import type { WebhookEvent } from '@scanleaf/shared'
import { type SQL, sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Events of workspaces for webhooks, kept as long as one of their deliveries is. */
export const outboxEvents = pgTable(
  'outbox_events',
  {
    /** Grows with time. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    type: text().$type<WebhookEvent>().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('outbox_events_owner').on(table.userId), index('outbox_events_age').on(table.at)],
)

/** No event from this time on has a lower id (`newEventId`). */
export const firstEventIdOf = (time: SQL): SQL =>
  sql`'evt_' || lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0')`
