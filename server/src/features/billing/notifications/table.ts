import { BILLING_NOTIFICATIONS } from '@scanleaf/shared'
import { index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from '../columns'

/** Sent once for each step of a period. */
export const billingNotifications = pgTable(
  'billing_notices',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    kind: text({ enum: BILLING_NOTIFICATIONS }).notNull(),
    /** The period, or what else it is about. */
    subject: text().notNull(),
    values: jsonb().$type<Record<string, string | number>>().notNull(),
    createdAt: createdAt(),
    closedAt: time('closed_at'),
  },
  (table) => [
    unique('billing_notices_once').on(table.userId, table.kind, table.subject),
    index('billing_notices_user').on(table.userId, table.createdAt),
  ],
)
