/** How many values of one dimension are named; the database holds the whole to as many (scan_sum_keys). */
const MAX_VALUES = 200

/** Counts by `dimension:value`; those of a key are at the same place of the lists. */
export interface CountsByKey {
  keys: string[]
  scans: number[]
  uniques: number[]
}

/**
 * Counts by `dimension:value`. Values of a dimension beyond its first 200 are `dimension:*`, so that visitors who make
 * referrers up cannot make it grow without end.
 */
export class BreakdownCounts {
  readonly #counts = new Map<string, { scans: number; uniques: number }>()
  /** How many values each dimension has so far. */
  readonly #named = new Map<string, number>()

  add(dimension: string, value: string, isUnique: boolean): void {
    const count = this.#countOf(dimension, value)
    count.scans += 1
    if (isUnique) count.uniques += 1
  }

  get lists(): CountsByKey {
    const counts = [...this.#counts.values()]
    return {
      keys: [...this.#counts.keys()],
      scans: counts.map(({ scans }) => scans),
      uniques: counts.map(({ uniques }) => uniques),
    }
  }

  #countOf(dimension: string, value: string): { scans: number; uniques: number } {
    const key = `${dimension}:${value}`
    const known = this.#counts.get(key)
    if (known) return known
    const named = this.#named.get(dimension) ?? 0
    if (named >= MAX_VALUES && value !== '*') return this.#countOf(dimension, '*')
    this.#named.set(dimension, named + 1)
    const count = { scans: 0, uniques: 0 }
    this.#counts.set(key, count)
    return count
  }
}
