import { type Language, languageOf } from '@scanleaf/shared'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * The rest of a time in whole hours, or in minutes of the last hour; null once it is over.
 * @example timeLeft(90 * 60_000, 'en') // '1 hour'
 */
export function timeLeft(ms: number, language: Language): string | null {
  if (ms <= 0) return null
  const [value, unit] =
    ms >= HOUR_MS ? [Math.floor(ms / HOUR_MS), 'hour'] : [Math.max(1, Math.floor(ms / MINUTE_MS)), 'minute']
  return new Intl.NumberFormat(languageOf(language).intl, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(value)
}
