import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { apiKeys } from '../table'
import type { Authorization, ClientMetadata } from './authorization'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** What a person allowed, until the program fetches its tokens. */
export const oauthCodes = pgTable(
  'oauth_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    /** The workspace. */
    userId: text('user_id').notNull(),
    /** Who allowed it. */
    personId: text('person_id').notNull(),
    authorization: jsonb().$type<Authorization>().notNull(),
    expiresAt: time('expires_at').notNull(),
    /** The grant that was made of it: a second use ends it. */
    keyId: uuid('key_id'),
  },
  (table) => [index('oauth_codes_person').on(table.personId)],
)

/** Tokens of the programs that somebody connected. */
export const grantTokens = pgTable(
  'grant_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['access', 'refresh'] }).notNull(),
    expiresAt: time('expires_at').notNull(),
    /** When a refresh token was exchanged. */
    replacedAt: time('replaced_at'),
  },
  (table) => [index('grant_tokens_key').on(table.keyId)],
)

/** Programs that registered themselves. */
export const oauthClients = pgTable('oauth_clients', {
  id: text().primaryKey(),
  metadata: jsonb().$type<ClientMetadata>().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  /** When somebody last allowed it something. */
  usedAt: time('used_at'),
})
