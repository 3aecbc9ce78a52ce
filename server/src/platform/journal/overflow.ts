import type { JournalEntry } from './segment'
import { newBatchId } from './segment-name'

/** Stores records under an id, once however often it is called with that id. */
export type StoreRecords = (batchId: string, records: string[]) => Promise<void>

const MAX_WAITING = 10_000
const MAX_BATCH = 1_000

/** Records on their way to the database because the journal cannot be written: settled when they are stored. */
export class OverflowQueue {
  readonly #store: StoreRecords
  #waiting: JournalEntry[] = []
  #storing: Promise<void> | null = null

  constructor(store: StoreRecords) {
    this.#store = store
  }

  /** What exceeds the queue is settled at once as not stored. */
  add(entries: readonly JournalEntry[]): void {
    const free = MAX_WAITING - this.#waiting.length
    this.#waiting.push(...entries.slice(0, free))
    for (const { settle } of entries.slice(free)) settle(false)
    this.#storing ??= this.#storeAll()
  }

  async idle(): Promise<void> {
    while (this.#storing) await this.#storing
  }

  async #storeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH)
      const isKept = await this.#store(
        newBatchId(),
        batch.map(({ record }) => record),
      ).then(
        () => true,
        () => false,
      )
      for (const { settle } of batch) settle(isKept)
    }
    this.#storing = null
  }
}
