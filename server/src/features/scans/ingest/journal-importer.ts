import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import type { Log } from '../../../platform/logging'
import { BatchImporter } from './batch-importer'
import type { SegmentSink } from './journal-loop'
import type { FoundSegment, SegmentFolder } from './journal-segments'
import { clockErrorOf } from './scan-time'

const SEGMENTS_PER_TRANSACTION = 64

interface ReadSegment {
  file: string
  id: string
  records: string[]
}

/** Brings the segments of a journal folder into the inbox, each once. */
export class JournalImporter implements SegmentSink {
  readonly lines = {
    failed: 'scans wait in the journal: the database cannot be written',
    recovered: 'scans are imported from the journal again',
  }
  readonly #folder: SegmentFolder
  readonly #database: Database
  readonly #log: Log
  readonly #clock: Clock
  readonly #importer: BatchImporter

  constructor(folder: SegmentFolder, database: Database, log: Log, clock: Clock) {
    this.#folder = folder
    this.#database = database
    this.#log = log
    this.#clock = clock
    this.#importer = new BatchImporter(database)
  }

  async take(closed: readonly FoundSegment[]): Promise<number> {
    const group = await this.#read(closed)
    await this.#store(group)
    // Only after the commit: until then the file is the only place where the scans are.
    for (const { file } of group) await this.#folder.remove(file)
    return group.length
  }

  maintain(): Promise<void> {
    return this.#importer.clean(async () => (await this.#folder.list()).map(({ batchId }) => batchId))
  }

  async #store(group: readonly ReadSegment[]): Promise<void> {
    const batches = group.filter(({ records }) => records.length > 0)
    if (batches.length === 0) return
    const clockError = await clockErrorOf(this.#database, this.#clock)
    const unreadable = await this.#importer.store(batches, clockError)
    if (unreadable > 0) this.#log.error({ unreadable }, 'scan records of an unknown format were dropped')
  }

  /** As many of the segments, from the first, as one transaction takes; one at least. */
  async #read(segments: readonly FoundSegment[]): Promise<ReadSegment[]> {
    const group: ReadSegment[] = []
    for (const { file, batchId } of segments.slice(0, SEGMENTS_PER_TRANSACTION)) {
      group.push({ file, id: batchId, records: await this.#recordsOf(file) })
      if (this.#importer.fitting(group) < group.length) return group.slice(0, -1)
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
}
