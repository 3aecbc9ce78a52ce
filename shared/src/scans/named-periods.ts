import { addDays, type LocalDate } from './zone'

/** Weeks and months as people name them. */
export const NAMED_PERIODS = ['this-week', 'last-week', 'this-month', 'last-month'] as const
export type NamedPeriod = (typeof NAMED_PERIODS)[number]

/**
 * The days of a named period, both included; what still runs ends today.
 * @param firstWeekday the day a week begins with, 1 for Monday to 7 for Sunday
 * @example daysOfPeriod('last-month', '2026-03-14', 1) // { from: '2026-02-01', to: '2026-02-28' }
 */
export function daysOfPeriod(
  period: NamedPeriod,
  today: LocalDate,
  firstWeekday: number,
): { from: LocalDate; to: LocalDate } {
  const isWeek = period.endsWith('week')
  const from = isWeek ? weekStart(today, firstWeekday) : monthStart(today)
  if (period.startsWith('this')) return { from, to: today }
  const to = addDays(from, -1)
  return { from: isWeek ? addDays(from, -7) : monthStart(to), to }
}

const monthStart = (day: LocalDate): LocalDate => `${day.slice(0, 8)}01`

function weekStart(day: LocalDate, firstWeekday: number): LocalDate {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday - firstWeekday + 7) % 7))
}
