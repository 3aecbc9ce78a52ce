import type { DeliveryOutcome, Webhook, WebhookEvent } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { outboxEvents } from '../../platform/outbox/table'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** Addresses that a workspace has its events sent to. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The workspace. */
    userId: text('user_id').notNull(),
    url: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    /** Key of the signatures, readable: it is needed for each. */
    secret: text().notNull(),
    /** The one before, which signs as well until then. */
    oldSecret: text('old_secret'),
    oldSecretUntil: time('old_secret_until'),
    token: text(),
    enabled: boolean().notNull().default(true),
    offReason: text('off_reason').$type<NonNullable<Webhook['offReason']>>(),
    createdBy: text('created_by').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    failingSince: time('failing_since'),
    /** Attempts since then. */
    failures: integer().notNull().default(0),
    lastAcceptedAt: time('last_accepted_at'),
  },
  (table) => [
    unique('webhooks_once').on(table.userId, table.url),
    check('webhooks_events', sql`cardinality(${table.events}) > 0`),
  ],
)

/** One event for one webhook, until 30 days later. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    eventId: text('event_id')
      .notNull()
      .references(() => outboxEvents.id, { onDelete: 'cascade' }),
    tries: integer().notNull().default(0),
    /** The last ten. */
    attempts: jsonb().$type<(DeliveryOutcome & { at: string })[]>().notNull().default([]),
    /** When it is due; a sender that takes it moves this past its lease. */
    nextAt: time('next_at').notNull().defaultNow(),
    doneAt: time('done_at'),
    accepted: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.webhookId, table.eventId] }),
    index('webhook_deliveries_event').on(table.eventId),
    index('webhook_deliveries_due').on(table.webhookId, table.nextAt).where(sql`${table.doneAt} is null`),
    index('webhook_deliveries_not_accepted')
      .on(table.webhookId, table.eventId)
      .where(sql`not ${table.accepted}`),
  ],
)

/** Up to which count the event `scans.counted` has told of a code, while a webhook of its workspace asks. */
export const scanMarks = pgTable('scan_marks', {
  codeId: uuid('code_id').primaryKey(),
  told: bigint({ mode: 'number' }).notNull(),
})

const isOldSecretUsed = sql`${webhooks.oldSecretUntil} > now()`
/** The secret before, and until when, while it signs as well. */
export const OLD_SECRET = sql<string | null>`case when ${isOldSecretUsed} then ${webhooks.oldSecret} end`
export const OLD_SECRET_UNTIL =
  sql<Date | null>`case when ${isOldSecretUsed} then ${webhooks.oldSecretUntil} end`.mapWith(
    webhooks.oldSecretUntil,
  )
