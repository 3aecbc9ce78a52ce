import { performance } from 'node:perf_hooks'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import type { Log } from '../../../platform/logging'
import type { ScanStream } from '../../../platform/stream'
import { JournalImporter } from '../ingest/journal-importer'
import type { SegmentSink } from '../ingest/journal-loop'
import type { FoundSegment, SegmentFolder } from '../ingest/journal-segments'
import { clockErrorOf } from '../ingest/scan-time'

/** Segments whose acknowledgements are waited for at once: a few megabytes. */
const MOST_AT_ONCE = 16
const CLOCK_CHECK_MS = 60_000

/** Publishes the segments of a journal folder, each under its batch id, and removes them once the server has them. */
export class JournalPublisher implements SegmentSink {
  readonly lines = {
    failed: 'scans wait in the journal: the stream does not take them',
    recovered: 'scans are published from the journal again',
  }
  readonly #folder: SegmentFolder
  readonly #stream: ScanStream
  readonly #database: Database
  readonly #clock: Clock
  readonly #importer: JournalImporter
  /** One after a failure, so that a server that is slow or full is not sent megabytes in vain. */
  #atOnce = 1
  #clockShiftMs = 0
  #clockCheckedAt = Number.NEGATIVE_INFINITY

  constructor(folder: SegmentFolder, stream: ScanStream, database: Database, log: Log, clock: Clock) {
    this.#folder = folder
    this.#stream = stream
    this.#database = database
    this.#clock = clock
    this.#importer = new JournalImporter(folder, database, log, clock)
  }

  async take(closed: readonly FoundSegment[]): Promise<number> {
    // Without segments too, so that an idle process finds out whether its scans would be taken.
    const capacity = await this.#stream.capacity()
    if (closed.length === 0) return 0
    await this.#checkClock()
    const tooLarge: FoundSegment[] = []
    const publish = async (segment: FoundSegment) => {
      const content = await this.#folder.readBytes(segment.file)
      if (content !== null && content.length > capacity) {
        tooLarge.push(segment)
        return
      }
      if (content !== null && content.length > 0)
        await this.#stream.publish(segment.batchId, content, this.#clockShiftMs)
      await this.#folder.remove(segment.file)
    }
    const chosen = closed.slice(0, this.#atOnce)
    const failure = (await Promise.allSettled(chosen.map(publish))).find(
      ({ status }) => status === 'rejected',
    )
    this.#atOnce = failure ? 1 : Math.min(MOST_AT_ONCE, this.#atOnce * 2)
    if (failure) throw (failure as PromiseRejectedResult).reason
    // Parts of it would need other ids than the whole, which is what may be known to the database already.
    if (tooLarge.length > 0) await this.#importer.take(tooLarge)
    return chosen.length
  }

  /**
   * By which a worker corrects the times of these scans: only this machine can tell how wrong its clock is. While the
   * database is away, what was last known stands.
   */
  async #checkClock(): Promise<void> {
    const now = performance.now()
    if (now - this.#clockCheckedAt < CLOCK_CHECK_MS) return
    this.#clockCheckedAt = now
    const error = await clockErrorOf(this.#database, this.#clock).catch(() => null)
    if (error) this.#clockShiftMs = error.shiftMs
  }
}
