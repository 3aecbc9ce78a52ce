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

/**
 * Milliseconds that clocks of the zone are ahead of UTC at a time; the same midnights are asked again and again.
 * @throws RangeError for an unknown time zone
 */
export function offsetAt(time: number, zone: string): number {
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
