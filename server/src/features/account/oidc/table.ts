import { pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../table'

/** Accounts at providers of OpenID Connect that open an account here: issuer and subject are who it is (OIDC Core §2). */
export const identities = pgTable(
  'identities',
  {
    /** As `new URL` writes it. */
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** By which its owner knows it: the address when it was connected, or empty. It proves nothing. */
    email: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex('identities_user').on(table.userId, table.issuer),
  ],
)
