import { formatNumber, type Language, languageOf, vietnamTime } from '@scanleaf/shared'

const SHORT_FROM = 1_000_000

/** @example formatDate('2026-11-20T17:00:00Z') // '21/11/2026' */
export function formatDate(time: Date | string): string {
  const [year, month, day] = vietnamTime(time).slice(0, 10).split('-')
  return `${day}/${month}/${year}`
}

/** @example formatDateTime('2026-11-20T17:00:00Z') // '00:00:00 - 21/11/2026' */
export const formatDateTime = (time: Date | string): string => `${formatTime(time)} - ${formatDate(time)}`

/** @example formatTime('2026-11-20T17:00:00Z') // '00:00:00' */
export const formatTime = (time: Date | string): string => vietnamTime(time).slice(11)

/** A count for a narrow place: above 999 999 the short form in words (`1,2 triệu`); give the full one beside it. */
export function formatCount(value: number, language: Language): string {
  if (value < SHORT_FROM) return formatNumber(value, language)
  return new Intl.NumberFormat(languageOf(language).intl, {
    notation: 'compact',
    compactDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(value)
}

/**
 * A share of 1 in percent.
 * @example formatShare(0.375, 'fr', 1) // '37,5 %'
 */
export const formatShare = (share: number, language: Language, decimals = 0): string =>
  new Intl.NumberFormat(languageOf(language).intl, {
    style: 'percent',
    maximumFractionDigits: decimals,
  }).format(share)

/** @example withoutProtocol('https://pdf.example/') // 'pdf.example' */
export const withoutProtocol = (address: string): string =>
  address.replace(/^https?:\/\//i, '').replace(/^([^/]+)\/$/, '$1')
