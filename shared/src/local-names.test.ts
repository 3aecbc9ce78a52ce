import { expect, test } from 'vitest'
import {
  addLocalNames,
  displayName,
  formatFullDay,
  formatInDays,
  formatList,
  formatMonth,
  weekdayName,
} from './local-names'

test.each([
  ['en', 'A, B and C'],
  ['vi', 'A, B và C'],
  ['ja', 'A、B、C'],
  ['zh-CN', 'A、B和C'],
  ['ar', 'A وB وC'],
] as const)('a list in %s', (language, expected) => {
  expect(formatList(['A', 'B', 'C'], language)).toBe(expected)
  expect(formatList(['A'], language)).toBe('A')
})

test.each([
  ['en', 'A, B, C…'],
  ['vi', 'A, B, C…'],
  ['fr', 'A, B, C…'],
  ['ja', 'A、B、C…'],
  ['zh-CN', 'A、B、C…'],
  ['ar', 'A وB وC…'],
] as const)('a list that goes on in %s', (language, expected) => {
  expect(formatList(['A', 'B', 'C'], language, 4)).toBe(expected)
  expect(formatList(['A'], language, 2)).toBe('A…')
})

test('names are those of Intl where it has the language', () => {
  expect(displayName('region', 'VN', 'fr')).toBe('Viêt Nam')
  expect(displayName('language', 'ko', 'de')).toBe('Koreanisch')
  expect(displayName('region', 'no country', 'en')).toBe('no country')
  expect(weekdayName(0, 'long', 'en')).toBe('Monday')
  expect(formatMonth(new Date(2026, 10, 5), 'es')).toBe('noviembre de 2026')
  expect(formatFullDay(new Date(2026, 10, 5), 'de')).toBe('Donnerstag, 5. November 2026')
  expect(formatInDays(3, 'my')).toMatch(/3/)
})

test('names that were added are used in place of those of Intl', () => {
  const names = ['1', '2', '3', '4', '5', '6', '7']
  addLocalNames('lo', {
    region: { VN: 'ຫວຽດນາມ' },
    language: { vi: 'ພາສາຫວຽດ' },
    weekday: { long: names, short: names, narrow: names },
    month: Array.from({ length: 12 }, (_, month) => `m${month + 1} #`),
    list: [' & ', ' ', ' & '],
    inDays: 'ໃນອີກ # ມື້',
  })
  expect(displayName('region', 'VN', 'lo')).toBe('ຫວຽດນາມ')
  expect(displayName('language', 'vi', 'lo')).toBe('ພາສາຫວຽດ')
  expect(weekdayName(6, 'short', 'lo')).toBe('7')
  expect(formatMonth(new Date(2026, 10, 5), 'lo')).toBe('m11 2026')
  expect(formatFullDay(new Date(2026, 10, 5), 'lo')).toBe('4, 5 m11 2026')
  expect(formatInDays(12, 'lo')).toBe('ໃນອີກ 12 ມື້')
  expect(formatList([], 'lo')).toBe('')
  expect(formatList(['A', 'B'], 'lo')).toBe('A & B')
  expect(formatList(['A', 'B', 'C'], 'lo')).toBe('A B & C')
  expect(formatList(['A', 'B', 'C'], 'lo', 4)).toBe('A B C…')
})
