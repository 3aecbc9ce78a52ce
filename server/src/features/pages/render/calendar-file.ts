import { contentTypeNamed, instantOf } from '@scanleaf/qr'
import { addDays, type PageBlockOf } from '@scanleaf/shared'

type EventContent = PageBlockOf<'event'>['content']

const stampOf = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '')

/** Start and end of an event as instants; whole days as the midnights in UTC of the first and the last. */
export function eventTimes({ start = '', end = '', zone = '', isAllDay }: EventContent): {
  start: Date
  end: Date
} {
  const instant = (moment: string) => (isAllDay === 'true' ? Date.parse(moment) : instantOf(moment, zone))
  return { start: new Date(instant(start)), end: new Date(instant(end)) }
}

/** The same as calendars take them; whole days end on the day after (RFC 5545 §3.6.1). */
export function calendarTimes(content: EventContent): { start: string; end: string } {
  const { start = '', end = '', isAllDay } = content
  if (isAllDay === 'true')
    return { start: start.replaceAll('-', ''), end: addDays(end, 1).replaceAll('-', '') }
  const times = eventTimes(content)
  return { start: stampOf(times.start), end: stampOf(times.end) }
}

/**
 * A calendar with one event (RFC 5545 §3.4), the same event as its static code has. Its times are in UTC: an event that
 * does not repeat needs no description of its zone, and calendars show it by their own.
 * @param uid names the event at every later change
 * @param revision raised by each publication (`SEQUENCE`, §3.8.7.4)
 */
export function calendarFile(
  content: EventContent,
  { uid, revision, publishedAt }: { uid: string; revision: number; publishedAt: Date },
): string {
  const event = contentTypeNamed('Event')?.encode(content) ?? ''
  const named = [`UID:${uid}`, `DTSTAMP:${stampOf(publishedAt)}`, `SEQUENCE:${revision}`]
  const inside = event.replace('BEGIN:VEVENT\r\n', ['BEGIN:VEVENT', ...named, ''].join('\r\n'))
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Scanleaf//Pages//EN',
    inside,
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}
