import { formatNumber } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { formatCount, formatDate, formatDateTime, formatShare, withoutProtocol } from './format'

test.each([
  ['2026-11-20T16:59:59Z', '23:59:59 - 20/11/2026'],
  ['2026-11-20T17:00:00Z', '00:00:00 - 21/11/2026'],
  ['2026-12-31T17:00:00Z', '00:00:00 - 01/01/2027'],
  ['2028-02-28T20:05:09Z', '03:05:09 - 29/02/2028'],
])('%s is %s in Ho Chi Minh City', (time, expected) => {
  expect(formatDateTime(time)).toBe(expected)
  expect(formatDate(new Date(time))).toBe(expected.split(' - ')[1])
})

test('counts are grouped by the language, in Latin digits', () => {
  expect(formatNumber(12_480, 'vi')).toBe('12.480')
  expect(formatNumber(12_480, 'en')).toBe('12,480')
  expect(formatNumber(12_480, 'ar')).toBe('12,480')
  expect(formatNumber(1_234_567, 'hi')).toBe('12,34,567')
})

test('counts above 999 999 are written short, in words', () => {
  expect(formatCount(999_999, 'vi')).toBe('999.999')
  expect(formatCount(1_234_567, 'vi')).toBe('1,2 triệu')
  expect(formatCount(1_234_567, 'en')).toBe('1.2 million')
})

test('shares are written as the language writes percent', () => {
  expect(formatShare(0.375, 'en')).toBe('38%')
  expect(formatShare(0.375, 'vi', 1)).toBe('37,5%')
})

test.each([
  ['https://shop.example/', 'shop.example'],
  ['https://shop.example/a/', 'shop.example/a/'],
  ['http://qr.example/AB', 'qr.example/AB'],
])('%s is shown as %s', (address, shown) => expect(withoutProtocol(address)).toBe(shown))
