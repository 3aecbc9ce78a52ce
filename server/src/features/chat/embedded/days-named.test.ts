import type { Language } from '@scanleaf/shared'
import { LANGUAGE_CODES, languageOf } from '@scanleaf/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysNamed } from './days-named'

const TODAY = '2026-11-27'

test.each<[Language, string, string | null, string?]>([
  ['vi', 'tháng 10 có bao nhiêu lượt quét', '2026-10-01', '2026-10-31'],
  ['vi', 'lượt quét tháng 12', '2025-12-01', '2025-12-31'],
  ['vi', 'lượt quét tháng 1 năm 2026', '2026-01-01', '2026-01-31'],
  ['vi', 'ngày 15 tháng 10 có mấy lượt quét', '2026-10-15', '2026-10-15'],
  ['vi', 'lượt quét từ 1/10 đến 15/10', '2026-10-01', '2026-10-15'],
  ['vi', 'lượt quét 20/11/2026', '2026-11-20', '2026-11-20'],
  ['vi', 'lượt quét 10/2025', '2025-10-01', '2025-10-31'],
  ['vi', 'năm nay có bao nhiêu lượt quét', '2026-01-01', TODAY],
  ['vi', 'năm ngoái có bao nhiêu lượt quét', '2025-01-01', '2025-12-31'],
  ['vi', 'lượt quét 14 ngày qua', '2026-11-14', TODAY],
  ['vi', 'lượt quét 2 tuần qua', '2026-11-14', TODAY],
  ['vi', 'lượt quét hôm nay', null],
  ['en', 'How many scans in October?', '2026-10-01', '2026-10-31'],
  ['en', 'scans in November', '2026-11-01', TODAY],
  ['en', 'scans from October 3rd to November 2', '2026-10-03', '2026-11-02'],
  ['en', 'scans on 31/02/2026', null],
  ['en', 'scans on 2026-10-05', '2026-10-05', '2026-10-05'],
  ['en', 'scans in 2025', '2025-01-01', '2025-12-31'],
  ['en', 'how many scans may I have', null],
  ['en', 'scans in May', '2026-05-01', '2026-05-31'],
  ['en', 'scans in 2099', null],
  ['en', 'scans from 2001-01-01 to 2026-01-01', null],
  ['fr', 'combien de scans le 1er octobre', '2026-10-01', '2026-10-01'],
  ['es', 'escaneos del 15 de octubre de 2025', '2025-10-15', '2025-10-15'],
  ['de', 'Scans der letzten 14 Tage', '2026-11-14', TODAY],
  ['ru', 'сколько сканирований 15 октября', '2026-10-15', '2026-10-15'],
  ['ja', '10月のスキャン数', '2026-10-01', '2026-10-31'],
  ['ja', '2025年10月15日のスキャン数', '2025-10-15', '2025-10-15'],
  ['zh-CN', '去年扫了多少次', '2025-01-01', '2025-12-31'],
  ['ko', '11월 5일 스캔 수', '2026-11-05', '2026-11-05'],
  ['ar', 'كم عملية مسح في أكتوبر', '2026-10-01', '2026-10-31'],
  ['th', 'ตุลาคมมีการสแกนกี่ครั้ง', '2026-10-01', '2026-10-31'],
])('%s: %s', (language, message, from, to) => {
  expect(daysNamed(message, language, TODAY)).toEqual(from === null ? null : { from, to })
})

test('in every language, a month is known by its name, alone and behind a day', () => {
  for (const language of LANGUAGE_CODES) {
    const { intl } = languageOf(language)
    for (let month = 0; month < 12; month++) {
      const date = new Date(Date.UTC(2025, month, 15))
      const written = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(intl, { ...options, timeZone: 'UTC' }).format(date)
      const iso = date.toISOString()
      const named = daysNamed(`? ${written({ month: 'long' })} ?`, language, '2025-12-31')
      expect([language, named?.from]).toEqual([language, `${iso.slice(0, 8)}01`])
      const day = daysNamed(`? ${written({ day: 'numeric', month: 'long' })} ?`, language, '2025-12-31')
      expect([language, day]).toEqual([language, { from: iso.slice(0, 10), to: iso.slice(0, 10) }])
    }
  }
})

test('whatever is written, the days are in order, have begun, and are no more than can be asked for', () => {
  const words = fc.constantFrom(
    '2026',
    '31/12',
    '1/1/2000',
    'October',
    'may',
    '99',
    'days',
    '2/30',
    '20',
    '5-6',
    '/',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 8 }), (said) => {
      const days = daysNamed(said.join(' '), 'en', TODAY)
      if (days) expect(days.from <= days.to && days.to <= TODAY).toBe(true)
    }),
  )
})
