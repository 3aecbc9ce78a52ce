import type { FieldProblem } from '../content-field'
import { defineContentType, type FieldProblems } from '../content-type'
import { daysLater, instantOf, isMoment, minutesLater } from '../moment'
import { escapeText, fold, type Property, readProperties, unescapeText } from '../property-lines'
import { isZone } from '../zone'

const MAX_TITLE = 120
/** Limit of the other texts, which a symbol can hold. */
const MAX_TEXT = 300
/** Length of an event that says no end. */
const DEFAULT_MINUTES = 60
const HOME_ZONE = 'Asia/Ho_Chi_Minh'

type EventField = 'title' | 'start' | 'end' | 'isAllDay' | 'zone' | 'place' | 'description' | 'url'
type EventContent = Readonly<Record<EventField, string>>

const upTo =
  (maxLength: number) =>
  (text: string): FieldProblem | null =>
    text.length > maxLength ? 'too-long' : null
const existing = (moment: string): FieldProblem | null => (isMoment(moment) ? null : 'invalid-date')

/** A start or an end: a day alone where the event lasts whole days, with `Z` where its zone is UTC. */
function formOf(moment: string, { isAllDay, zone }: Pick<EventContent, 'isAllDay' | 'zone'>): string {
  if (!isMoment(moment)) return moment
  if (isAllDay === 'true') return moment.slice(0, 10)
  return zone === 'UTC' && moment.length === 16 ? `${moment}Z` : moment
}

function settle(content: EventContent): Partial<EventContent> {
  const { start, isAllDay } = content
  const zone = isAllDay === 'true' ? '' : start.endsWith('Z') && isMoment(start) ? 'UTC' : content.zone
  const from = formOf(start, { isAllDay, zone })
  const later = isAllDay === 'true' || from.length === 10 ? from : minutesLater
  const implied = !isMoment(from) ? '' : typeof later === 'string' ? later : later(from, DEFAULT_MINUTES)
  return { zone, start: from, end: formOf(content.end, { isAllDay, zone }) || implied }
}

/** Days and times by themselves, then beside each other. */
function checkTogether({ start, end, isAllDay, zone }: EventContent): FieldProblems<EventField> {
  if (isAllDay === 'true') return end < start ? { end: 'end-before-start' } : {}
  if (start.length === 10) return { start: 'invalid-date' }
  if (end.length === 10) return { end: 'invalid-date' }
  return instantOf(end, zone) <= instantOf(start, zone) ? { end: 'end-before-start' } : {}
}

const stamp = (moment: string, zone: string): string =>
  new Date(instantOf(moment, zone)).toISOString().replace(/[-:]|\.\d+/g, '')

/** Times in UTC, because readers differ in zones; an end of whole days is the day after (RFC 5545 §3.6.1). */
function timeLines({ start, end, isAllDay, zone }: EventContent): string[] {
  if (isAllDay !== 'true') return [`DTSTART:${stamp(start, zone)}`, `DTEND:${stamp(end, zone)}`]
  const date = (day: string) => day.replaceAll('-', '')
  return [`DTSTART;VALUE=DATE:${date(start)}`, `DTEND;VALUE=DATE:${date(daysLater(end, 1))}`]
}

/** A day or an instant of a calendar, and the zone that it names. */
function readTime(property: Property | undefined): { moment: string; zone: string } | null {
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/i.exec(property?.value.trim() ?? '') ?? []
  const date = `${year}-${month}-${day}`
  const moment = hour === undefined ? date : `${date}T${hour}:${minute}${utc ? 'Z' : ''}`
  if (!isMoment(moment)) return null
  const named = /;TZID="?([^;"]+)/i.exec(property?.parameters ?? '')?.[1]
  return { moment, zone: utc ? 'UTC' : (named ?? HOME_ZONE) }
}

function parse(payload: string): Partial<EventContent> | null {
  const [, inside] = /^(?:BEGIN:VCALENDAR\s.*?)?BEGIN:VEVENT\s(.*?)\sEND:VEVENT/is.exec(payload) ?? []
  if (inside === undefined) return null
  const properties = readProperties(inside)
  const of = (name: string) => properties.find((property) => property.name === name)
  const text = (name: string) => unescapeText(of(name)?.value ?? '')
  const start = readTime(of('DTSTART'))
  if (start === null) return null
  const end = readTime(of('DTEND'))
  const isAllDay = start.moment.length === 10
  const last = isAllDay && end !== null ? daysLater(end.moment.slice(0, 10), -1) : end?.moment
  return {
    title: text('SUMMARY'),
    start: start.moment,
    end: last ?? (isAllDay ? start.moment : minutesLater(start.moment, DEFAULT_MINUTES)),
    isAllDay: isAllDay ? 'true' : '',
    zone: isAllDay ? '' : zoneNamed(start.zone),
    place: text('LOCATION'),
    description: text('DESCRIPTION'),
    url: of('URL')?.value ?? '',
  }
}

/** Parameters are read in upper case. */
const zoneNamed = (zone: string): string =>
  isZone(zone) ? new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone : zone

/** A bare VEVENT, which ZXing, ML Kit and iPhone cameras read (RFC 5545): values escaped, lines folded and ended by CRLF. */
export const event = defineContentType<EventField>({
  name: 'Event',
  fields: [
    { name: 'title', label: 'eventTitle', kind: 'line', isRequired: true, rule: upTo(MAX_TITLE) },
    { name: 'start', kind: 'moment', isRequired: true, rule: existing },
    { name: 'end', kind: 'moment', isRequired: false, rule: existing },
    { name: 'isAllDay', kind: 'flag', isRequired: false },
    {
      name: 'zone',
      kind: 'line',
      isRequired: false,
      applies: ({ isAllDay }) => isAllDay !== 'true',
      tidy: (zone) => zone || HOME_ZONE,
      rule: (zone) => (isZone(zone) ? null : 'unknown-zone'),
    },
    { name: 'place', kind: 'line', isRequired: false, rule: upTo(MAX_TEXT) },
    { name: 'description', kind: 'multiline', isRequired: false, rule: upTo(MAX_TEXT) },
    { name: 'url', label: 'eventLink', kind: 'url', isRequired: false },
  ],
  settle,
  checkTogether,
  encode: ({ title, place, description, url, ...times }) =>
    [
      'BEGIN:VEVENT',
      `SUMMARY:${escapeText(title)}`,
      ...timeLines({ title, place, description, url, ...times }),
      ...(place === '' ? [] : [`LOCATION:${escapeText(place)}`]),
      ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
      ...(url === '' ? [] : [`URL:${url}`]),
      'END:VEVENT',
    ]
      .map(fold)
      .join('\r\n'),
  parse,
})
