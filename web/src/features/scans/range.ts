import { addDays, daysBetween, localDateAt, MAX_DAYS, type ScanUnit, unitFor } from '@scanleaf/shared'
import type { Preset, ScansSearch } from './search'
import { viewerZone } from './viewer-zone'

export interface ShownRange {
  from: string
  to: string
  unit: ScanUnit
  /** Null for days of the viewer's own choice. */
  preset: Preset | null
}

export const today = (): string => localDateAt(new Date(), viewerZone())

/** Units that a chart of the range can have. */
export const unitsOf = (from: string, to: string): ScanUnit[] =>
  (['hour', 'day', 'month'] as const).filter((unit) => {
    const days = daysBetween(from, to)
    return days < MAX_DAYS[unit] && (unit !== 'month' || days > 31) && (unit !== 'day' || days > 0)
  })

export function shownRange({ days, from, to, unit }: ScansSearch): ShownRange {
  const last = to ?? today()
  const preset = from ? null : (days ?? 30)
  const first = from ?? addDays(last, 1 - (preset ?? 30))
  const units = unitsOf(first, last)
  const wanted = unit ?? unitFor(first, last)
  return { from: first, to: last, unit: units.includes(wanted) ? wanted : (units[0] ?? 'day'), preset }
}
