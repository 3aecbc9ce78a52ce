import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import type { Log } from '../../../platform/logging'
import { BatchSize, isTooLarge } from '../batch-size'
import { LogDictionaries } from '../log/log-dictionaries'
import { ensureComingDays } from '../log/log-repository'
import { deleteOldBatches, ensureComingMonths } from '../repository'
import { DeferredRanks } from './deferred-ranks'
import type { FoundSegment, SegmentFolder } from './journal-segments'
import { clockErrorOf } from './scan-time'
import { type ImportLimits, type ScanBatch, storeBatches } from './store-batch'

const POLL_MS = 200
const AFTER_FAILURE_MS = 1_000
/**
 * For each millisecond that the main thread works while it moves, the importer rests four. Waiting for a PostgreSQL is no
 * work; the embedded engine works in this thread.
 */
const REST_RATIO = 4
/** The share of time that the redirect works under load: then the importer rests longer, because the log can wait. */
const RUSH = 0.5
const RUSH_FACTOR = 10
/** A run that took longer than its work justifies shared its thread, as at startup, or had no processor. */
const MAX_REST_MS = 2_000
const SEGMENTS_PER_TRANSACTION = 64
/**
 * No visitor waits for an import, so its statements may take longer than those of requests. A lock is waited for longer
 * than other importers hold theirs.
 */
const LIMITS: ImportLimits = { statementMs: 10_000, lockMs: 3_000 }
const CLEANING_INTERVAL_MS = 86_400_000
const LAST_MOVES_MS = 2_000
const DRAIN_POLL_MS = 10
const DRAIN_WITHIN_MS = 10_000

/** Segments that are stored together. */
interface SegmentGroup {
  files: string[]
  batches: ScanBatch[]
  scans: number
}

/** Brings the segments of a journal folder into the log, oldest first, each once. */
export class JournalImporter {
  readonly #folder: SegmentFolder
  readonly #database: Database
  readonly #log: Log
  readonly #clock: Clock
  readonly #busyShare: () => number
  readonly #stop = new AbortController()
  readonly #size: BatchSize
  readonly #ranks: DeferredRanks
  readonly #dictionaries = new LogDictionaries()
  #moving: Promise<unknown> = Promise.resolve()
  #running: Promise<void> = Promise.resolve()
  #cleanedAt = Number.NEGATIVE_INFINITY
  #hasFailed = false

  constructor(
    folder: SegmentFolder,
    database: Database,
    log: Log,
    { clock, busyShare }: { clock: Clock; busyShare: () => number },
  ) {
    this.#folder = folder
    this.#database = database
    this.#log = log
    this.#clock = clock
    this.#busyShare = busyShare
    this.#size = new BatchSize(database.engine)
    this.#ranks = new DeferredRanks(database)
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Imports the remaining segments, for a moment; the rest waits for the next start. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#running
    const endAt = performance.now() + LAST_MOVES_MS
    const moveLast = () => this.#moveSome().catch(() => 0)
    while ((await moveLast()) > 0 && performance.now() < endAt);
    // Else the next importer finds them.
    await this.#ranks.flush().catch(() => {})
  }

  /**
   * Resolves when every scan that was answered before the call is in the log, and lists are sorted by it.
   * @throws when a living writer does not hand its segment over, or the database fails
   */
  async drain(): Promise<void> {
    const endAt = performance.now() + DRAIN_WITHIN_MS
    const wanted = new Set((await this.#folder.list()).map(({ batchId }) => batchId))
    for (;;) {
      while ((await this.#moveSome()) > 0);
      const left = (await this.#folder.list()).filter(({ batchId }) => wanted.has(batchId))
      if (left.length === 0) return this.#inTurn(() => this.#ranks.flush())
      if (performance.now() > endAt) throw new Error(`${left.length} segments cannot be moved`)
      await pause(DRAIN_POLL_MS)
    }
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const restMs = await this.#moveAndMeasure()
      await this.#rest(restMs)
    }
  }

  /** Looks up now and then: a rush that is over is no reason to rest. */
  async #rest(ms: number): Promise<void> {
    const { signal } = this.#stop
    const startedAt = performance.now()
    const isRested = () => {
      const factor = this.#busyShare() > RUSH ? RUSH_FACTOR : 1
      return performance.now() - startedAt >= ms * factor
    }
    while (!signal.aborted && !isRested()) await pause(POLL_MS, undefined, { signal }).catch(() => {})
  }

  /** One run; returns how long to rest after it. */
  async #moveAndMeasure(): Promise<number> {
    const before = performance.eventLoopUtilization()
    try {
      await this.#moveSome()
      const { active: workMs } = performance.eventLoopUtilization(before)
      if (this.#hasFailed) this.#log.info('scans are imported from the journal again')
      this.#hasFailed = false
      await this.#clean()
      return Math.min(MAX_REST_MS, Math.max(POLL_MS, REST_RATIO * workMs))
    } catch (err) {
      if (!this.#hasFailed)
        this.#log.error({ err }, 'scans wait in the journal: the database cannot be written')
      this.#hasFailed = true
      return AFTER_FAILURE_MS
    }
  }

  /** Runs do not overlap. Returns how many segments were imported. */
  #moveSome(): Promise<number> {
    return this.#inTurn(() => this.#moveRound())
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#moving.catch(() => {}).then(work)
    this.#moving = turn
    return turn
  }

  async #moveRound(): Promise<number> {
    await this.#folder.takeOver()
    const closed = (await this.#folder.list()).filter(({ isOpen }) => !isOpen)
    let group = await this.#read(closed)
    while (!(await this.#store(group))) group = await this.#read(closed)
    // Only after the commit: until then the file is the only place where the scans are.
    for (const file of group.files) await this.#folder.remove(file)
    await this.#ranks.flushWhenDue()
    return group.files.length
  }

  /** False when it was too much for one transaction: a part of it is tried next. */
  async #store({ batches, scans }: SegmentGroup): Promise<boolean> {
    if (batches.length === 0) return true
    const startedAt = performance.now()
    try {
      const clockError = await clockErrorOf(this.#database, this.#clock)
      const { unreadable, counted } = await storeBatches(
        this.#database,
        this.#dictionaries,
        batches,
        clockError,
        LIMITS,
      )
      this.#ranks.note(counted)
      if (unreadable > 0) this.#log.error({ unreadable }, 'scan records of an unknown format were dropped')
    } catch (error) {
      if (!isTooLarge(error)) throw error
      this.#size.refused(scans)
      // A segment is the least that counts once.
      if (batches.length === 1) throw error
      return false
    }
    this.#size.stored(scans, performance.now() - startedAt)
    return true
  }

  /** As many of the segments, from the first, as one transaction takes; one at least. */
  async #read(segments: readonly FoundSegment[]): Promise<SegmentGroup> {
    const group: SegmentGroup = { files: [], batches: [], scans: 0 }
    for (const { file, batchId } of segments.slice(0, SEGMENTS_PER_TRANSACTION)) {
      const records = await this.#recordsOf(file)
      if (group.files.length > 0 && group.scans + records.length > this.#size.scans) break
      group.files.push(file)
      if (records.length > 0) group.batches.push({ id: batchId, records })
      group.scans += records.length
    }
    return group
  }

  async #recordsOf(file: string): Promise<string[]> {
    const content = await this.#folder.read(file)
    if (!content) return []
    const { records, damaged, isTorn } = content
    if (damaged > 0) this.#log.error({ file, damaged }, 'corrupt lines of the scan journal were dropped')
    if (isTorn)
      this.#log.info({ file }, 'the incomplete last line of a scan journal was dropped after a crash')
    return records
  }

  /**
   * Once a day: batch ids of segments that are long gone are forgotten, partitions of coming months and days are made, and all
   * ranks compared, as a process that was killed may have owed some.
   */
  async #clean(): Promise<void> {
    const now = performance.now()
    if (now - this.#cleanedAt < CLEANING_INTERVAL_MS) return
    const present = (await this.#folder.list()).map(({ batchId }) => batchId)
    await deleteOldBatches(this.#database.db, present)
    await this.#database.transaction(async (tx) => {
      await ensureComingMonths(tx)
      await ensureComingDays(tx)
    })
    await this.#inTurn(() => this.#ranks.reconcile())
    this.#cleanedAt = now
  }
}
