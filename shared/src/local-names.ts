import { type Language, languageOf } from './languages'

type WeekdayWidth = 'long' | 'short' | 'narrow'

/** What `Intl` says in one language, for browsers without it: Chromium has neither Khmer, Lao nor Burmese. */
export interface LocalNames {
  /** By ISO 3166-1 code. */
  region: Readonly<Record<string, string>>
  /** By ISO 639-1 code. */
  language: Readonly<Record<string, string>>
  /** Monday first. */
  weekday: Readonly<Record<WeekdayWidth, readonly string[]>>
  /** January first, with its year, which `#` is. */
  month: readonly string[]
  /** Between two items alone, between the first of several, and before their last. */
  list: readonly [pair: string, middle: string, last: string]
  /** `#` is the number. */
  inDays: string
}

/** 1 January 2024 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

const added = new Map<Language, LocalNames>()

export function addLocalNames(language: Language, names: LocalNames): void {
  added.set(language, names)
}

/** A country or a language in words; the code itself where it has no name, because visitors may send anything. */
export function displayName(type: 'region' | 'language', code: string, language: Language): string {
  const name = added.get(language)?.[type][code]
  if (name !== undefined) return name
  try {
    return new Intl.DisplayNames([languageOf(language).intl], { type }).of(code) ?? code
  } catch {
    return code
  }
}

/** @param day 0 for Monday */
export function weekdayName(day: number, width: WeekdayWidth, language: Language): string {
  const format = () =>
    new Intl.DateTimeFormat(languageOf(language).intl, { weekday: width, timeZone: 'UTC' }).format(
      MONDAY + day * DAY_MS,
    )
  return added.get(language)?.weekday[width][day] ?? format()
}

/** @example formatMonth(new Date(2026, 10, 5), 'en') // 'November 2026' */
export const formatMonth = (date: Date, language: Language): string =>
  added.get(language)?.month[date.getMonth()]?.replace('#', String(date.getFullYear())) ??
  new Intl.DateTimeFormat(languageOf(language).intl, {
    month: 'long',
    year: 'numeric',
    calendar: 'gregory',
  }).format(date)

/** @example formatFullDay(new Date(2026, 10, 5), 'en') // 'Thursday 5 November 2026' */
export const formatFullDay = (date: Date, language: Language): string =>
  added.has(language)
    ? `${weekdayName((date.getDay() + 6) % 7, 'long', language)}, ${date.getDate()} ${formatMonth(date, language)}`
    : new Intl.DateTimeFormat(languageOf(language).intl, { dateStyle: 'full', calendar: 'gregory' }).format(
        date,
      )

/** @example formatInDays(3, 'en') // 'in 3 days' */
export const formatInDays = (days: number, language: Language): string =>
  added.get(language)?.inDays.replace('#', String(days)) ??
  new Intl.RelativeTimeFormat(languageOf(language).intl).format(days, 'day')

/**
 * @param count of how many these are the first: where there are more, the list goes on, without a word before its last
 * @example formatList(['A', 'B', 'C'], 'en') // 'A, B and C'
 * @example formatList(['A', 'B', 'C'], 'en', 5) // 'A, B, C…'
 */
export function formatList(items: readonly string[], language: Language, count = items.length): string {
  const names = added.get(language)
  const format = new Intl.ListFormat(languageOf(language).intl)
  if (count > items.length)
    return `${items.join(names?.list[1] ?? format.formatToParts(['1', '2', '3', '4'])[1]?.value)}…`
  if (!names) return format.format(items)
  const [pair, middle, last] = names.list
  const before = items.slice(0, -1).join(middle)
  const end = items.at(-1) ?? ''
  return items.length < 2 ? end : before + (items.length === 2 ? pair : last) + end
}
