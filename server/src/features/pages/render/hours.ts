import {
  addDays,
  languageOf,
  localTimeAt,
  type OpeningSpan,
  openStateAt,
  type PageBlockOf,
  spansOf,
  weekdayOf,
} from '@scanleaf/shared'
import { html, type Markup } from '../../../platform/pages/markup'
import { heading, line, ltr, type PageContext } from './context'

/** Holidays are announced this many days ahead. */
const DAYS_AHEAD = 14
/** A Monday, to name weekdays by. */
const A_MONDAY = '2024-01-01'

/** The day of a date in the visitor's language. */
export function dayName(context: PageContext, date: string, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(languageOf(context.language).intl, { timeZone: 'UTC', ...options })
  return format.format(new Date(date))
}

/** "Open now until 22:00", as a pill. */
export function openState(context: PageContext, { hours }: PageBlockOf<'hours'>): Markup {
  const { t, page, now } = context
  context.pieces.add('state')
  const state = openStateAt(hours, page.zone, now)
  if (state.isOpen)
    return html`<p class="q">${state.until === null ? t('pages:open-now') : t('pages:open-until', { time: state.until })}</p>`
  if (state.date === null) return html`<p class="q z">${t('pages:closed')}</p>`
  const day = dayName(context, state.date, { weekday: 'long' })
  return html`<p class="q z">${
    state.isToday ? t('pages:opens-at', { time: state.from }) : t('pages:opens-on', { day, time: state.from })
  }</p>`
}

export function hours(context: PageContext, { hours: open, line: below }: PageBlockOf<'hours'>): Markup {
  const { t, page, now } = context
  context.pieces.add('hours')
  const today = localTimeAt(now, page.zone).slice(0, 10)
  const rows = weekRows(open.days, weekdayOf(today)).map(({ from, to }) => {
    const name = (day: number) => dayName(context, addDays(A_MONDAY, day), { weekday: 'long' })
    const isToday = from === weekdayOf(today)
    const spans = isToday ? spansOf(open, today) : (open.days[from] ?? [])
    const days = from === to ? name(from) : `${name(from)} – ${name(to)}`
    return html`<li${isToday && html` class="n" aria-current="date"`}><span>${days}${isToday && ` · ${t('pages:today')}`}</span>${spanTexts(context, spans)}</li>`
  })
  const holidays = open.holidays
    .filter(({ date }) => date > today && date <= addDays(today, DAYS_AHEAD))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .map(
      ({ date, spans }) =>
        html`<li><span>${dayName(context, date, { weekday: 'short', day: 'numeric', month: 'numeric' })}</span>${spanTexts(context, spans)}</li>`,
    )
  return html`<section class="card">${heading('clock', t('pages:hours'))}<ul class="y">${rows}${holidays}</ul>${line(context, below)}</section>`
}

const spanTexts = ({ t }: PageContext, spans: readonly OpeningSpan[]): Markup =>
  spans.length === 0
    ? html`<span>${t('pages:closed')}</span>`
    : html`<span>${spans.map(({ from, to }, place) => html`${place > 0 && html`<br>`}${ltr(`${from}–${to}`)}`)}</span>`

/** Days that follow each other with the same hours are one row; today has its own. */
function weekRows(days: readonly (readonly OpeningSpan[])[], today: number): { from: number; to: number }[] {
  const rows: { from: number; to: number }[] = []
  days.forEach((spans, day) => {
    const last = rows.at(-1)
    const isSame = last && JSON.stringify(days[last.from]) === JSON.stringify(spans)
    if (isSame && day !== today && last.from !== today) last.to = day
    else rows.push({ from: day, to: day })
  })
  return rows
}
