import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '../../../platform/db/database'
import type { RepeatedJob } from '../../../platform/jobs'
import { type Described, LogDictionaries, type RowNumbers } from '../log/log-dictionaries'
import { ensureDays, flagsOf, insertScans } from '../log/log-repository'
import { KINDS } from '../table'
import { FacetConversion } from './facet-conversion'
import { deleteRows, type EarlierRow, type KindSums, oldestRows, sumsOfLog } from './log-move-repository'

/** Rows of one transaction; the embedded engine serves nobody meanwhile. */
const ROWS: Record<Database['engine'], number> = { pglite: 1_000, postgres: 5_000 }
/** For each millisecond that a step takes, three without. */
const REST_RATIO = 3
/** Then the job ends, and goes on with its next run. */
const RUN_MS = 40_000
const STATEMENT_MS = 10_000

/**
 * Moves what versions before wrote, and what one still writes during an upgrade: the rows of `scans` to the log, oldest
 * first, then the breakdowns of `scan_facets` to today's. A process that is killed has moved whole steps.
 */
export const logMoveJobs = ({ database }: { database: Database }): RepeatedJob[] => [
  {
    name: 'scan-log-move',
    everySeconds: 60,
    run: async () => {
      const endAt = performance.now() + RUN_MS
      const dictionaries = new LogDictionaries()
      await repeat(() => moveStep(database, dictionaries), endAt)
      const conversion = new FacetConversion(database)
      await repeat(() => conversion.step(), endAt)
    },
  },
]

/** @param step false when nothing is left */
async function repeat(step: () => Promise<boolean>, endAt: number): Promise<void> {
  for (;;) {
    const startedAt = performance.now()
    if (startedAt > endAt || !(await step())) return
    await pause(REST_RATIO * (performance.now() - startedAt))
  }
}

/** Moves some rows of one day; false when none is left. */
async function moveStep(database: Database, dictionaries: LogDictionaries): Promise<boolean> {
  const rows = await oldestRows(database.db, ROWS[database.engine])
  const [first] = rows
  if (!first) return false
  const day = new Date(first.at).toISOString().slice(0, 10)
  await database.transaction((tx) => ensureDays(tx, [day]))
  const numbersOf = await dictionaries.numbersOf(database, rows)
  await database.transaction((tx) => moveRows(tx, rows, numbersOf), { statementTimeoutMs: STATEMENT_MS })
  return true
}

/** @throws when the log has not gained exactly the rows that were deleted */
async function moveRows(
  tx: Db,
  rows: readonly EarlierRow[],
  numbersOf: (row: Described) => RowNumbers,
): Promise<void> {
  // What importers add meanwhile must not be counted.
  await tx.execute(sql`set transaction isolation level repeatable read`)
  const [from = '', to = ''] = [rows[0]?.at, rows.at(-1)?.at]
  const before = await sumsOfLog(tx, from, to)
  const deleted = await deleteRows(tx, rows)
  const moved = rows.filter(({ id }) => deleted.has(id))
  await insertScans(tx, moved, numbersOf)
  const after = await sumsOfLog(tx, from, to)
  if (!isGain(before, after, sumsOf(moved)))
    throw new Error(`the rows of ${from} to ${to} were not moved: the log differs from them`)
}

function sumsOf(rows: readonly EarlierRow[]): KindSums {
  const sums: KindSums = new Map()
  for (const row of rows) {
    const kind = KINDS.indexOf(row.kind)
    const { rows: count, flags } = sums.get(kind) ?? { rows: 0, flags: 0 }
    sums.set(kind, { rows: count + 1, flags: flags + flagsOf(row) })
  }
  return sums
}

function isGain(before: KindSums, after: KindSums, gained: KindSums): boolean {
  const none = { rows: 0, flags: 0 }
  return KINDS.every((_, kind) => {
    const [was, is, more] = [before, after, gained].map((sums) => sums.get(kind) ?? none)
    return was && is && more && is.rows === was.rows + more.rows && is.flags === was.flags + more.flags
  })
}
