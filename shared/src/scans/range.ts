import { addDays, daysBetween, type LocalDate, localDateAt, startOfDay } from './zone'

export const SCAN_UNITS = ['hour', 'day', 'month'] as const
export type ScanUnit = (typeof SCAN_UNITS)[number]

/** Days of a zone, both ends included, and how they are divided. */
export interface ScanRange {
  from: LocalDate
  to: LocalDate
  unit: ScanUnit
  zone: string
}

/** A chart has some hundred points, and a query reads a bounded number of rows. */
export const MAX_DAYS: Record<ScanUnit, number> = { hour: 31, day: 366, month: 3660 }

const HOUR_MS = 3_600_000

/** The unit that draws a range well. */
export function unitFor(from: LocalDate, to: LocalDate): ScanUnit {
  const days = daysBetween(from, to) + 1
  if (days <= 2) return 'hour'
  return days <= 92 ? 'day' : 'month'
}

/** As many days, directly before. */
export function rangeBefore(range: ScanRange): ScanRange {
  const to = addDays(range.from, -1)
  return { ...range, from: addDays(to, -daysBetween(range.from, range.to)), to }
}

/**
 * How far the range before had come when it had run as long as `range` has at `now`: the same time of day, as many days
 * before. Null when `range` is over or has not begun, and all of the range before compares with it.
 */
export function sameTimeBefore(range: ScanRange, now: Date): { day: LocalDate; at: Date } | null {
  const { from, to, zone } = range
  const today = localDateAt(now, zone)
  if (today < from || today > to) return null
  const day = addDays(today, -daysBetween(from, to) - 1)
  const elapsedMs = now.getTime() - startOfDay(today, zone).getTime()
  const at = startOfDay(day, zone).getTime() + elapsedMs
  // A day on which clocks go forward is shorter.
  return { day, at: new Date(Math.min(at, startOfDay(addDays(day, 1), zone).getTime())) }
}

/** Where each part of a range begins, in order, and where the last one ends. */
export function partsOf({ from, to, unit, zone }: ScanRange): { starts: Date[]; end: Date } {
  const end = startOfDay(addDays(to, 1), zone)
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day))
  if (unit === 'month') {
    const firsts = days.filter((day, index) => index === 0 || day.endsWith('-01'))
    return { starts: firsts.map((day) => startOfDay(day, zone)), end }
  }
  const midnights = days.map((day) => startOfDay(day, zone))
  if (unit === 'day') return { starts: midnights, end }
  return { starts: midnights.flatMap((start, day) => hoursOf(start, midnights[day + 1] ?? end)), end }
}

/** 23, 24 or 25 of them. */
function hoursOf(start: Date, end: Date): Date[] {
  const hours: Date[] = []
  for (let time = start.getTime(); time < end.getTime(); time += HOUR_MS) hours.push(new Date(time))
  return hours
}
