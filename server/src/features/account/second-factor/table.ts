import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../table'

/** The authenticator app of a user (RFC 6238). */
export const totp = pgTable('totp', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** 160 bits in base32. */
  secret: text().notNull(),
  /** The time step of the last code that counted: neither it nor an earlier one counts again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Null until the app has shown a right code. */
  enabledAt: timestamp('enabled_at', { withTimezone: true }),
})

/** One row for each code that was not used yet. Codes have the entropy of a key, so a plain hash is enough. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** WebAuthn credentials (W3C Web Authentication Level 3 §4, credential record). */
export const passkeys = pgTable(
  'passkeys',
  {
    /** Credential id, base64url. */
    id: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures so far as the authenticator counts them; 0 for those that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    /** The host it was made for: it works nowhere else. */
    rpId: text('rp_id').notNull(),
    name: text().notNull(),
    /** Whether it is synchronised, so that a lost device does not lose it. */
    backedUp: boolean('backed_up').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)
