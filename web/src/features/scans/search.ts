import type { ScanUnit } from '@scanleaf/shared'

export const PRESETS = [7, 30, 90] as const
export type Preset = (typeof PRESETS)[number]

/** The range of the URL; missing is the last 30 days. */
export interface ScansSearch {
  days?: Preset
  from?: string
  to?: string
  unit?: ScanUnit
}

const DAY = /^\d{4}-\d\d-\d\d$/

export function scansSearch({ days, from, to, unit }: Record<string, unknown>): ScansSearch {
  const preset = PRESETS.find((each) => String(each) === String(days))
  const isOwn = typeof from === 'string' && typeof to === 'string' && DAY.test(from) && DAY.test(to)
  return {
    ...(preset && !isOwn && { days: preset }),
    ...(isOwn && { from, to }),
    ...((unit === 'hour' || unit === 'day' || unit === 'month') && { unit }),
  }
}
