import { type SQL, sql } from 'drizzle-orm'
import type { NewScan, QuarterSums } from './repository'

export const QUARTER_MS = 15 * 60_000

/** Rows of `scan_quarter_rows` from a moment to before another; a packed day begins up to a day before its quarters. */
export const quartersBetween = (from: Date | undefined, to: Date): SQL =>
  sql`stored_at > ${from}::timestamptz - interval '1 day' and stored_at < ${to} and at >= ${from} and at < ${to}`

/** Sums of new rows of the log by quarter of an hour, as they are added to the roll-ups. */
export class Rollup {
  /** By subject and quarter, counted from the epoch. */
  readonly #sums = new Map<string, Map<number, QuarterSums>>()

  /** @param subject the code, or its owner */
  add(subject: string, row: NewScan): void {
    if (row.kind !== 'person') return
    const sums = this.#sumsOf(subject, Math.floor(row.at.getTime() / QUARTER_MS))
    sums.scans += 1
    if (row.isUnique) sums.uniques += 1
  }

  get quarters(): QuarterSums[] {
    return [...this.#sums.values()].flatMap((sums) => [...sums.values()])
  }

  #sumsOf(subject: string, quarter: number): QuarterSums {
    const quarters = this.#sums.get(subject) ?? new Map<number, QuarterSums>()
    this.#sums.set(subject, quarters)
    const known = quarters.get(quarter)
    if (known) return known
    const sums = { subject, at: new Date(quarter * QUARTER_MS).toISOString(), scans: 0, uniques: 0 }
    quarters.set(quarter, sums)
    return sums
  }
}
