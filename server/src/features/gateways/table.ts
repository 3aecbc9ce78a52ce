import { type DRIFTS, WEBHOOK_OUTCOMES, WEBHOOK_PROVIDERS } from '@scanleaf/shared'
import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** Webhooks of providers, stored before they are processed and in a transaction of their own; kept for 90 days. */
export const gatewayWebhooks = pgTable(
  'gateway_notices',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: time('at').notNull(),
    provider: text({ enum: WEBHOOK_PROVIDERS }).notNull(),
    /** A line each, signatures and keys masked. */
    headers: text().notNull(),
    /** As it came; of a webhook in the address, its query. */
    body: text().notNull(),
    outcome: text({ enum: WEBHOOK_OUTCOMES }).notNull().default('received'),
    /** Reference of the payment. */
    payment: text().notNull().default(''),
  },
  (table) => [
    index('gateway_notices_at').on(table.at),
    index('gateway_notices_provider').on(table.provider, table.at),
  ],
)

/** Reconciliations, one for each provider and night. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: time('at').notNull(),
    provider: text().notNull(),
    from: time('from').notNull(),
    to: time('to').notNull(),
    compared: integer().notNull(),
    findings: jsonb()
      .$type<{ drift: (typeof DRIFTS)[number]; subject: string; here: number; there: number }[]>()
      .notNull(),
  },
  (table) => [index('reconciliations_provider').on(table.provider, table.at)],
)
