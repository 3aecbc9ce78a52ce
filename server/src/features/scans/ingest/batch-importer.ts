import { performance } from 'node:perf_hooks'
import type { Database } from '../../../platform/db/database'
import { ensureComingDays } from '../log/log-repository'
import { deleteOldBatches, ensureComingMonths } from '../repository'
import type { ClockError } from './scan-time'
import { BatchStore, type ScanBatch } from './store-batch'

/** No visitor waits for an import, so its statements may take longer than those of requests. */
const STATEMENT_MS = 10_000
const CLEANING_INTERVAL_MS = 86_400_000
/** Scans of a transaction. The embedded engine serves nobody else meanwhile: that is about 30 ms. */
const MOST: Record<Database['engine'], number> = { pglite: 2_000, postgres: 10_000 }

/** Brings batches into the inbox, in transactions of as many scans as the engine takes at once. */
export class BatchImporter {
  readonly #database: Database
  readonly #batches: BatchStore
  #cleanedAt = Number.NEGATIVE_INFINITY

  constructor(database: Database) {
    this.#database = database
    this.#batches = new BatchStore(database)
  }

  /** How many of the items, from the first, one transaction takes; one at least. */
  fitting(items: readonly { records: readonly string[] }[]): number {
    let scans = 0
    let count = 0
    for (const { records } of items) {
      scans += records.length
      if (count > 0 && scans > MOST[this.#database.engine]) break
      count++
    }
    return count
  }

  /** As `BatchStore.store`. */
  async store(batches: readonly ScanBatch[], clockError: ClockError): Promise<number> {
    return batches.length === 0 ? 0 : this.#batches.store(batches, clockError, STATEMENT_MS)
  }

  /**
   * Once a day: batch ids of segments that are long gone are forgotten, and partitions of coming months and days are made.
   * @param present ids of batches that may come again; null when it is not known which
   */
  async clean(present: () => Promise<readonly string[] | null>): Promise<void> {
    const now = performance.now()
    if (now - this.#cleanedAt < CLEANING_INTERVAL_MS) return
    const kept = await present()
    if (kept !== null) await deleteOldBatches(this.#database.db, kept)
    await this.#database.transaction(async (tx) => {
      await ensureComingMonths(tx)
      await ensureComingDays(tx)
    })
    this.#cleanedAt = now
  }
}
