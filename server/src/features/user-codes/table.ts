import { type ImportedFrom, REPORT_REASONS } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/**
 * Every id that was ever used: a row is never deleted, so that a printed code never leads to a stranger. A row
 * without a code is a reservation or the tombstone of a code deleted for good; only its owner can use it again. A code in
 * the trash keeps its own.
 */
export const dynamicIds = pgTable('dynamic_ids', {
  /** The id in lower case: ids are unique and found without case. */
  key: text().primaryKey(),
  userId: text('user_id').notNull(),
  codeId: uuid('code_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/**
 * Paths of domains under which codes were printed elsewhere, for each owner apart: who names a domain blocks nothing for
 * its owner. They serve while that owner has proven the domain (docs/decisions/custom-domains.md).
 */
export const domainPaths = pgTable(
  'domain_paths',
  {
    userId: text('user_id').notNull(),
    /** In lower-case ASCII, as the view `redirect_domains` has it. */
    host: text().notNull(),
    /** With its slash, in the spelling of `normalPath`. */
    path: text().notNull(),
    codeId: uuid('code_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.host, table.path] }),
    index('domain_paths_code').on(table.codeId),
    index('domain_paths_key').on(table.userId, sql`lower(${table.path})`),
    index('domain_paths_any_case').on(
      sql`(${table.userId} || ' ' || ${table.host} || ' ' || lower(${table.path}))`,
    ),
  ],
)

export const userCodes = pgTable(
  'user_codes',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    productId: text('product_id', { enum: ['dynamic-code', 'static-code'] }).notNull(),
    contentType: text('content_type').notNull(),
    /** JSON text by content type (spec §3); text, so that a broken row harms no list. */
    codeContent: text('code_content').notNull(),
    /** As the owner wrote it; null for a static code. */
    dynamicId: text('dynamic_id'),
    /** Where the redirect leads: the parsed href, http or https. */
    target: text(),
    name: text().notNull().default(''),
    /** The name is the title of the code's document and follows it, until somebody gives another one. */
    nameFollowsTitle: boolean('name_follows_title').notNull().default(false),
    googleAnalyticsId: text('google_analytics_id').notNull().default(''),
    /** Names the public image of the code; random, so that images cannot be enumerated. */
    imageKey: text('image_key').notNull().unique(),
    qrCustomSettings: jsonb('qr_custom_settings').notNull().default({}),
    /** The logo as it was sent; null for none. */
    logo: jsonb(),
    /** `StoredLinkRules`; null: there never were any. */
    rules: jsonb(),
    tags: text().array().notNull().default([]),
    enabled: boolean().notNull().default(true),
    /** Place in the owner's list by creation: 1, 2, 3 …; a trigger gives it (docs/decisions/lists-of-codes.md). */
    ordinal: bigint({ mode: 'number' }).notNull().default(0),
    /** The text of a search, and of a sort by name: without accents or case. */
    searchText: text('search_text').notNull().default(''),
    sortName: text('sort_name').notNull().default(''),
    /** What is known of it from before it was moved here; null for a code that was made here. */
    imported: jsonb().$type<ImportedFrom>(),
    createdBy: text('created_by').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** When it was moved to the trash; null outside of it. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    /** When a code of the trash was last scanned; null for never, and outside of the trash (`user_code_ranks`). */
    lastScanAt: timestamp('last_scan_at', { withTimezone: true }),
    /** When it was deleted for good: its id stays known (`dynamic_ids`), and its scans count for their days. */
    purgedAt: timestamp('purged_at', { withTimezone: true }),
  },
  (table) => [
    // The indexes of the list (by creation, type, name, search) are written by hand in the migration `kept_lists`.
    uniqueIndex('user_codes_dynamic_id')
      .on(sql`lower(${table.dynamicId})`)
      .where(sql`${table.purgedAt} is null`),
    index('user_codes_trash')
      .on(table.userId, table.deletedAt, table.id)
      .where(sql`${table.deletedAt} is not null and ${table.purgedAt} is null`),
    check(
      'user_codes_dynamic',
      sql`(${table.productId} = 'dynamic-code') = (${table.dynamicId} is not null and ${table.target} is not null)`,
    ),
  ],
)

const ofList = { userId: text('user_id').notNull(), productId: text('product_id').notNull() }

/*
 * Precomputed data of the lists, so that nothing is counted: triggers of the migration `kept_lists` keep these tables
 * consistent with user_codes and scan_counters, in the same transaction.
 */

/** The last ordinal given in a list. */
export const userCodeLists = pgTable(
  'user_code_lists',
  { ...ofList, lastOrdinal: bigint('last_ordinal', { mode: 'number' }).notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
)

/** How many codes a list has, by type and by tag. */
export const userCodeTotals = pgTable(
  'user_code_totals',
  { ...ofList, contentType: text('content_type').notNull(), total: integer().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.productId, table.contentType] })],
)

export const userCodeTagTotals = pgTable(
  'user_code_tag_totals',
  { ...ofList, tag: text().notNull(), total: integer().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.productId, table.tag] })],
)

/** How many codes are left of each run of 1024 ordinals: leads to a deep page in a few steps. */
export const userCodeBlocks = pgTable(
  'user_code_blocks',
  {
    ...ofList,
    contentType: text('content_type').notNull(),
    block: integer().notNull(),
    total: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId, table.contentType, table.block] })],
)

/** The scan counter of each code that is listed, where an index can sort by it. */
export const userCodeRanks = pgTable(
  'user_code_ranks',
  {
    codeId: uuid('code_id').primaryKey(),
    ...ofList,
    ordinal: bigint({ mode: 'number' }).notNull(),
    scans: bigint({ mode: 'number' }).notNull(),
    /** When the counter last grew, in milliseconds since 1970; 0 for never. A number, as the cursors of the list are. */
    lastScanMs: bigint('last_scan_ms', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    index('user_code_ranks_last_scan').on(
      table.userId,
      table.productId,
      table.lastScanMs,
      table.ordinal,
      table.codeId,
    ),
    index('user_code_ranks_scans').on(
      table.userId,
      table.productId,
      table.scans,
      table.ordinal,
      table.codeId,
    ),
  ],
)

/**
 * Takedowns by operators. They apply to the printed id, not the code: an owner gains nothing by deleting the code and
 * using its id again. Lifted ones stay as an audit record.
 */
export const codeTakedowns = pgTable(
  'code_takedowns',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The id in lower case. */
    key: text().notNull(),
    codeId: uuid('code_id').notNull(),
    userId: text('user_id').notNull(),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    note: text().notNull(),
    by: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    liftedAt: timestamp('lifted_at', { withTimezone: true }),
    liftedBy: text('lifted_by'),
  },
  (table) => [
    uniqueIndex('code_takedowns_held').on(table.key).where(sql`${table.liftedAt} is null`),
    index('code_takedowns_owner').on(table.userId).where(sql`${table.liftedAt} is null`),
  ],
)

/**
 * Of the rules of a code that are for the first scans alone, how many the redirect has taken to give to visitors. A rule
 * that was removed keeps its row: it may come back.
 */
export const ruleTickets = pgTable(
  'rule_tickets',
  {
    codeId: uuid('code_id').notNull(),
    ruleId: integer('rule_id').notNull(),
    taken: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.codeId, table.ruleId] })],
)

/** Who changed what of a code, and when. */
export const userCodeChanges = pgTable(
  'user_code_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    codeId: uuid('code_id').notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    by: text().notNull(),
    field: text().notNull(),
    /** JSON texts of the values before and after. */
    from: text().notNull(),
    to: text().notNull(),
  },
  (table) => [index('user_code_changes_code').on(table.codeId, table.id)],
)
