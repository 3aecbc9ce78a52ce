import type { ScanUnit } from '@scanleaf/shared'

const twoDigits = { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' } as const

/**
 * The beginning of a period of the chart by the viewer's clock, in the one date format (design language §9); the long
 * form is used by itself, the short one under an axis.
 */
export function partName(unit: ScanUnit, zone: string, isLong = false): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...twoDigits,
    year: 'numeric',
    hourCycle: 'h23',
    timeZone: zone,
  })
  return (at) => {
    const parts = format.formatToParts(new Date(at)).map(({ type, value }) => [type, value])
    const { day, month, year, hour, minute } = Object.fromEntries(parts)
    if (unit === 'month') return `${month}/${year}`
    if (unit === 'day') return isLong ? `${day}/${month}/${year}` : `${day}/${month}`
    return isLong ? `${hour}:${minute} - ${day}/${month}/${year}` : `${hour}:${minute}`
  }
}

/** A calendar day `YYYY-MM-DD`, which is the same in every zone. */
export const dayName = (day: string): string => day.split('-').reverse().join('/')
