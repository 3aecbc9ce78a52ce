import { asciiDigits, cleanLine, normalForm } from './clean-line'
import { offsetAt } from './zone'

const MINUTE = 60_000

/** A day and a time of day as calendars, spreadsheets and people write them; the day first where it is not the year. */
const FORMS = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<hour>\d\d):(?<minute>\d\d)(?::\d\d(?:\.\d+)?)?(?<utc>Z)?)?$/,
  /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})(?:,? (?<hour>\d{1,2})[:h](?<minute>\d\d))?$/,
  /^(?<hour>\d{1,2})[:h](?<minute>\d\d),? (?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})$/,
] as const

const two = (digits = ''): string => digits.padStart(2, '0')

/**
 * A day, or a day with a time of day, as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, with `Z` behind it in UTC; the text as it is
 * where it is none.
 * @example cleanMoment('24/12/2026 19:30') // '2026-12-24T19:30'
 */
export function cleanMoment(text: string): string {
  const typed = asciiDigits(normalForm(cleanLine(text), 'NFKC'))
  for (const form of FORMS) {
    const { year, month, day, hour, minute, utc = '' } = form.exec(typed)?.groups ?? {}
    if (year === undefined) continue
    const date = `${year}-${two(month)}-${two(day)}`
    return hour === undefined ? date : `${date}T${two(hour)}:${two(minute)}${utc}`
  }
  return typed
}

/** Whether a clean moment exists: 31 April does not. */
export function isMoment(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\dZ?)?$/.test(text) || text < '1900') return false
  const wall = wallTime(text)
  return !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(text.replace('Z', ''))
}

/** Milliseconds of a clean moment as if it were in UTC. */
const wallTime = (moment: string): number =>
  Date.parse(`${moment.slice(0, 10)}T${moment.slice(11, 16) || '00:00'}Z`)

/** A clean moment some minutes later, in the same form. */
export const minutesLater = (moment: string, minutes: number): string =>
  new Date(wallTime(moment) + minutes * MINUTE).toISOString().slice(0, 16) + (moment.endsWith('Z') ? 'Z' : '')

/** A day some days later. */
export const daysLater = (day: string, days: number): string =>
  new Date(wallTime(day) + days * 24 * 60 * MINUTE).toISOString().slice(0, 10)

/**
 * The instant of a clean moment, in milliseconds since 1970, by the clocks of a zone. An hour that the clocks skip is
 * read as before the change, one that comes twice as the first.
 */
export function instantOf(moment: string, zone: string): number {
  const wall = wallTime(moment)
  if (moment.endsWith('Z')) return wall
  const before = wall - offsetAt(wall - 24 * 60 * MINUTE, zone)
  const after = wall - offsetAt(before, zone)
  const isRead = (instant: number) => instant + offsetAt(instant, zone) === wall
  return isRead(before) || !isRead(after) ? before : after
}
