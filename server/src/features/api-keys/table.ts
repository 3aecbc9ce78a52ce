import type { ApiScope, Feed } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** Keys of workspaces for other programs, feed links, and the programs that somebody connected. A revoked key has no row. Each call of a key updates its row. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The workspace. */
    userId: text('user_id').notNull(),
    name: text().notNull(),
    start: text().notNull(),
    /** Null for a connected program, which has tokens that change. */
    hash: text().unique(),
    /** One that the product no longer has opens nothing. */
    scopes: text().array().$type<ApiScope[]>().notNull(),
    createdBy: text('created_by').notNull(),
    /** What a feed link reads; null for what is none. */
    feed: text().$type<Feed>(),
    /** Of a connected program; empty for what is none. */
    clientId: text('client_id').notNull().default(''),
    clientHost: text('client_host').notNull().default(''),
    /** Who made it. A connected program and a feed link end with them, a key does not. */
    personId: text('person_id').notNull().default(''),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at'),
    lastUsedAt: time('last_used_at'),
    lastUsedCountry: text('last_used_country').notNull().default(''),
    /** Beginning of the running minute of the limit, and the calls in it. */
    windowAt: time('window_at'),
    windowCount: integer('window_count').notNull().default(0),
  },
  (table) => [
    index('api_keys_workspace').on(table.userId),
    index('api_keys_person').on(table.personId).where(sql`${table.personId} <> ''`),
    check('api_keys_scopes', sql`cardinality(${table.scopes}) > 0`),
  ],
)
