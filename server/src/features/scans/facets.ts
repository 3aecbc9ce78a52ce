import type { FacetCount } from './table'

/** How many values of one dimension are named; the database holds the whole to as many (scan_add_facets). */
const MAX_VALUES = 200

/**
 * Counts by `dimension:value`. Values of a dimension beyond its first 200 are `dimension:*`, so that visitors who make
 * referrers up cannot make it grow without end.
 */
export class FacetCounts {
  readonly #counts = new Map<string, FacetCount>()
  /** How many values each dimension has so far. */
  readonly #named = new Map<string, number>()

  add(dimension: string, value: string, isUnique: boolean): void {
    const count = this.#countOf(dimension, value)
    count[0] += 1
    if (isUnique) count[1] += 1
  }

  toJSON(): Record<string, FacetCount> {
    return Object.fromEntries(this.#counts)
  }

  #countOf(dimension: string, value: string): FacetCount {
    const key = `${dimension}:${value}`
    const known = this.#counts.get(key)
    if (known) return known
    const named = this.#named.get(dimension) ?? 0
    if (named >= MAX_VALUES && value !== '*') return this.#countOf(dimension, '*')
    this.#named.set(dimension, named + 1)
    const count: FacetCount = [0, 0]
    this.#counts.set(key, count)
    return count
  }
}
