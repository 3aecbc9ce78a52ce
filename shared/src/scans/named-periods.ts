import { addDays, type LocalDate } from './zone'

/** Weeks and months of statistics, as people name them. */
export const NAMED_PERIODS = ['this-week', 'last-week', 'this-month', 'last-month'] as const
export type NamedPeriod = (typeof NAMED_PERIODS)[number]

type Unit = 'week' | 'month' | 'quarter' | 'year'

/**
 * The days of a named period, both included; what still runs ends today.
 * @param firstWeekday the day a week begins with, 1 for Monday to 7 for Sunday
 * @example daysOfPeriod('last-month', '2026-03-14', 1) // { from: '2026-02-01', to: '2026-02-28' }
 */
export function daysOfPeriod(
  period: `${'this' | 'last'}-${Unit}`,
  today: LocalDate,
  firstWeekday: number,
): { from: LocalDate; to: LocalDate } {
  const [which, unit] = period.split('-') as ['this' | 'last', Unit]
  const from = startOf(unit, today, firstWeekday)
  if (which === 'this') return { from, to: today }
  const to = addDays(from, -1)
  return { from: startOf(unit, to, firstWeekday), to }
}

function startOf(unit: Unit, day: LocalDate, firstWeekday: number): LocalDate {
  if (unit === 'week') return weekStart(day, firstWeekday)
  if (unit === 'month') return `${day.slice(0, 8)}01`
  if (unit === 'year') return `${day.slice(0, 5)}01-01`
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
  return `${day.slice(0, 5)}${`${month}`.padStart(2, '0')}-01`
}

function weekStart(day: LocalDate, firstWeekday: number): LocalDate {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday - firstWeekday + 7) % 7))
}
