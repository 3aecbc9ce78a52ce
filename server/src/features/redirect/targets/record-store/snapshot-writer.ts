import { rm } from 'node:fs/promises'
import type { RecordSegment } from './segment'

const SYNC_AFTER_MS = 1_000
const RETRY_AFTER_MS = 5_000

export type Report = (level: 'info' | 'warn', message: string, failure?: Error) => void

/**
 * Writes segments to their files: at the end of each turn in which something was learned, synced within a second. What
 * the disk refuses stays in memory and is written later.
 */
export class SnapshotWriter {
  readonly #segments: readonly RecordSegment[]
  readonly #report: Report
  /** Their files are open, and may hold what is not synced. */
  readonly #unsynced = new Set<RecordSegment>()
  /** Files and folders whose content has been written again: removed once that is on the disk. */
  #obsolete: string[] = []
  #syncTimer: NodeJS.Timeout | null = null
  #retryTimer: NodeJS.Timeout | null = null
  #syncing: Promise<void> = Promise.resolve()

  /** @param segments of the log as it grows, the newest last */
  constructor(segments: readonly RecordSegment[], report: Report) {
    this.#segments = segments
    this.#report = report
  }

  get isWritable(): boolean {
    return this.#retryTimer === null
  }

  write(): void {
    if (this.isWritable) this.#tryToWrite()
  }

  /** The records of a segment are at the end of the log, or of no use. */
  discard(segment: RecordSegment): void {
    segment.writtenTo = segment.end
    this.discardPath(segment.file.path)
  }

  discardPath(path: string): void {
    this.#obsolete.push(path)
  }

  /** Resolves when all is on the disk, as far as it takes it. */
  async close(): Promise<void> {
    this.#tryToWrite()
    for (const timer of [this.#syncTimer, this.#retryTimer]) if (timer !== null) clearTimeout(timer)
    await this.#syncing
    await this.#sync({ isClosing: true })
  }

  #tryToWrite(): void {
    const wasWritable = this.isWritable
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer)
    try {
      for (const segment of this.#unwritten()) {
        this.#unsynced.add(segment)
        segment.write()
      }
    } catch (error) {
      this.#retryTimer = setTimeout(() => this.#tryToWrite(), RETRY_AFTER_MS).unref()
      if (wasWritable)
        this.#report(
          'warn',
          'the snapshot of targets cannot be written: until it can, a restart forgets new ones',
          error as Error,
        )
      return
    }
    this.#retryTimer = null
    if (!wasWritable) this.#report('info', 'the snapshot of targets is writable again')
    this.#syncTimer ??= setTimeout(() => this.#syncInBackground(), SYNC_AFTER_MS).unref()
  }

  /** The oldest first. */
  #unwritten(): RecordSegment[] {
    const written = this.#segments.findLastIndex(({ writtenTo, end }) => writtenTo === end && end > 0)
    return this.#segments.slice(written + 1)
  }

  #syncInBackground(): void {
    this.#syncTimer = null
    this.#syncing = this.#syncing.then(() => this.#sync({ isClosing: false }))
  }

  /** @param isClosing nothing is written after it */
  async #sync({ isClosing }: { isClosing: boolean }): Promise<void> {
    if (!this.isWritable) return
    const obsolete = this.#obsolete
    this.#obsolete = []
    try {
      // Those that are begun meanwhile come next time.
      for (const segment of [...this.#unsynced]) {
        if (!isClosing && !this.#isFinished(segment)) await segment.file.sync()
        else {
          this.#unsynced.delete(segment)
          await segment.file.close()
        }
      }
    } catch (error) {
      this.#obsolete.unshift(...obsolete)
      this.#report('warn', 'fsync of the snapshot of targets failed', error as Error)
      return
    }
    // One after the other, the oldest first: a crash must not leave what a file that is gone had replaced or removed.
    for (const path of obsolete) await rm(path, { recursive: true, force: true }).catch(() => {})
  }

  /** Another one takes records, and the disk has taken all of its own. */
  #isFinished(segment: RecordSegment): boolean {
    return segment !== this.#segments.at(-1) && segment.writtenTo === segment.end
  }
}
