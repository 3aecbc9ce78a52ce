import { instantOf } from '@scanleaf/qr'
import { addDays, languageOf, type PageBlockOf } from '@scanleaf/shared'
import { html, type Markup } from '../../../platform/pages/markup'
import { calendarTimes, eventTimes } from './calendar-file'
import { heading, isFirstAction, line, outside, type PageContext, row } from './context'
import { dayName } from './hours'
import { icon } from './icons'
import { mapSearch } from './place'

type EventContent = PageBlockOf<'event'>['content']

/** Google's form of a new event, filled in; it takes the times of RFC 5545. */
function googleCalendar(content: EventContent): string {
  const { start, end } = calendarTimes(content)
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: content.title ?? '',
    dates: `${start}/${end}`,
    ...(content.place && { location: content.place }),
    ...(content.description && { details: content.description }),
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

/** When an event is over: whole days end with the last of them, wherever they are read. */
function endOf({ isAllDay, end = '', zone = '' }: EventContent): number {
  return isAllDay === 'true' ? Date.parse(addDays(end, 1)) + 12 * 3_600_000 : instantOf(end, zone)
}

/** Days and times of the event in the visitor's words, by the clocks of its own zone. */
function whenText({ language }: PageContext, content: EventContent): string {
  const isAllDay = content.isAllDay === 'true'
  const { start, end } = eventTimes(content)
  const format = new Intl.DateTimeFormat(languageOf(language).intl, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: isAllDay ? 'UTC' : content.zone,
    ...(!isAllDay && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' }),
  })
  return format.formatRange(start, end)
}

export function event(context: PageContext, block: PageBlockOf<'event'>): Markup {
  const { t, paths, now } = context
  const { content } = block
  const { start = '', url, place, description } = content
  context.pieces.add('event')
  const isOver = endOf(content) <= now.getTime()
  const date = start.slice(0, 10)
  if (isOver) context.pieces.add('state')
  const actions = isOver
    ? html`<p class="q z">${t('pages:event-ended')}</p>`
    : html`<div class="k"><a class="b${!isFirstAction(context, 'event') && ' o'}" href="${paths.calendar}">${icon('calendar')}${t('pages:add-to-calendar')}</a><a class="b o"${outside(googleCalendar(content))}>Google Calendar</a></div>`
  const where =
    place &&
    html`<section class="card">${heading('pin', t('pages:place'))}<p><bdi>${place}</bdi></p><div class="c"><a class="b o"${outside(mapSearch(place))}>${t('pages:directions')}</a></div></section>`
  const about =
    description &&
    html`<section class="card">${description.split('\n').map((text) => html`<p dir="auto">${text}</p>`)}</section>`
  const site = url && html`<div class="k">${row(context, 'globe', t('pages:website'), null, url)}</div>`
  return html`<div class="dt"><span><small>${dayName(context, date, { month: 'short' })}</small><b class="u">${Number(date.slice(8))}</b></span><div><strong>${whenText(context, content)}</strong>${line(context, block.line)}</div></div>${actions}${where}${about}${site}`
}
