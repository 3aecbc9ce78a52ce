import { type SQL, sql } from 'drizzle-orm'
import type { NewScan, QuarterSums } from './repository'

export const QUARTER_MS = 15 * 60_000

/** Rows of `scan_quarter_rows` from a moment to before another; a packed day begins up to a day before its quarters. */
export const quartersBetween = (from: Date | undefined, to: Date): SQL =>
  sql`stored_at > ${from}::timestamptz - interval '1 day' and stored_at < ${to} and at >= ${from} and at < ${to}`

/** Sums of new rows of the log by quarter of an hour, as they are added to the roll-ups. */
export class Rollup {
  readonly #quarters = new Map<string, QuarterSums>()

  /** @param subject the code, or its owner */
  add(subject: string, row: NewScan): void {
    if (row.kind !== 'person') return
    const sums = this.#quarterOf(subject, startOf(row.at.getTime()))
    sums.scans += 1
    if (row.isUnique) sums.uniques += 1
  }

  get quarters(): QuarterSums[] {
    return [...this.#quarters.values()]
  }

  #quarterOf(subject: string, at: string): QuarterSums {
    const key = `${subject} ${at}`
    const known = this.#quarters.get(key)
    if (known) return known
    const sums = { subject, at, scans: 0, uniques: 0 }
    this.#quarters.set(key, sums)
    return sums
  }
}

const startOf = (time: number): string => new Date(Math.floor(time / QUARTER_MS) * QUARTER_MS).toISOString()
