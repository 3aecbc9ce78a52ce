import { performance } from 'node:perf_hooks'
import type { Database } from '../../../platform/db/database'
import { BatchSize, isTooLarge } from '../batch-size'
import { ensureComingDays } from '../log/log-repository'
import { deleteOldBatches, ensureComingMonths } from '../repository'
import { DeferredRanks } from './deferred-ranks'
import { Lookups } from './lookups'
import type { ClockError } from './scan-time'
import { type ImportLimits, type ScanBatch, storeBatches } from './store-batch'

/**
 * No visitor waits for an import, so its statements may take longer than those of requests. A lock is waited for longer
 * than other importers hold theirs.
 */
const LIMITS: ImportLimits = { statementMs: 10_000, lockMs: 3_000 }
const CLEANING_INTERVAL_MS = 86_400_000

/** Brings batches into the log, in transactions of as many scans as the database takes at once. */
export class BatchImporter {
  readonly #database: Database
  readonly #size: BatchSize
  readonly #ranks: DeferredRanks
  readonly #lookups = new Lookups()
  #cleanedAt = Number.NEGATIVE_INFINITY

  constructor(database: Database) {
    this.#database = database
    this.#size = new BatchSize(database.engine)
    this.#ranks = new DeferredRanks(database)
  }

  /** How many of the items, from the first, one transaction takes; one at least. */
  fitting(items: readonly { records: readonly string[] }[]): number {
    let scans = 0
    let count = 0
    for (const { records } of items) {
      scans += records.length
      if (count > 0 && scans > this.#size.scans) break
      count++
    }
    return count
  }

  /**
   * Stores the batches, each once however often it comes.
   * @returns how many of their records could not be read; null when it was too much for one transaction, and a part of
   *   it is to be tried next
   */
  async store(batches: readonly ScanBatch[], clockError: ClockError): Promise<number | null> {
    if (batches.length === 0) return 0
    const scans = batches.reduce((sum, { records }) => sum + records.length, 0)
    const startedAt = performance.now()
    try {
      const { unreadable, counted } = await storeBatches(
        this.#database,
        this.#lookups,
        batches,
        clockError,
        LIMITS,
      )
      this.#ranks.note(counted)
      this.#size.stored(scans, performance.now() - startedAt)
      return unreadable
    } catch (error) {
      if (!isTooLarge(error)) throw error
      this.#size.refused(scans)
      // A segment is the least that counts once.
      if (batches.length === 1) throw error
      return null
    }
  }

  rankWhenDue(): Promise<void> {
    return this.#ranks.flushWhenDue()
  }

  rank(): Promise<void> {
    return this.#ranks.flush()
  }

  /**
   * Once a day: batch ids of segments that are long gone are forgotten, partitions of coming months and days are made, and all
   * ranks compared, as a process that was killed may have owed some.
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
    await this.#ranks.reconcile()
    this.#cleanedAt = now
  }
}
