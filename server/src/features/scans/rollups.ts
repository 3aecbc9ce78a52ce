import { FacetCounts } from './facets'
import type { FacetSums } from './facets-repository'
import type { NewScan, QuarterSums } from './repository'

export const QUARTER_MS = 15 * 60_000
const DAY_MS = 86_400_000

/** Sums of new rows of the log, as they are added to the roll-ups. */
export class Rollup {
  readonly #quarters = new Map<string, QuarterSums>()
  readonly #facets = new Map<string, FacetSums>()

  /** @param subject the code, or its owner */
  add(subject: string, row: NewScan, isOwner: boolean): void {
    const time = row.at.getTime()
    const quarter = startOf(time, QUARTER_MS)
    if (row.kind === 'person') {
      const sums = this.#quarterOf(subject, quarter)
      sums.scans += 1
      if (row.isUnique) sums.uniques += 1
    }
    const inQuarter = this.#facetsOf(subject, 'quarter', quarter)
    const inDay = this.#facetsOf(subject, 'day', startOf(time, DAY_MS))
    for (const [dimension, value] of facetsOf(row, isOwner)) {
      inQuarter.add(dimension, value, row.isUnique)
      inDay.add(dimension, value, row.isUnique)
    }
  }

  get quarters(): QuarterSums[] {
    return [...this.#quarters.values()]
  }

  get facets(): FacetSums[] {
    return [...this.#facets.values()]
  }

  #quarterOf(subject: string, at: string): QuarterSums {
    const key = `${subject} ${at}`
    const known = this.#quarters.get(key)
    if (known) return known
    const sums = { subject, at, scans: 0, uniques: 0 }
    this.#quarters.set(key, sums)
    return sums
  }

  #facetsOf(subject: string, grain: FacetSums['grain'], at: string): FacetCounts {
    const key = `${subject} ${grain} ${at}`
    const known = this.#facets.get(key)
    if (known) return known.facets
    const sums: FacetSums = { subject, grain, at, facets: new FacetCounts() }
    this.#facets.set(key, sums)
    return sums.facets
  }
}

const startOf = (time: number, widthMs: number): string =>
  new Date(Math.floor(time / widthMs) * widthMs).toISOString()

/** The same values as scan_recompute_month takes from the log. */
function facetsOf(row: NewScan, isOwner: boolean): [dimension: string, value: string][] {
  if (row.kind !== 'person') return [['kind', row.kind]]
  const values: [string, string][] = [
    ['country', row.country ?? ''],
    ['device', row.device],
    ['system', row.system],
    ['browser', row.browser],
    ['referrer', /^https?:\/\/([^/]+)/.exec(row.referrer)?.[1] ?? ''],
    ['language', row.language.split('-', 1)[0]?.toLowerCase() ?? ''],
  ]
  if (row.isRepeat) values.push(['kind', 'repeat'])
  if (isOwner) values.push(['code', row.codeId])
  return values
}
