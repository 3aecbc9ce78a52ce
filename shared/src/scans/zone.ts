/** A calendar day, `YYYY-MM-DD`. */
export type LocalDate = string

const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** @throws RangeError for an unknown time zone */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, format)
  return format
}

/** A name of the IANA database, as `Asia/Ho_Chi_Minh` or `UTC`; an offset is not accepted. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/.test(zone) || zone.length > 64) return false
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

const MAX_OFFSETS = 20_000
const offsets = new Map<string, number>()

/** Milliseconds that clocks of the zone are ahead of UTC at a time; the same midnights are asked again and again. */
function offsetAt(time: number, zone: string): number {
  const key = `${time} ${zone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= MAX_OFFSETS) offsets.clear()
  const offset = readOffset(time, zone)
  offsets.set(key, offset)
  return offset
}

function readOffset(time: number, zone: string): number {
  // "11/21/2026, 07:15:00"
  const [month, day, year, hour, minute, second] = formatOf(zone).format(time).split(/\D+/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000
}

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
