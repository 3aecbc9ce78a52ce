import type { Language } from '../languages'
import { displayName } from '../local-names'
import type { ScanDimension } from './schema'

/** The value of a breakdown in words. @param t of the texts `scans` */
export function scanValueName(
  dimension: ScanDimension | 'code',
  value: string,
  language: Language,
  t: (key: string) => string,
): string {
  if (value === '*') return t('scans:value.other')
  if (value === '') return t(dimension === 'referrer' ? 'scans:value.direct' : 'scans:value.unknown')
  if (dimension === 'country') return displayName('region', value, language)
  if (dimension === 'language') return displayName('language', value, language)
  if (dimension !== 'device') return value
  return t(`scans:device.${value}`)
}
