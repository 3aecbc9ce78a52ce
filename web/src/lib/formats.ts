import { type Language, languageOf } from '@scanleaf/shared'

const TIME_ZONE = 'Asia/Ho_Chi_Minh'
const SHORT_FROM = 1_000_000

/** One pattern in all languages, so the parts are put together by hand (design language §9). */
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

function partsOf(time: Date | string): Record<string, string> {
  return Object.fromEntries(clock.formatToParts(new Date(time)).map(({ type, value }) => [type, value]))
}

/** @example formatDate('2026-11-20T17:00:00Z') // '21/11/2026' */
export function formatDate(time: Date | string): string {
  const { day, month, year } = partsOf(time)
  return `${day}/${month}/${year}`
}

/** @example formatDateTime('2026-11-20T17:00:00Z') // '00:00:00 - 21/11/2026' */
export const formatDateTime = (time: Date | string): string => `${formatTime(time)} - ${formatDate(time)}`

/** @example formatTime('2026-11-20T17:00:00Z') // '00:00:00' */
export function formatTime(time: Date | string): string {
  const { hour, minute, second } = partsOf(time)
  return `${hour}:${minute}:${second}`
}

/** Grouped with Latin digits: `12.480` in vi, `12,480` in en. */
export const formatNumber = (value: number, language: Language): string =>
  // Browsers keep the formatter of this call; one made anew for each figure of a table is slow.
  value.toLocaleString(languageOf(language).intl)

/** A count for a narrow place: above 999 999 the short form in words (`1,2 triệu`); give the full one beside it. */
export function formatCount(value: number, language: Language): string {
  if (value < SHORT_FROM) return formatNumber(value, language)
  return new Intl.NumberFormat(languageOf(language).intl, {
    notation: 'compact',
    compactDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(value)
}

/** Bytes as MB with one decimal. */
export function formatMegabytes(bytes: number, language: Language): string {
  const megabytes = new Intl.NumberFormat(languageOf(language).intl, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(bytes / 1_048_576)
  return `${megabytes} MB`
}
