import {
  addDays,
  daysBetween,
  foldText,
  type Language,
  type LocalDate,
  languageOf,
  MAX_DAYS,
} from '@scanleaf/shared'
import { foldWithPlaces, typedRange } from './folded'

/** Days, both included. */
export interface NamedDays {
  from: LocalDate
  to: LocalDate
}

interface Found {
  day?: number
  month: number
  year?: number
}

const YEAR = /(?<!\d)20\d\d(?!\d)/
const NUMERIC = [
  /(?<!\d)(?<year>20\d\d)-(?<month>\d{1,2})-(?<day>\d{1,2})(?!\d)/g,
  /(?<!\d)(?:(?<year>20\d\d) ?[年년] ?)?(?<month>\d{1,2}) ?[月월](?: ?(?<day>\d{1,2}) ?[日일号號])?/g,
  // The day comes first, as the product writes it.
  /(?<![\d/.])(?<day>\d{1,2})[/.](?<month>\d{1,2})[/.](?<year>20\d\d)(?!\d)/g,
  /(?<![\d/])(?<month>\d{1,2})\/(?<year>20\d\d)(?!\d)/g,
  /(?<![\d/])(?<day>\d{1,2})\/(?<month>\d{1,2})(?![\d/])/g,
]
/** Words of English that name a month only with a capital. */
const ALSO_WORDS = /\b(may|march)\b/g
/** Scripts that put no space between words, and those of them that number the months. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u
const NUMBERED = /[\p{Script=Han}\p{Script=Hangul}]/u

/**
 * The days that a message names by dates, a month, a year, or how many they are; null for none. A month or a date
 * without a year is the last one that has begun. Nothing later than today counts, so what still runs ends today.
 * @param today in the zone of the days
 */
export function daysNamed(message: string, language: Language, today: LocalDate): NamedDays | null {
  const { dates, rest } = numericIn(message)
  const found = [...dates, ...byNameIn(rest, language)]
  const year = Number(YEAR.exec(rest)?.[0] ?? 0) || undefined
  const span =
    found.length > 0
      ? around(found.map((each) => spanOf({ ...(year && { year }), ...each }, today)))
      : year
        ? yearOf(year)
        : (relativeYearIn(message, language, today) ?? lastDaysIn(message, language, today))
  if (!span || span.from > today || daysBetween(span.from, span.to) >= MAX_DAYS.month) return null
  return { from: span.from, to: span.to < today ? span.to : today }
}

/** A message with blanks where dates, months and years stand. */
export function withoutDays(message: string, language: Language): string {
  const blank = (text: string, from: number, to: number) =>
    text.slice(0, from) + ' '.repeat(to - from) + text.slice(to)
  const said = foldWithPlaces(
    language === 'en' ? message.replace(ALSO_WORDS, (word) => '_'.repeat(word.length)) : message,
  )
  let rest = [...NUMERIC, new RegExp(YEAR, 'g')].reduce(
    (text, pattern) => text.replace(pattern, (date) => ' '.repeat(date.length)),
    message,
  )
  for (const patterns of monthPatternsOf(language))
    for (const pattern of patterns)
      for (const { 0: month, index } of said.text.matchAll(pattern))
        rest = blank(rest, ...typedRange(said, index, index + month.length))
  return rest
}

/** From the first to the last; null when there is none. */
function around(spans: (NamedDays | null)[]): NamedDays | null {
  const days = spans.flatMap((span) => (span ? [span.from, span.to] : [])).sort()
  const [from, to] = [days[0], days.at(-1)]
  return from && to ? { from, to } : null
}

/** Dates in figures, and the message without them. */
function numericIn(message: string): { dates: Found[]; rest: string } {
  let rest = message
  const dates = NUMERIC.flatMap((pattern) => {
    const found = [...rest.matchAll(pattern)].map(({ groups = {} }) => ({
      month: Number(groups['month']),
      ...(groups['day'] && { day: Number(groups['day']) }),
      ...(groups['year'] && { year: Number(groups['year']) }),
    }))
    rest = rest.replace(pattern, ' ')
    return found
  })
  return { dates, rest }
}

const monthPatterns = new Map<Language, RegExp[][]>()

/** For each month, its names alone and within a date, with the day before or behind them. */
function monthPatternsOf(language: Language): RegExp[][] {
  const known = monthPatterns.get(language)
  if (known) return known
  const { intl } = languageOf(language)
  const alone = new Intl.DateTimeFormat(intl, { month: 'long', timeZone: 'UTC' })
  const dated = new Intl.DateTimeFormat(intl, { month: 'long', day: 'numeric', timeZone: 'UTC' })
  const patterns = Array.from({ length: 12 }, (_, month) => {
    const date = new Date(Date.UTC(2026, month, 15))
    const within = dated.formatToParts(date).find(({ type }) => type === 'month')?.value ?? ''
    return [...new Set([alone.format(date), within].map(foldText))]
      .filter((name) => /\p{L}/u.test(name))
      .map((name) => {
        if (NUMBERED.test(name)) return new RegExp(`(?<![\\d十])${name}`, 'gu')
        const whole = UNSPACED.test(name) ? name : `(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`
        return new RegExp(
          `(?:(?<!\\d)(?<day>\\d{1,2})(?:er|st|nd|rd|th)? ?(?:(?:de|d|of) )?)?${whole}` +
            '(?: (?<after>\\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\p{N}]))?',
          'gu',
        )
      })
  })
  monthPatterns.set(language, patterns)
  return patterns
}

function byNameIn(message: string, language: Language): Found[] {
  const said = foldText(language === 'en' ? message.replace(ALSO_WORDS, ' ') : message)
  return monthPatternsOf(language).flatMap((patterns, month) => {
    const matches = patterns.flatMap((pattern) => [...said.matchAll(pattern)])
    return matches.map(({ groups = {} }) => {
      const day = groups['day'] ?? groups['after']
      return { month: month + 1, ...(day && { day: Number(day) }) }
    })
  })
}

/** Null for a date that there is not. */
function spanOf({ day, month, year }: Found, today: LocalDate): NamedDays | null {
  const thisYear = Number(today.slice(0, 4))
  const inYear = (of: number): NamedDays | null => {
    const from = dateOf(of, month, day ?? 1)
    if (from === null) return null
    return {
      from,
      to: day ? from : addDays(dateOf(month < 12 ? of : of + 1, (month % 12) + 1, 1) as LocalDate, -1),
    }
  }
  if (year) return inYear(year)
  const latest = inYear(thisYear)
  return latest && latest.from <= today ? latest : inYear(thisYear - 1)
}

function dateOf(year: number, month: number, day: number): LocalDate | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null
}

const yearOf = (year: number): NamedDays => ({ from: `${year}-01-01`, to: `${year}-12-31` })

/** "This year", "last year". */
function relativeYearIn(message: string, language: Language, today: LocalDate): NamedDays | null {
  const relative = new Intl.RelativeTimeFormat(languageOf(language).intl, { numeric: 'auto' })
  const said = foldText(message)
  const offset = [0, -1].find((years) => said.includes(foldText(relative.format(years, 'year'))))
  return offset === undefined ? null : yearOf(Number(today.slice(0, 4)) + offset)
}

const UNITS = { day: 1, week: 7 } as const

/** "The last 14 days". */
function lastDaysIn(message: string, language: Language, today: LocalDate): NamedDays | null {
  const said = foldText(message)
  const { intl } = languageOf(language)
  for (const [unit, days] of Object.entries(UNITS)) {
    const format = new Intl.NumberFormat(intl, { style: 'unit', unit, unitDisplay: 'long' })
    for (const [number] of said.matchAll(/(?<!\d)\d{1,3}(?!\d)/g)) {
      const written = foldText(format.format(Number(number)))
      if (Number(number) > 0 && said.includes(written))
        return { from: addDays(today, 1 - Number(number) * days), to: today }
    }
  }
  return null
}
