import type { NamedPeriod, ScanUnit } from '@scanleaf/shared'

export const PRESETS = [7, 30, 90] as const
export type Preset = (typeof PRESETS)[number]

/** The range of the URL; missing is the last 30 days. */
export interface ScansSearch {
  days?: Preset
  period?: NamedPeriod
  from?: string
  to?: string
  unit?: ScanUnit
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** A day that the calendar has. */
const isDay = (text: unknown): text is string => {
  if (typeof text !== 'string' || !DAY.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const isNamedPeriod = (period: unknown): period is NamedPeriod =>
  typeof period === 'string' && /^(this|last)-(week|month)$/.test(period)

export function scansSearch({ days, period, from, to, unit }: Record<string, unknown>): ScansSearch {
  const preset = PRESETS.find((each) => String(each) === String(days))
  const isOwn = isDay(from) && isDay(to) && from <= to
  const named = isNamedPeriod(period) ? period : undefined
  return {
    ...(preset && !isOwn && !named && { days: preset }),
    ...(named && !isOwn && { period: named }),
    ...(isOwn && { from, to }),
    ...((unit === 'hour' || unit === 'day' || unit === 'month') && { unit }),
  }
}
