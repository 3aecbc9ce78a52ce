import { DOMAIN_KINDS, DOMAIN_LOSSES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/** What is wrong with a certificate besides its end: nothing was presented, for another name, by nobody who is trusted. */
export const CERTIFICATE_FAULTS = ['missing', 'mismatch', 'untrusted'] as const

const time = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Custom domains of account holders. The view `redirect_domains` reads those of kind `qrcode` that are verified and
 * enabled; a trigger notifies redirect processes of each change.
 */
export const customDomains = pgTable(
  'custom_domains',
  {
    userId: text('user_id').notNull(),
    kind: text({ enum: DOMAIN_KINDS }).notNull(),
    /** Lower-case ASCII. */
    domain: text().notNull(),
    enabled: boolean().notNull(),
    /** When its records were last correct; null while it is not verified. */
    provenAt: time('proven_at'),
    /** When it is checked again. */
    checkAt: time('check_at'),
    /** Since when its records are missing, and how often that was found. */
    missingSince: time('missing_since'),
    misses: integer().notNull().default(0),
    /** When and why a verified domain was lost; null while it is verified, and once another name is set. */
    lostAt: time('lost_at'),
    lostBy: text('lost_by', { enum: DOMAIN_LOSSES }),
    /** When the certificate that visitors get was last asked for, when it ends, and what is wrong with it. */
    certificateCheckedAt: time('certificate_checked_at'),
    certificateEndsAt: time('certificate_ends_at'),
    certificateFault: text('certificate_fault', { enum: CERTIFICATE_FAULTS }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind] }),
    // A name serves one owner: the last to verify it.
    uniqueIndex('custom_domains_proven').on(table.domain).where(sql`${table.provenAt} is not null`),
    index('custom_domains_missing').on(table.missingSince).where(sql`${table.missingSince} is not null`),
    index('custom_domains_check').on(table.checkAt, table.userId, table.kind),
  ],
)
