import { sql } from 'drizzle-orm'
import { type Db, query } from './database'

/*
 * Databases from before the first release move once, by a dump that their own version makes (docs/operate/upgrades.md).
 * This file, and what names it, goes with that release.
 */

/** The first and the last migration before all of them became `0000_baseline`. */
const FIRST = '0000_tables'
const LAST = {
  name: '0063_last_scan_of_trash',
  sha256: '4ed61fa11f07471898f83f290d4db5506708a889063d69ffd4970fe18bb91673',
}

type Applied = readonly { name: string; sha256: string }[]

export const isBeforeBaseline = (applied: Applied): boolean => applied.some(({ name }) => name === FIRST)

/** Whether all migrations were applied, as the last commit with them had them. */
export const isLastBeforeBaseline = (applied: Applied): boolean =>
  applied.some(({ name, sha256 }) => name === LAST.name && sha256 === LAST.sha256)

/** Tables that are gone with rows of an earlier form, which a job moved to the tables that are left: they must be empty. */
const MOVED_TABLES: readonly string[] = ['scans', 'scan_facets']

/**
 * Batches and imports have other tables: what is still known of them stays behind. Their codes are not theirs. Visitors of a
 * day are found in its log.
 */
const ENDED_TABLES: readonly string[] = [
  'code_batches',
  'code_batch_rows',
  'imports',
  'import_rows',
  'scan_visitors',
]

export const isGoneTable = (table: string): boolean => isMovedTable(table) || ENDED_TABLES.includes(table)

export const isMovedTable = (table: string): boolean => MOVED_TABLES.includes(table)

/** By table, the columns that are gone. */
export const GONE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  scan_closing: ['barrier'],
  scan_retention: ['seen_at', 'steady_since'],
}

/**
 * Scans whose breakdowns were added up as they were imported had a mark in the log, and rows of quarters of an hour beside
 * their days. Ends of ranges in their hours are read from the log now.
 */
export async function dropMarks(tx: Db): Promise<void> {
  await query(
    tx,
    sql`with marked as (update scan_log set flags = flags & 7 where flags & 8 <> 0 returning at)
        delete from scan_breakdowns where minutes = 15
          or minutes < 1440 and date_trunc('hour', at, 'UTC') in (select date_trunc('hour', at, 'UTC') from marked)`,
  )
}
