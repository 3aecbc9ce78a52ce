import type { Language } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { hoursNamed } from './hours-named'

test.each<[Language, string, [string, string] | null]>([
  ['vi', 'đổi mã bàn sang thực đơn tối sau 17 giờ', ['17:00', '00:00']],
  ['vi', 'từ 17h30 đến 22h', ['17:30', '22:00']],
  ['vi', 'sau 5 giờ chiều', ['17:00', '00:00']],
  ['vi', 'trước 10:30', ['00:00', '10:30']],
  ['vi', 'sau 3 bàn', null],
  ['vi', 'sau 0 giờ', null],
  ['en', 'after 5 pm', ['17:00', '00:00']],
  ['en', 'before 11am', ['00:00', '11:00']],
  ['en', 'from 17:00 to 22:00', ['17:00', '22:00']],
  ['en', 'after 12 am', null],
  ['en', 'after 12 pm', ['12:00', '00:00']],
  ['en', 'after 5 scans', null],
  ['en', '17:00–22:00 and 23:00', null],
  ['en', 'after 25:00', null],
  ['en', 'on 2026-10-05', null],
  ['fr', 'à partir de 18h', ['18:00', '00:00']],
  ['de', 'vor 11 Uhr', ['00:00', '11:00']],
  ['de', 'ab 17 Uhr', ['17:00', '00:00']],
  ['ru', 'после 17:00', ['17:00', '00:00']],
  ['ru', 'до 5 часов вечера', ['00:00', '17:00']],
  ['es', 'después de las 17', ['17:00', '00:00']],
  ['pt', 'depois das 17h', ['17:00', '00:00']],
  ['it', 'dopo le 17', ['17:00', '00:00']],
  ['it', 'dalle 17:00', ['17:00', '00:00']],
  ['id', 'setelah pukul 17.00', ['17:00', '00:00']],
  ['ms', 'selepas jam 5 petang', ['17:00', '00:00']],
  ['zh-CN', '下午5点以后', ['17:00', '00:00']],
  ['zh-TW', '17點以前', ['00:00', '17:00']],
  ['ja', '17時以降', ['17:00', '00:00']],
  ['ja', '午後5時まで', ['00:00', '17:00']],
  ['ko', '오후 5시 이후', ['17:00', '00:00']],
  ['th', 'หลัง 17.00 น.', ['17:00', '00:00']],
  ['km', 'ក្រោយម៉ោង 17', ['17:00', '00:00']],
  ['lo', 'ຫຼັງ 17 ໂມງ', ['17:00', '00:00']],
  ['my', '17:00 နောက်ပိုင်း', ['17:00', '00:00']],
  ['hi', '17 बजे से पहले', ['00:00', '17:00']],
  ['hi', '17 बजे के बाद', ['17:00', '00:00']],
  ['ar', 'بعد الساعة 17', ['17:00', '00:00']],
  ['ar', 'قبل 11:00', ['00:00', '11:00']],
])('in %s “%s” is %s', (language, message, hours) =>
  expect(hoursNamed(message, language)?.hours ?? null).toEqual(hours),
)

test('what names the hours is no name of a code', () =>
  expect(hoursNamed('đổi mã Bàn 5 sang   sau 17 giờ nhé', 'vi')?.rest).toBe('đổi mã Bàn 5 sang   nhé'))
