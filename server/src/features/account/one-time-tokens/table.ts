import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../table'

/** Purpose of a token; a token of one kind is not valid as another. */
export type TokenKind =
  | 'verify-email'
  | 'undo-change'
  | 'recovery'
  | 'recovery-link'
  | 'passkey-registration'
  | 'passkey-sign-in'
  | 'passkey-recovery'
  | 'invitation'
  | 'hand-over'
  | 'oidc-started'
  | 'oidc-proven'
  | 'export-file'

/** Tokens that count once: links in mail, challenges. Only their hash is stored, as of sessions. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text().$type<TokenKind>().notNull(),
    /** Null while nobody is known yet, as in a sign-in by passkey. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('one_time_tokens_user').on(table.userId, table.kind),
    index('one_time_tokens_expiry').on(table.expiresAt),
  ],
)
