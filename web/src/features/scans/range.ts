import {
  addDays,
  daysBetween,
  daysOfPeriod,
  type Language,
  languageOf,
  localDateAt,
  MAX_DAYS,
  type NamedPeriod,
  type ScanUnit,
  unitFor,
} from '@scanleaf/shared'
import { viewerZone } from '../../lib/format/viewer-zone'
import { type Preset, type ScansSearch, scansSearch } from './search'

export interface ShownRange {
  from: string
  to: string
  unit: ScanUnit
  /** Null for a named period, and for days of the viewer's own choice. */
  preset: Preset | null
  period: NamedPeriod | null
}

export const today = (): string => localDateAt(new Date(), viewerZone())

/** Units that a chart of the range can have. */
export const unitsOf = (from: string, to: string): ScanUnit[] =>
  (['hour', 'day', 'month'] as const).filter((unit) => {
    const days = daysBetween(from, to)
    return days < MAX_DAYS[unit] && (unit !== 'month' || days > 31) && (unit !== 'day' || days > 0)
  })

/**
 * With which day a week begins: 1 for Monday to 7 for Sunday. Older browsers do not know it; most of the world begins
 * with Monday (ISO 8601).
 */
export function firstWeekday(language: Language): number {
  const locale: Intl.Locale & { getWeekInfo?(): { firstDay: number } } = new Intl.Locale(
    languageOf(language).intl,
  )
  return locale.getWeekInfo?.().firstDay ?? 1
}

const STORED = 'scans-range'

/** What was chosen last, for the next time that nothing is; what cannot be read is none. */
function lastChosen(): ScansSearch {
  try {
    return scansSearch(JSON.parse(localStorage.getItem(STORED) ?? '{}'))
  } catch {
    return {}
  }
}

/** @param search days that go on, not those between two dates */
export function rememberRange({ from, to, ...search }: ScansSearch): void {
  if (from === undefined && to === undefined) localStorage.setItem(STORED, JSON.stringify(search))
}

/** @param language decides with which day a week begins */
export function shownRange(asked: ScansSearch, language: Language): ShownRange {
  const isAsked = asked.days !== undefined || asked.period !== undefined || asked.from !== undefined
  const search = isAsked ? asked : { ...lastChosen(), ...asked }
  const { days, unit, period = null } = search
  const named = period && daysOfPeriod(period, today(), firstWeekday(language))
  const { from, to } = named ?? search
  const last = to ?? today()
  const preset = from ? null : (days ?? 30)
  const first = from ?? addDays(last, 1 - (preset ?? 30))
  const units = unitsOf(first, last)
  const wanted = unit ?? unitFor(first, last)
  return {
    from: first,
    to: last,
    unit: units.includes(wanted) ? wanted : (units[0] ?? 'day'),
    preset,
    period,
  }
}
