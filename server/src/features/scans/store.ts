import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../platform/db/database'
import type { StoreRecords } from '../../platform/journal/overflow'
import { decodeScan } from '../../platform/journal/scan-record'
import { addToCounters, insertBatches, insertScans, type NewScan } from './repository'
import { scanRowOf } from './row'

/** Rows handled between two turns of the event loop, so that requests are not held up. */
const ROWS_PER_TURN = 500
const ROWS_PER_STATEMENT = 2_000

export interface ScanBatch {
  id: string
  records: readonly string[]
}

/**
 * Brings batches into the log and their people's scans into the counters, in one transaction; a batch that was
 * stored before changes nothing.
 * @returns how many records could not be read
 */
export async function storeBatches(database: Database, batches: readonly ScanBatch[]): Promise<number> {
  const parsed: { id: string; rows: NewScan[]; unreadable: number }[] = []
  for (const { id, records } of batches) parsed.push({ id, ...(await rowsOf(records)) })
  await database.transaction(async (tx) => {
    const isNew = await insertBatches(
      tx,
      batches.map(({ id }) => id),
    )
    const rows = parsed.filter(({ id }) => isNew.has(id)).flatMap((batch) => batch.rows)
    for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
      await insertScans(tx, rows.slice(at, at + ROWS_PER_STATEMENT))
    }
    const added = countPeople(rows)
    if (added.size > 0) await addToCounters(tx, added)
  })
  return parsed.reduce((sum, { unreadable }) => sum + unreadable, 0)
}

/** For scans that no journal can take: the way straight into the log. */
export const scanStore =
  (database: Database): StoreRecords =>
  async (id, records) => {
    await storeBatches(database, [{ id, records }])
  }

async function rowsOf(records: readonly string[]): Promise<{ rows: NewScan[]; unreadable: number }> {
  const rows: NewScan[] = []
  for (const [index, record] of records.entries()) {
    const scan = decodeScan(record)
    if (scan) rows.push(scanRowOf(scan))
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
  }
  return { rows, unreadable: records.length - rows.length }
}

function countPeople(rows: readonly NewScan[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { codeId, kind } of rows) {
    if (kind === 'person') counts.set(codeId, (counts.get(codeId) ?? 0) + 1)
  }
  return counts
}
