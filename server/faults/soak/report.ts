import type { Findings } from './findings'

/** Redirects that may fail, of all. */
const MAX_FAILED = 0.0001
const MAX_MIB_AN_HOUR = 1
/** A slope over less says more about the start than about leaks. */
const JUDGED_FROM_MINUTES = 60
/** After which caches and the heap have found their size: 174, 185, 190, 192 MiB each ten minutes, and 187 at the end. */
const WARM_MINUTES = 30

/** Minutes since the beginning, MiB. */
export type Sample = readonly (readonly [number, number])[]

export interface SoakResult {
  minutes: number
  kills: number
  slowestStart: number
  redirects: { sent: number; failed: number; failures: Record<string, number>; retried: number }
  /** Scans of the codes: redirects that were answered, that were counted, that left for a process. */
  scans: { answered: number; counted: number; attempted: number }
  writes: number
  payments: number
  repeated: number
  checks: number
  rss: Sample
  /** The heap after a collection. */
  kept: Sample
  findings: Findings
}

export interface Threshold {
  name: string
  value: number | null
  limit: number
  /** Null when the run was too short to judge. */
  ok: boolean | null
}

/** MiB an hour, by least squares, after the warm-up; null when there are too few samples. */
export function slopeOf(course: Sample): number | null {
  const warm = course.filter(([minute]) => minute >= WARM_MINUTES)
  if (warm.length < 2) return null
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(warm.map(([minute]) => minute)), mean(warm.map(([, mib]) => mib))]
  const over = warm.reduce((sum, [minute, mib]) => sum + (minute - x) * (mib - y), 0)
  const under = warm.reduce((sum, [minute]) => sum + (minute - x) ** 2, 0)
  return (over / under) * 60
}

/** Every tenth minute of it. */
export const everyTenth = (course: Sample): number[] =>
  course
    .filter(([minute], index) => Math.floor(minute / 10) > Math.floor((course[index - 1]?.[0] ?? -1) / 10))
    .map(([, mib]) => Math.round(mib * 10) / 10)

export function thresholdsOf({ minutes, redirects, scans, rss, kept, findings }: SoakResult): Threshold[] {
  const { lost, doubled, broken, wrong } = findings.counts
  const most = (name: string, value: number, limit: number): Threshold => ({
    name,
    value,
    limit,
    ok: value <= limit,
  })
  const growth = (name: string, course: Sample): Threshold => {
    const value = slopeOf(course)
    const ok = value === null || minutes < JUDGED_FROM_MINUTES ? null : value < MAX_MIB_AN_HOUR
    return { name, value, limit: MAX_MIB_AN_HOUR, ok }
  }
  return [
    most('redirects that failed, of all', redirects.failed / Math.max(1, redirects.sent), MAX_FAILED),
    most('invariants that broke', broken, 0),
    most('acknowledged and lost', lost, 0),
    most('done twice', doubled, 0),
    most('answers that nobody may get', wrong, 0),
    most('scans answered and not counted', Math.max(0, scans.answered - scans.counted), 0),
    most('scans counted and never made', Math.max(0, scans.counted - scans.attempted), 0),
    growth('growth of memory, MiB an hour', rss),
    growth('growth of what a collection leaves of it, MiB an hour', kept),
  ]
}
