import type { Database } from '../../../platform/db/database'
import { addCounts, type Count } from './visit-counter-repository'

export type CountKind = 'opens' | 'downloads'

/**
 * Counts opens and downloads, each before its response. One statement runs at a time: visits meanwhile are batched
 * into the next, so that a traffic peak costs no more writes than a few visitors.
 */
export class Counts {
  readonly #database: Database
  #waiting = new Map<string, Count>()
  #next: Promise<void> | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(database: Database) {
    this.#database = database
  }

  /** Resolves when it is counted, rejects when it could not be. */
  add(codeId: string, kind: CountKind): Promise<void> {
    const count = this.#waiting.get(codeId) ?? { codeId, opens: 0, downloads: 0 }
    count[kind]++
    this.#waiting.set(codeId, count)
    this.#next ??= this.#running.catch(() => {}).then(() => this.#write())
    return this.#next
  }

  #write(): Promise<void> {
    // In one order everywhere, so that two processes never wait for each other.
    const counts = [...this.#waiting.values()].sort((a, b) => (a.codeId < b.codeId ? -1 : 1))
    this.#waiting = new Map()
    this.#next = null
    this.#running = addCounts(this.#database.db, counts)
    return this.#running
  }
}
