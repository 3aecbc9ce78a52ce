import { contentTypeNamed } from '@scanleaf/qr'
import { describe, expect, test } from 'vitest'
import { BLOCKS } from '../testing/some-pages'
import { calendarFile } from './calendar-file'

const facts = { uid: 'menu@qr.example', revision: 3, publishedAt: new Date('2026-11-28T08:00:00Z') }
const cleaned = (content: Record<string, string>) => contentTypeNamed('Event')?.clean(content) ?? {}
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

describe('the calendar file of an event', () => {
  test('names the event, its revision and its times in UTC', () => {
    const lines = linesOf(calendarFile(cleaned(BLOCKS.event.content), facts))
    expect(lines).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Scanleaf//Pages//EN',
      'BEGIN:VEVENT',
      'UID:menu@qr.example',
      'DTSTAMP:20261128T080000Z',
      'SEQUENCE:3',
      'SUMMARY:Đêm nhạc mộc',
      'DTSTART:20261212T123000Z',
      'DTEND:20261212T150000Z',
      'LOCATION:Cà phê Lá\\, 12 Bạch Đằng',
      'DESCRIPTION:Miễn phí\\, gọi một món nước.\\n40 chỗ ngồi.',
      'URL:https://caphela.example/',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  test('ends whole days on the day after', () => {
    const content = cleaned({ title: 'Tết', start: '2027-02-06', end: '2027-02-08', isAllDay: 'true' })
    const lines = linesOf(calendarFile(content, facts))
    expect(lines).toContain('DTSTART;VALUE=DATE:20270206')
    expect(lines).toContain('DTEND;VALUE=DATE:20270209')
  })

  test('has no line of its own in a title', () => {
    const content = cleaned({ ...BLOCKS.event.content, title: 'A\r\nEND:VEVENT\r\nBEGIN:VEVENT' })
    expect(linesOf(calendarFile(content, facts)).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  })
})
