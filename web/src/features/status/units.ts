import { formatNumber, formatSize, type Language, type StatusThreshold } from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatShare } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'

const SPANS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** The largest unit that fills twice, so that half of it is not lost: `90 minutes`, `3 days`. */
function formatSeconds(seconds: number, language: Language, t: TFunction<'status'>): string {
  if (seconds > 0 && seconds < 1) return `${formatNumber(Math.round(seconds * 1000), language)}\u00A0ms`
  const [unit, size] = SPANS.find(([, size]) => seconds >= 2 * size) ?? ['second', 1]
  return t(`span.${unit}`, { count: Math.round(seconds / size) })
}

/** Memory and disk space, in decimal units as the makers of disks count. */
export const formatBytes = (bytes: number, language: Language): string => formatSize(bytes, language, 1000)

/** Writes a figure in its unit, in the language of the screen. */
export function useFigureText(): (value: number, unit: StatusThreshold['unit']) => string {
  const { t } = useTranslation('status')
  const language = useLanguage()
  return (value, unit) => {
    if (unit === 'seconds') return formatSeconds(value, language, t)
    if (unit === 'bytes') return formatBytes(value, language)
    return unit === 'share' ? formatShare(value, language, 1) : formatNumber(value, language)
  }
}
