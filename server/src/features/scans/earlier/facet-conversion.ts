import { performance } from 'node:perf_hooks'
import type { Database } from '../../../platform/db/database'
import { BatchSize, isTooLarge } from '../batch-size'
import { convertFacets, ensureBreakdownMonths, type FacetKey, nextFacets } from './facets-repository'

const STATEMENT_MS = 10_000

/** Goes once through `scan_facets` and moves its rows to `scan_breakdowns`. */
export class FacetConversion {
  readonly #database: Database
  readonly #size: BatchSize
  #after: FacetKey | null = null

  constructor(database: Database) {
    this.#database = database
    this.#size = new BatchSize(database.engine)
  }

  /** Moves some rows, as many as others may wait for; false when none is left. */
  async step(): Promise<boolean> {
    const startedAt = performance.now()
    const database = this.#database
    const keys = await nextFacets(database.db, this.#after, this.#size.scans)
    const last = keys.at(-1)
    if (!last) return false
    const months = [...new Set(keys.map(({ month }) => month))]
    try {
      await database.transaction((tx) => ensureBreakdownMonths(tx, months))
      await database.transaction((tx) => convertFacets(tx, keys), { statementTimeoutMs: STATEMENT_MS })
    } catch (error) {
      if (!isTooLarge(error) || keys.length === 1) throw error
      this.#size.refused(keys.length)
      return true
    }
    this.#size.stored(keys.length, performance.now() - startedAt)
    this.#after = last
    return true
  }
}
