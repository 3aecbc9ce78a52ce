import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Clock, systemClock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import type { StoreRecords } from '../../../platform/journal/overflow'
import { decodeScan } from '../../../platform/journal/scan-record'
import { addLateScans, type CountedScan, closingFor } from '../closing/late-scans'
import type { Described, RowNumbers } from '../log/log-dictionaries'
import { ensureDays, insertScans } from '../log/log-repository'
import {
  addToCounters,
  addToOwners,
  addToQuarters,
  deferRanks,
  ensureMonths,
  insertBatches,
  type NewScan,
  notifyCounted,
  sealedOf,
} from '../repository'
import { Rollup } from '../rollups'
import { Lookups } from './lookups'
import { scanRowOf } from './scan-row'
import { type ClockError, clockErrorOf } from './scan-time'
import { markFirstVisits } from './unique-visits'

/** Rows handled between two turns of the event loop, so that requests are not held up. */
const ROWS_PER_TURN = 500
const DAY_MS = 86_400_000

/** What bounds each statement of an import, in milliseconds. */
export interface ImportLimits {
  statementMs: number
  /** For a row that another importer is adding to. */
  lockMs: number
}

export interface ScanBatch {
  id: string
  records: readonly string[]
}

/**
 * Brings batches into the log, the counters and the roll-ups, in one transaction; a batch that was stored before
 * changes nothing.
 * @param limits of an import, which also leaves the ranks of the codes to `DeferredRanks`; null for a request
 * @returns how many records could not be read, and the codes whose counters have risen
 */
export async function storeBatches(
  database: Database,
  lookups: Lookups,
  batches: readonly ScanBatch[],
  clockError: ClockError,
  limits: ImportLimits | null,
): Promise<{ unreadable: number; counted: Set<string> }> {
  const parsed: { id: string; rows: NewScan[]; unreadable: number }[] = []
  for (const { id, records } of batches) parsed.push({ id, ...(await rowsOf(records, clockError)) })
  const all = parsed.flatMap(({ rows }) => rows)
  await openPartitions(database, all)
  const numbersOf = await lookups.dictionaries.numbersOf(database, all)
  const store = async (tx: Db) => {
    if (limits) {
      await tx.execute(sql.raw(`set local lock_timeout = ${limits.lockMs}`))
      await deferRanks(tx)
    }
    const isNew = await insertBatches(
      tx,
      batches.map(({ id }) => id),
    )
    const rows = parsed.filter(({ id }) => isNew.has(id)).flatMap((batch) => batch.rows)
    return rows.length > 0 ? storeRows(tx, rows, { numbersOf, lookups }) : new Set<string>()
  }
  const counted = await database.transaction(store, limits ? { statementTimeoutMs: limits.statementMs } : {})
  return { unreadable: parsed.reduce((sum, { unreadable }) => sum + unreadable, 0), counted }
}

/** For scans that no journal can take: the way straight into the log. */
export function scanStore(database: Database, clock: Clock = systemClock): StoreRecords {
  const lookups = new Lookups()
  return async (id, records) => {
    await storeBatches(database, lookups, [{ id, records }], await clockErrorOf(database, clock), null)
  }
}

async function rowsOf(
  records: readonly string[],
  clockError: ClockError,
): Promise<{ rows: NewScan[]; unreadable: number }> {
  const rows: NewScan[] = []
  for (const [index, record] of records.entries()) {
    const scan = decodeScan(record)
    if (scan) rows.push(scanRowOf(scan, clockError))
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
  }
  return { rows, unreadable: records.length - rows.length }
}

/** In a separate, earlier transaction: creating a partition must not wait for those who write to the others. */
async function openPartitions(database: Database, rows: readonly NewScan[]): Promise<void> {
  const daysSinceEpoch = new Set(rows.map(({ at }) => Math.floor(at.getTime() / DAY_MS)))
  const days = [...daysSinceEpoch].map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10)).sort()
  if (days.length === 0) return
  await database.transaction(async (tx) => {
    await ensureMonths(tx, [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))])
    await ensureDays(tx, days)
  })
}

/** Returns the codes that people scanned. */
async function storeRows(
  tx: Db,
  journalled: NewScan[],
  { numbersOf, lookups }: { numbersOf: (row: Described) => RowNumbers; lookups: Lookups },
): Promise<Set<string>> {
  const owners = await lookups.ownersOf(tx, new Set(journalled.map(({ codeId }) => codeId)))
  const sealed = await sealedOf(tx, new Set(owners.values()))
  const rows = journalled.filter(({ codeId }) => !sealed.has(owners.get(codeId) ?? ''))
  if (rows.length === 0) return new Set()
  const closing = await closingFor(tx, rows)
  await markFirstVisits(tx, rows)
  await insertScans(tx, rows, numbersOf)
  const counts = countBy(
    rows.filter(({ kind }) => kind === 'person'),
    ({ codeId }) => codeId,
  )
  const counted = new Set(counts.keys())
  if (counted.size > 0) await addToCounters(tx, counts)
  const subjects = await addToOwners(tx, ownerCounts(rows, owners))
  const sums = new Rollup()
  const scans: CountedScan[] = []
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
    sums.add(row.codeId, row)
    const owner = subjects.get(owners.get(row.codeId) ?? '') ?? null
    if (owner !== null) sums.add(owner, row)
    scans.push({ row, owner })
  }
  if (counted.size > 0) await addToQuarters(tx, sums.quarters)
  await addLateScans(tx, scans, closing)
  if (counted.size > 0) await notifyCounted(tx, [...new Set(sums.quarters.map(({ subject }) => subject))])
  return counted
}

/** Scans by people of each owner's codes; 0 where only others came. */
function ownerCounts(rows: readonly NewScan[], owners: ReadonlyMap<string, string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { codeId, kind } of rows) {
    const owner = owners.get(codeId)
    if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + (kind === 'person' ? 1 : 0))
  }
  return counts
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) {
    const key = keyOf(item)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
