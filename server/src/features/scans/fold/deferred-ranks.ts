import { performance } from 'node:perf_hooks'
import type { Database } from '../../../platform/db/database'
import { isTooLarge } from '../batch-size'
import { rankCodes, rankStaleCodes } from '../repository'

/** The order of lists is at most this much older than their counts, and more only where ranking takes long. */
const LEAST_REST_MS = 5_000
const MOST_REST_MS = 60_000
/** For each millisecond of ranking, twenty without. */
const REST_RATIO = 20
const CODES_PER_STATEMENT = 2_000
const CODES_LOOKED_AT = 5_000
/** Then they are ranked at once, because they take memory. */
const MOST_WAITING = 200_000
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * The ranks of codes in the lists sorted by scans, which follow the counters after a few seconds: each change moves the
 * entries of two indexes, and between two changes a busy code is counted many times. What a killed process owed is found
 * by comparing (`reconcile`).
 */
export class DeferredRanks {
  readonly #database: Database
  readonly #waiting = new Set<string>()
  #dueAt = 0

  constructor(database: Database) {
    this.#database = database
  }

  note(codeIds: Iterable<string>): void {
    for (const codeId of codeIds) this.#waiting.add(codeId)
  }

  async flushWhenDue(): Promise<void> {
    if (performance.now() >= this.#dueAt || this.#waiting.size > MOST_WAITING) await this.flush()
  }

  /** Codes that somebody else holds wait for the next time. */
  async flush(): Promise<void> {
    const startedAt = performance.now()
    const waiting = [...this.#waiting].sort()
    for (let at = 0; at < waiting.length; at += CODES_PER_STATEMENT) {
      const codeIds = waiting.slice(at, at + CODES_PER_STATEMENT)
      try {
        await this.#database.transaction((tx) => rankCodes(tx, codeIds))
      } catch (error) {
        if (!isTooLarge(error)) throw error
        continue
      }
      for (const codeId of codeIds) this.#waiting.delete(codeId)
    }
    const now = performance.now()
    const restMs = Math.min(MOST_REST_MS, Math.max(LEAST_REST_MS, REST_RATIO * (now - startedAt)))
    this.#dueAt = now + restMs
  }

  /** Compares all codes, in small steps. */
  async reconcile(): Promise<void> {
    let after: string | null = FIRST
    while (after !== null) {
      const from: string = after
      after = await this.#database.transaction((tx) => rankStaleCodes(tx, from, CODES_LOOKED_AT))
    }
  }
}
