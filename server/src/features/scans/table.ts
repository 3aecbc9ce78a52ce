import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

/** In the order of their numbers in the log; `person` counts, the rest are recorded apart. */
export const KINDS = ['person', 'bot', 'preview', 'prefetch', 'head'] as const

/** Bits of a row of the log; from the fifth on they are the number of the outcome of the code's rules. */
export const FLAGS = { isUnique: 1, isRepeat: 2, isTimeCorrected: 4 } as const
export const OUTCOME_SHIFT = 4

/** The count of each code, updated with the log in one transaction; the row is created with the code. */
export const scanCounters = pgTable('scan_counters', {
  codeId: uuid('code_id').primaryKey(),
  /** Scans by people, repeats included. */
  scans: bigint({ mode: 'number' }).notNull().default(0),
})

/** All codes of one owner together. */
export const scanOwners = pgTable('scan_owners', {
  userId: text('user_id').primaryKey(),
  /** Names the owner in the roll-ups, where a code is named by its id. */
  subject: uuid().notNull().unique().defaultRandom(),
  scans: bigint({ mode: 'number' }).notNull().default(0),
  /** Since when scans of these codes are dropped, because their owner's account is deleted; null for an owner who is there. */
  sealedAt: timestamp('sealed_at', { withTimezone: true }),
})

/** Journal batches that were imported already: a replayed batch counts once. */
export const scanBatches = pgTable('scan_batches', {
  id: text().primaryKey(),
  storedAt: timestamp('stored_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Numbers of codes in the log, made with the code; a number stays when its code is deleted. */
export const scanCodeNumbers = pgTable('scan_code_numbers', {
  code: integer().primaryKey().generatedAlwaysAsIdentity(),
  codeId: uuid('code_id').notNull().unique(),
})

/**
 * The day (UTC) of the last import that looked an entry up. Days of the log behind it have no scan with the entry, so it
 * goes when the day before it and all earlier ones have gone.
 */
const usedOn = () => date('used_on').notNull().default(sql`(now() at time zone 'UTC')::date`)

/** Agents in the log. Where texts are too many, one with an empty text stands for all of its device, system and browser. */
export const scanAgents = pgTable(
  'scan_agents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userAgent: text('user_agent').notNull(),
    device: text().notNull(),
    system: text().notNull(),
    browser: text().notNull(),
    usedOn: usedOn(),
  },
  (table) => [unique('scan_agents_all').on(table.userAgent, table.device, table.system, table.browser)],
)

/** Texts in the log; `*` stands for all that are beyond the limit of their table. */
const dictionaryOf = (name: string) =>
  pgTable(name, {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    value: text().notNull().unique(),
    usedOn: usedOn(),
  })

export const scanReferrers = dictionaryOf('scan_referrers')
export const scanLanguages = dictionaryOf('scan_languages')
/** Empty where unknown. */
export const scanCountries = dictionaryOf('scan_countries')

const scanColumns = {
  at: timestamp({ withTimezone: true }).notNull(),
  /** The first 64 bits of the SHA-256 of the name that the journal gives a visitor. */
  visitor: bigint({ mode: 'bigint' }).notNull(),
  code: integer().notNull(),
  agent: integer().notNull(),
  referrer: integer().notNull(),
  language: integer().notNull(),
  country: integer().notNull(),
  /** Its place in `KINDS`. */
  kind: smallint().notNull(),
  /** A sum of `FLAGS`, and the number of the outcome above them. */
  flags: smallint().notNull(),
}

/** Scans that were imported and wait for their fold, which alone reads them: see scan_fold. Of the flags it has the time's and the outcome. */
export const scanInbox = pgTable('scan_inbox', scanColumns)

/**
 * One row for each redirected request to a code, partitioned by day (UTC): 64 bytes, since integers of the dictionaries
 * stand for its texts. No raw address is stored. Every roll-up can be computed again from it.
 */
export const scanLog = pgTable('scan_log', scanColumns, (table) => [
  index('scan_log_code_time').on(table.code, table.at),
  index('scan_log_time').using('brin', table.at).with({ autosummarize: true }),
])

/** The log with its texts. */
export const scanRows = pgView('scan_rows', {
  codeId: uuid('code_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  /** The clock of the server that was scanned was wrong: the time was corrected by that of the database. */
  isTimeCorrected: boolean('is_time_corrected').notNull(),
  /** `person` counts; the rest are recorded apart. */
  kind: text({ enum: KINDS }).notNull(),
  /** The first scan of this visitor and code on this UTC day. */
  isUnique: boolean('is_unique').notNull(),
  /** Within five seconds of another scan by the same device. */
  isRepeat: boolean('is_repeat').notNull(),
  country: text().notNull(),
  device: text().notNull(),
  system: text().notNull(),
  browser: text().notNull(),
  userAgent: text('user_agent').notNull(),
  referrer: text().notNull(),
  language: text().notNull(),
}).existing()

/** One row, once scans were dropped. */
export const scanRetention = pgTable('scan_retention', {
  isOnly: boolean('is_only').primaryKey().default(true),
  /** The first day (UTC) of which no scan was dropped; null where none ever was. */
  wholeFrom: date('whole_from'),
})

/**
 * Quarters of an hour (UTC) of a code or an owner, until their day is closed, and those of scans that came later
 * (`scanQuarterRows`).
 */
export const scanQuarters = pgTable(
  'scan_quarters',
  {
    subject: uuid().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    scans: integer().notNull(),
    uniques: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.at] })],
)

/**
 * All quarters of an hour (UTC), those of closed days from their rows of `scan_breakdowns`; every zone's hours, days and
 * months are sums of them. A quarter that late scans came to has two rows.
 */
export const scanQuarterRows = pgView('scan_quarter_rows', {
  subject: uuid().notNull(),
  /** What the indexes have: the beginning of the quarter, or of the day that it is packed in. */
  storedAt: timestamp('stored_at', { withTimezone: true }).notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  scans: integer().notNull(),
  uniques: integer().notNull(),
}).existing()

/**
 * Where people came from, and how many requests were no person's: whole UTC days of codes and owners, and shorter times
 * in which a code or an owner had many scans. Partitioned by month; made from the log when the time is over, which `scanClosing`
 * says.
 */
export const scanBreakdowns = pgTable(
  'scan_breakdowns',
  {
    subject: uuid().notNull(),
    /** How long it covers: 5 until its hour is made, 60, or 1440. */
    minutes: smallint().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** `dimension:value`, in the order of their bytes; the counts of each are at the same place of the other lists. */
    keys: text().array().notNull(),
    scans: integer().array().notNull(),
    uniques: integer().array().notNull(),
    /** Of a day: its quarters of an hour with scans by people, each in one number (scan_pack_quarter); null for none. */
    quarters: bigint({ mode: 'bigint' }).array(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.minutes, table.at] })],
)

/** Closed days of owners whose breakdowns are made again, because codes moved between them. */
export const scanOwnerDays = pgTable(
  'scan_owner_days',
  { day: timestamp({ withTimezone: true }).notNull(), subject: uuid().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.subject] })],
)

const NO_SUBJECT = '00000000-0000-0000-0000-000000000000'

/** One row, made by the first fold: how far the breakdowns are made. */
export const scanClosing = pgTable('scan_closing', {
  isOnly: boolean('is_only').primaryKey().default(true),
  partsUntil: timestamp('parts_until', { withTimezone: true })
    .notNull()
    .default(sql`date_trunc('hour', now(), 'UTC')`),
  hoursUntil: timestamp('hours_until', { withTimezone: true })
    .notNull()
    .default(sql`date_trunc('hour', now(), 'UTC')`),
  daysUntil: timestamp('days_until', { withTimezone: true })
    .notNull()
    .default(sql`date_trunc('day', now(), 'UTC')`),
  /** The day after `days_until` is made up to this code, and up to this owner. */
  codesAfter: uuid('codes_after').notNull().default(NO_SUBJECT),
  ownersAfter: uuid('owners_after').notNull().default(NO_SUBJECT),
  /** The `days_until` before which all quarters of an hour were looked for and packed; null before the first time. */
  packedUntil: timestamp('packed_until', { withTimezone: true }),
  /** They are looked through after this one. */
  packedSubject: uuid('packed_subject').notNull().default(NO_SUBJECT),
  packedAt: timestamp('packed_at', { withTimezone: true }).notNull().default(sql`'-infinity'`),
})
