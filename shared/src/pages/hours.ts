import * as z from 'zod'
import { addDays, localTimeAt } from '../scans/zone'
import { MAX_HOLIDAYS, MAX_SPANS } from './limits'

const MINUTES_OF_DAY = 24 * 60
/** A week, so that a shop which opens on one day of it is found. */
const DAYS_AHEAD = 8

const Opening = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'invalid-hours' })
const Closing = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: 'invalid-hours' })

/** From an opening until a closing, `HH:MM`; a closing that is not later is on the next day, `24:00` midnight. */
export const OpeningSpan = z.strictObject({ from: Opening, to: Closing })
export type OpeningSpan = z.infer<typeof OpeningSpan>

const DaySpans = z.array(OpeningSpan).max(MAX_SPANS)

export const OpeningHours = z
  .strictObject({
    /** Spans of each day, Monday first; a day without one is closed. */
    days: z.array(DaySpans).length(7, { error: 'invalid-value' }),
    /** Days that are otherwise, by their date. */
    holidays: z
      .array(z.strictObject({ date: z.iso.date({ error: 'invalid-date' }), spans: DaySpans }))
      .max(MAX_HOLIDAYS)
      .default([]),
  })
  .superRefine(({ days, holidays }, context) => {
    days.forEach((spans, day) => {
      const before = days[(day + 6) % 7] as OpeningSpan[]
      if (overlaps(before, spans))
        context.addIssue({ code: 'custom', path: ['days', day], message: 'overlapping-hours' })
    })
    holidays.forEach(({ date, spans }, place) => {
      const isTwice = holidays.findIndex((other) => other.date === date) < place
      if (isTwice)
        context.addIssue({ code: 'custom', path: ['holidays', place, 'date'], message: 'sent-twice' })
      if (overlaps([], spans))
        context.addIssue({ code: 'custom', path: ['holidays', place, 'spans'], message: 'overlapping-hours' })
    })
  })
export type OpeningHours = z.infer<typeof OpeningHours>

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Minutes from the midnight that a day begins with; an end past midnight is over 1,440. */
function rangeOf({ from, to }: OpeningSpan): { start: number; end: number } {
  const start = minutesOf(from)
  const end = minutesOf(to)
  return { start, end: end > start ? end : end + MINUTES_OF_DAY }
}

/** Whether spans of a day meet each other, or the night of the day before. */
function overlaps(before: readonly OpeningSpan[], spans: readonly OpeningSpan[]): boolean {
  const night = before.map(rangeOf).map(({ end }) => ({ start: -1, end: end - MINUTES_OF_DAY }))
  const ranges = [...night.filter(({ end }) => end > 0), ...spans.map(rangeOf)]
  ranges.sort((a, b) => a.start - b.start)
  return ranges.some(({ start }, place) => start < (ranges[place - 1]?.end ?? -1))
}

/** Monday is 0. */
export const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7

/** The spans of a date: those of a holiday before those of its weekday. */
export const spansOf = ({ days, holidays }: OpeningHours, date: string): readonly OpeningSpan[] =>
  holidays.find((holiday) => holiday.date === date)?.spans ?? days[weekdayOf(date)] ?? []

/** Whether a shop is open, and until when or from when, as its clock on the wall shows it. */
export type OpenState =
  | { isOpen: true; until: string | null }
  | { isOpen: false; date: string; from: string; isToday: boolean }
  | { isOpen: false; date: null }

/**
 * What the door says at a time, by the clock of the zone. Spans that follow each other without a gap are one; a shop
 * that does not close within a day is open until `null`.
 */
export function openStateAt(hours: OpeningHours, zone: string, now: Date): OpenState {
  const local = localTimeAt(now, zone)
  const today = local.slice(0, 10)
  const minute = minutesOf(local.slice(11, 16))
  const ranges = rangesAround(hours, today)
  const open = ranges.find(({ start, end }) => start <= minute && minute < end)
  if (open) {
    return { isOpen: true, until: open.end - minute < MINUTES_OF_DAY ? clockOf(open.end) : null }
  }
  const next = ranges.find(({ start }) => start > minute)
  if (!next) return { isOpen: false, date: null }
  const days = Math.floor(next.start / MINUTES_OF_DAY)
  return { isOpen: false, date: addDays(today, days), from: clockOf(next.start), isToday: days === 0 }
}

/** The spans of yesterday and the days that follow, in minutes from today's midnight, without gaps of no time. */
function rangesAround(hours: OpeningHours, today: string): { start: number; end: number }[] {
  const merged: { start: number; end: number }[] = []
  for (let day = -1; day < DAYS_AHEAD; day++) {
    const ranges = spansOf(hours, addDays(today, day)).map(rangeOf)
    for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
      const range = { start: start + day * MINUTES_OF_DAY, end: end + day * MINUTES_OF_DAY }
      const last = merged.at(-1)
      if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
      else merged.push(range)
    }
  }
  return merged
}

function clockOf(minutes: number): string {
  const ofDay = minutes % MINUTES_OF_DAY
  return [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
