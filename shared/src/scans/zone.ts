import { offsetAt } from '@scanleaf/qr'

export { isZone } from '@scanleaf/qr'

/** A calendar day, `YYYY-MM-DD`. */
export type LocalDate = string

const DAY_MS = 86_400_000

/** The day that a calendar in the zone shows at a time. */
export const localDateAt = (time: Date, zone: string): LocalDate =>
  new Date(time.getTime() + offsetAt(time.getTime(), zone)).toISOString().slice(0, 10)

const QUARTER_MS = 900_000

/**
 * A time as the clocks of the zone show it, in milliseconds as if it were UTC. Clocks change at quarters of an hour
 * only, so that many times ask for few offsets.
 * @throws RangeError for an unknown time zone
 */
export const localClockAt = (time: number, zone: string): number =>
  time + offsetAt(Math.floor(time / QUARTER_MS) * QUARTER_MS, zone)

/** What calendar and clock of the zone show at a time, `YYYY-MM-DD HH:MM:SS`, which spreadsheets take for a time. */
export const localTimeAt = (time: Date, zone: string): string =>
  new Date(localClockAt(time.getTime(), zone)).toISOString().slice(0, 19).replace('T', ' ')

export const addDays = (date: LocalDate, days: number): LocalDate =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** Days from one to another; 0 for the same. */
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** The first moment of a day in a zone, see {@link reachedAt}. */
export const startOfDay = (date: LocalDate, zone: string): Date => new Date(reachedAt(`${date}T00:00`, zone))

/**
 * When the clocks of a zone first show a local time, or a later one: where they skip it the moment after the gap, where
 * they show it twice the first of the two.
 * @param local `YYYY-MM-DDTHH:MM`, since 1973: older changes of clocks lie on no quarter of an hour
 * @returns milliseconds since 1970
 * @throws RangeError for an unknown time zone
 */
export function reachedAt(local: string, zone: string): number {
  const wall = Date.parse(`${local}Z`)
  const before = offsetAt(wall - DAY_MS, zone)
  const after = offsetAt(wall + DAY_MS, zone)
  const times = [before, after]
    .filter((offset) => offsetAt(wall - offset, zone) === offset)
    .map((offset) => wall - offset)
  return times.length > 0 ? Math.min(...times) : endOfGap(wall - after, wall - before, zone)
}

/** The change of clocks after `from` and until `to`, which lies on a quarter of an hour. */
function endOfGap(from: number, to: number, zone: string): number {
  const offset = offsetAt(to, zone)
  let change = Math.floor(to / QUARTER_MS) * QUARTER_MS
  while (change - QUARTER_MS > from && offsetAt(change - QUARTER_MS, zone) === offset) change -= QUARTER_MS
  return change
}
