import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, systemClock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import type { StoreRecords } from '../../../platform/journal/overflow'
import { decodeScan, type ScanRecord } from '../../../platform/journal/scan-record'
import { LogDictionaries } from '../log/log-dictionaries'
import { copyScans, rowBytes } from '../log/log-rows'
import { insertBatches } from '../repository'
import { numberedScanOf, RECORD_NAMING } from './scan-row'
import { type ClockError, clockErrorOf } from './scan-time'

export interface ScanBatch {
  id: string
  records: readonly string[]
}

/** Brings batches into the inbox, where they are safe and wait for their fold; each once, however often it comes. */
export class BatchStore {
  readonly #dictionaries = new LogDictionaries(RECORD_NAMING)

  constructor(private readonly database: Database) {}

  /**
   * In one transaction: all of the batches or none.
   * @param statementTimeoutMs undefined for the limit of requests
   * @returns how many records could not be read
   */
  async store(
    batches: readonly ScanBatch[],
    clockError: ClockError,
    statementTimeoutMs?: number,
  ): Promise<number> {
    const scans: { id: string; records: ScanRecord[] }[] = []
    let unreadable = 0
    for (const { id, records } of batches) {
      const read = records.map(decodeScan).filter((scan) => scan !== null)
      unreadable += records.length - read.length
      scans.push({ id, records: read })
      // Requests are not held up by more than a batch.
      await nextTurn()
    }
    const numbersOf = await this.#dictionaries.numbersOf(
      this.database,
      scans.flatMap(({ records }) => records),
    )
    const rows = new Map<string, Buffer>()
    for (const { id, records } of scans) {
      rows.set(
        id,
        rowBytes(records, (scan) => numberedScanOf(scan, numbersOf(scan), clockError)),
      )
      await nextTurn()
    }
    await this.database.transaction(
      async (tx) => {
        const isNew = await insertBatches(tx, [...rows.keys()])
        const added = [...rows].filter(([id]) => isNew.has(id)).map(([, bytes]) => bytes)
        if (added.length > 0) await copyScans(tx, 'scan_inbox', added)
      },
      statementTimeoutMs === undefined ? {} : { statementTimeoutMs },
    )
    return unreadable
  }
}

/** For scans that no journal can take: the way straight into the inbox. */
export function scanStore(database: Database, clock: Clock = systemClock): StoreRecords {
  const batches = new BatchStore(database)
  return async (id, records) => {
    await batches.store([{ id, records }], await clockErrorOf(database, clock))
  }
}
