import { closeSync, fdatasync, openSync, writeSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { frameOf } from './frame'
import { closedName, newSegmentName } from './segment-name'

/** Called once: true when the record is stored, false when it could not be stored anywhere. */
export type AcknowledgeRecord = (isKept: boolean) => void

/** A record on its way into the journal. */
export interface JournalEntry {
  record: string
  settle: AcknowledgeRecord
}

const sync = promisify(fdatasync)

/** One file of a journal, from its opening to its hand-over to the importer. */
export class JournalSegment {
  readonly #path: string
  readonly #folder: string
  readonly #file: number
  /** Monotonic: a jump of the clock must not age a segment. */
  readonly #openedAt = performance.now()
  #size = 0
  #unsynced = 0
  /** Syncs run one after the other, and the file is closed after the last. */
  #lastSync: Promise<void> = Promise.resolve()
  #isNameSynced = false

  /** @throws when the file cannot be created */
  constructor(folder: string, processKey: string, now: Date) {
    this.#folder = folder
    this.#path = join(folder, newSegmentName(now.getTime(), processKey))
    this.#file = openSync(this.#path, 'ax', 0o600)
  }

  get ageMs(): number {
    return performance.now() - this.#openedAt
  }

  get size(): number {
    return this.#size
  }

  /**
   * Appends with a single write.
   * @throws when the disk does not take all of it: then none of the records is in the file whole, and nothing may be
   * appended after that
   */
  write(records: readonly string[]): void {
    const line = frameOf(records)
    let written = 0
    try {
      while (written < line.length) written += writeSync(this.#file, line, written)
    } finally {
      this.#size += written
      this.#unsynced += written
    }
  }

  /** Resolves when all that was written before the call is on the disk. */
  sync(): Promise<void> {
    this.#lastSync = this.#lastSync.catch(() => {}).then(() => this.#syncNow())
    return this.#lastSync
  }

  async #syncNow(): Promise<void> {
    const unsynced = this.#unsynced
    if (unsynced > 0) await sync(this.#file)
    this.#unsynced -= unsynced
    if (!this.#isNameSynced) await this.#syncName()
  }

  /** A new file outlasts a power cut only when its folder is synced too. */
  async #syncName(): Promise<void> {
    const folder = await open(this.#folder, 'r')
    try {
      await folder.sync()
      this.#isNameSynced = true
    } finally {
      await folder.close()
    }
  }

  /** Syncs, closes and hands the file over to the importer; what cannot be synced is handed over all the same. */
  async finish(): Promise<void> {
    try {
      await this.sync()
    } finally {
      closeSync(this.#file)
      await rename(this.#path, closedName(this.#path))
    }
  }
}
