import type { Database } from '../../platform/db/database'
import { sqlState } from '../../platform/db/query-error'

interface Bounds {
  /** Scans of the first batch. */
  start: number
  most: number
  /** How long others may wait for a batch. */
  holdMs: number
}

/** The embedded engine serves nobody else during a transaction; PostgreSQL only keeps the rows of the sums locked. */
const BOUNDS: Record<Database['engine'], Bounds> = {
  pglite: { start: 1_000, most: 2_000, holdMs: 100 },
  postgres: { start: 2_000, most: 10_000, holdMs: 500 },
}

const LEAST = 100

/** How many scans one transaction takes: as many as can be stored in the time that others may wait for it. */
export class BatchSize {
  readonly #bounds: Bounds
  #scans: number

  constructor(engine: Database['engine']) {
    this.#bounds = BOUNDS[engine]
    this.#scans = this.#bounds.start
  }

  get scans(): number {
    return this.#scans
  }

  /** @param ms how long it took to store a batch of so many scans */
  stored(scans: number, ms: number): void {
    const { most, holdMs } = this.#bounds
    if (ms > holdMs) this.#scans = Math.max(LEAST, Math.floor(this.#scans / 2))
    else if (scans >= this.#scans && ms < holdMs / 4) this.#scans = Math.min(most, this.#scans * 2)
  }

  /** A batch of so many scans took too long: half as many are tried, down to one segment. */
  refused(scans: number): void {
    this.#scans = Math.max(1, Math.floor(Math.min(this.#scans, scans) / 2))
  }
}

/** Cancelled for its time, or after waiting for a lock or losing a race: a smaller batch holds and needs fewer locks. */
const TOO_LARGE = ['57014', '55P03', '40P01', '40001']

export const isTooLarge = (error: unknown): boolean => TOO_LARGE.includes(sqlState(error) ?? '')
