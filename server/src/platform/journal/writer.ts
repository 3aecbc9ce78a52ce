import { mkdirSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Clock } from '../clock'
import { OverflowQueue, type StoreRecords } from './overflow'
import type { AcknowledgeRecord, JournalEntry } from './segment'
import { JournalSegment } from './segment'

const SYNC_WITHIN_MS = 50
/** Short, so that a scan shows within a second in quiet times. */
const SEGMENT_LIFE_MS = 250
/**
 * About two thousand records, one transaction of the importer: a smaller segment has its file and its folder
 * synced more often, and under load each sync takes processor time from the responses.
 */
const SEGMENT_SIZE = 512 * 1024
/**
 * Characters of one write, whatever a turn has gathered: with up to three bytes each in UTF-8, no segment exceeds the
 * 1 MiB that a stream takes as one message (docs/decisions/scan-journal.md).
 */
const WRITE_LENGTH = 128 * 1024
/**
 * A writer that was held up longer than this must not append: from `TAKE_OVER_AFTER_MS` of the importer on, its segment
 * may have been taken over.
 */
const WRITE_WITHIN_MS = 10_000
const RETRY_AFTER_MS = 5_000

export interface JournalEvents {
  /** The journal cannot be written: records go to `store` until it can. Raised once for each such time. */
  onUnwritable(failure: Error): void
  onWritable(): void
  /** Written data may not survive a power failure. */
  onUnsynced(failure: Error): void
}

export interface JournalOptions extends JournalEvents {
  folder: string
  /** `batch`: written before the response, synced within 50 ms. `sync`: synced before the response. */
  durability: 'batch' | 'sync'
  processKey: string
  clock: Clock
  /** Where records go when the journal cannot be written. */
  store: StoreRecords
}

/**
 * The append-only journal of one process (docs/decisions/scan-journal.md). All records of one turn of the event loop
 * are written together, then settled.
 */
export class JournalWriter {
  readonly #options: JournalOptions
  readonly #overflow: OverflowQueue
  readonly #finishing = new Set<Promise<void>>()
  #pending: JournalEntry[] = []
  #isFlushAwaited = false
  #segment: JournalSegment | null = null
  #isSyncing = false
  #syncTimer: NodeJS.Timeout | null = null
  #endTimer: NodeJS.Timeout | null = null
  #unwritableSince: number | null = null

  constructor(options: JournalOptions) {
    this.#options = options
    this.#overflow = new OverflowQueue(options.store)
    mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  }

  append(record: string, settle: AcknowledgeRecord): void {
    this.#pending.push({ record, settle })
    if (this.#isFlushAwaited) return
    this.#isFlushAwaited = true
    setImmediate(() => this.#flush())
  }

  /** Resolves when all records are settled, synced and handed over to the importer. */
  async close(): Promise<void> {
    while (this.#isFlushAwaited || this.#isSyncing) await new Promise((done) => setImmediate(done))
    await this.#overflow.idle()
    this.#endSegment()
    await Promise.all(this.#finishing)
  }

  #flush(): void {
    if (this.#isSyncing || this.#pending.length === 0) return
    const entries = this.#takePending()
    this.#isFlushAwaited = this.#pending.length > 0
    if (this.#isFlushAwaited) setImmediate(() => this.#flush())
    if (this.#write(entries)) this.#settle(entries)
    else {
      this.#endSegment()
      this.#overflow.add(entries)
    }
  }

  /** The first of what is pending, as much as one write takes. */
  #takePending(): JournalEntry[] {
    let length = 0
    let count = 0
    for (const { record } of this.#pending) {
      length += record.length
      if (count > 0 && length > WRITE_LENGTH) break
      count++
    }
    return this.#pending.splice(0, count)
  }

  /** False when the journal cannot take them. */
  #write(entries: readonly JournalEntry[]): boolean {
    if (this.#isGivenUp()) return false
    try {
      this.#writableSegment().write(entries.map(({ record }) => record))
    } catch (error) {
      this.#becomeUnwritable(error as Error)
      return false
    }
    this.#becomeWritable()
    return true
  }

  #isGivenUp(): boolean {
    return this.#unwritableSince !== null && performance.now() - this.#unwritableSince < RETRY_AFTER_MS
  }

  #becomeWritable(): void {
    if (this.#unwritableSince === null) return
    this.#unwritableSince = null
    this.#options.onWritable()
  }

  #becomeUnwritable(failure: Error): void {
    if (this.#unwritableSince === null) this.#options.onUnwritable(failure)
    this.#unwritableSince = performance.now()
  }

  #writableSegment(): JournalSegment {
    if (this.#segment && (this.#segment.size >= SEGMENT_SIZE || this.#segment.ageMs > WRITE_WITHIN_MS)) {
      this.#endSegment()
    }
    if (!this.#segment) {
      const { folder, processKey, clock } = this.#options
      this.#segment = new JournalSegment(folder, processKey, clock.now())
      this.#endTimer = setTimeout(() => this.#endSegment(), SEGMENT_LIFE_MS)
    }
    return this.#segment
  }

  /** Settles entries that are in the current segment. */
  #settle(entries: readonly JournalEntry[]): void {
    if (this.#options.durability === 'sync') this.#settleAfterSync(entries)
    else {
      this.#syncTimer ??= setTimeout(() => this.#syncInBackground(), SYNC_WITHIN_MS)
      for (const { settle } of entries) settle(true)
    }
  }

  #syncInBackground(): void {
    this.#syncTimer = null
    this.#segment?.sync().catch((failure) => this.#options.onUnsynced(failure))
  }

  #settleAfterSync(entries: readonly JournalEntry[]): void {
    const settleAll = (isKept: boolean) => {
      this.#isSyncing = false
      for (const { settle } of entries) settle(isKept)
      if (this.#isFlushAwaited) this.#flush()
    }
    this.#isSyncing = true
    this.#segment?.sync().then(
      () => settleAll(true),
      (failure) => {
        this.#options.onUnsynced(failure)
        settleAll(false)
      },
    )
  }

  #endSegment(): void {
    const segment = this.#segment
    if (!segment) return
    this.#segment = null
    if (this.#endTimer) clearTimeout(this.#endTimer)
    const finished = segment
      .finish()
      .catch((failure) => this.#options.onUnsynced(failure))
      .finally(() => this.#finishing.delete(finished))
    this.#finishing.add(finished)
  }
}
