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

const isNamedPeriod = (period: unknown): period is NamedPeriod =>
  typeof period === 'string' && /^(this|last)-(week|month)$/.test(period)

export function scansSearch({ days, period, from, to, unit }: Record<string, unknown>): ScansSearch {
  const preset = PRESETS.find((each) => String(each) === String(days))
  const isOwn = typeof from === 'string' && typeof to === 'string' && DAY.test(from) && DAY.test(to)
  const named = isNamedPeriod(period) ? period : undefined
  return {
    ...(preset && !isOwn && !named && { days: preset }),
    ...(named && !isOwn && { period: named }),
    ...(isOwn && { from, to }),
    ...((unit === 'hour' || unit === 'day' || unit === 'month') && { unit }),
  }
}
