import type { Language, MailKind } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** Mails to send and those of the last 30 days. Links with tokens are made at the moment of sending and never stored. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** A second mail with the same key is dropped. */
    dedupeKey: text('dedupe_key').notNull().unique('mail_outbox_dedupe_key'),
    kind: text().$type<MailKind>().notNull(),
    userId: text('user_id'),
    /** Null: the person's address at the moment of sending. */
    address: text(),
    language: text().$type<Language>().notNull(),
    values: jsonb().$type<Record<string, string | number>>().notNull(),
    status: text({ enum: ['waiting', 'sent', 'failed', 'dropped'] })
      .notNull()
      .default('waiting'),
    /** Attempts that the mail server answered with a refusal, or not at all. */
    attempts: integer().notNull().default(0),
    /** When it is due; a sender that takes it moves this past its lease. */
    nextAt: time('next_at').notNull().defaultNow(),
    lastError: text('last_error').notNull().default(''),
    createdAt: time('created_at').notNull().defaultNow(),
    sentAt: time('sent_at'),
  },
  (table) => [
    index('mail_outbox_due').on(table.nextAt).where(sql`${table.status} = 'waiting'`),
    index('mail_outbox_age').on(table.createdAt),
    // One mailbox and nothing else: no separator, no line end, no comment (RFC 5322 §3.4).
    check(
      'mail_outbox_address',
      sql`${table.address} ~ '^[A-Za-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}$'`,
    ),
  ],
)
