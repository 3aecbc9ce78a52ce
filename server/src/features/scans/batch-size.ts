import type { Database } from '../../platform/db/database'
import { sqlState } from '../../platform/db/query-error'

interface Bounds {
  /** Rows of the first transaction. */
  start: number
  most: number
  /** How long others may wait for it. */
  holdMs: number
}

type BoundsOfEngines = Readonly<Record<Database['engine'], Bounds>>

/** The embedded engine serves nobody else during a transaction; PostgreSQL only keeps the rows of the sums locked. */
export const FOLD_BOUNDS: BoundsOfEngines = {
  pglite: { start: 500, most: 500, holdMs: 100 },
  postgres: { start: 2_000, most: 50_000, holdMs: 500 },
}
/** Codes or owners. */
export const CLOSING_BOUNDS: BoundsOfEngines = {
  pglite: { start: 1_000, most: 2_000, holdMs: 100 },
  postgres: { start: 2_000, most: 10_000, holdMs: 500 },
}

const LEAST = 100

/** How many rows one transaction takes: as many as can be stored in the time that others may wait for it. */
export class BatchSize {
  readonly #bounds: Bounds
  #rows: number

  constructor(bounds: Bounds) {
    this.#bounds = bounds
    this.#rows = bounds.start
  }

  get rows(): number {
    return this.#rows
  }

  /** @param ms how long that many took */
  stored(rows: number, ms: number): void {
    const { most, holdMs } = this.#bounds
    if (ms > holdMs) this.#rows = Math.max(LEAST, Math.floor(this.#rows / 2))
    else if (rows >= this.#rows && ms < holdMs / 4) this.#rows = Math.min(most, this.#rows * 2)
  }

  /** That many took too long: half as many are tried, down to one. */
  refused(rows: number): void {
    this.#rows = Math.max(1, Math.floor(Math.min(this.#rows, rows) / 2))
  }
}

/** Cancelled for its time, or after waiting for a lock or losing a race: a smaller batch holds and needs fewer locks. */
const TOO_LARGE = ['57014', '55P03', '40P01', '40001']

export const isTooLarge = (error: unknown): boolean => TOO_LARGE.includes(sqlState(error) ?? '')
