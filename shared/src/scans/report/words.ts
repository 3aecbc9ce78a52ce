import { type Language, languageOf } from '../../languages'
import { weekdayName } from '../../local-names'
import { formatNumber } from '../../number'
import type { ScanPoint, Scans } from '../schema'
import { localDateAt } from '../zone'

/** Texts of the namespace `scans`. */
export type ReportTexts = (key: `scans:${string}`, values?: Record<string, string>) => string

/** How a report writes numbers and days, in the language of its reader. */
export interface ReportWords {
  t: ReportTexts
  count(count: number): string
  share(part: number, whole: number): string
  /** With its sign, which tells up from down without colours; empty when there is nothing to compare with. */
  change(now: number, before: number): string
  /** `DD/MM/YYYY`, of a calendar day. */
  day(day: string): string
  /** The beginning of a part of the chart. */
  part(at: string): string
  /** The same, with the weekday of a day. */
  longPart(at: string): string
  isWeekend(at: string): boolean
}

/** Saturday and Sunday (ISO 8601), where the runtime does not know those of a language. */
const WEEKEND = [6, 7]

export function reportWords({ unit, zone }: Scans, language: Language, t: ReportTexts): ReportWords {
  const { intl } = languageOf(language)
  const percent = { style: 'percent', maximumFractionDigits: 1 } as const
  const shares = new Intl.NumberFormat(intl, percent)
  const changes = new Intl.NumberFormat(intl, { ...percent, signDisplay: 'exceptZero' })
  const locale: Intl.Locale & { getWeekInfo?(): { weekend: number[] } } = new Intl.Locale(intl)
  const weekend = locale.getWeekInfo?.().weekend ?? WEEKEND
  const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone })
  /** 1 for Monday to 7 for Sunday. */
  const weekdayOf = (at: string): number =>
    new Date(`${localDateAt(new Date(at), zone)}T00:00:00Z`).getUTCDay() || 7
  const day = (date: string): string => date.split('-').reverse().join('/')
  const part = (at: string): string => {
    if (unit === 'hour') return hours.format(new Date(at))
    const date = day(localDateAt(new Date(at), zone))
    return unit === 'day' ? date.slice(0, 5) : date.slice(3)
  }
  return {
    t,
    count: (count) => formatNumber(count, language),
    share: (part, whole) => shares.format(whole === 0 ? 0 : part / whole),
    change: (now, before) => (before === 0 ? '' : changes.format((now - before) / before)),
    day,
    part,
    longPart: (at) =>
      unit === 'day' ? `${weekdayName(weekdayOf(at) - 1, 'short', language)} ${part(at)}` : part(at),
    isWeekend: (at) => unit === 'day' && weekend.includes(weekdayOf(at)),
  }
}

/** The part with the most scans; null without any. */
export const busiest = (points: readonly ScanPoint[]): ScanPoint | null =>
  points.reduce<ScanPoint | null>((most, point) => (point.scans > (most?.scans ?? 0) ? point : most), null)
