import { expect, test } from 'vitest'
import { formatExpiry, formatMoney, formatUsd, formatVnd, shortVnd, usdCents } from './format'

test('VND have no decimals and their sign at the end', () => {
  expect(formatVnd(1_284_000, 'vi')).toBe('1.284.000\u00a0₫')
  expect(formatVnd(1_284_000, 'en')).toBe('1,284,000\u00a0₫')
  expect(formatVnd(0, 'ar')).toBe('0\u00a0₫')
  expect(formatVnd(-20_000, 'vi')).toBe('−20.000\u00a0₫')
})

test.each([
  [10_000, 43, '$0.43'],
  [99_000, 430, '$4.30'],
  [113_333, 493, '$4.93'],
  [199_000, 865, '$8.65'],
  [230_000, 1_000, '$10.00'],
  [499_000, 2_170, '$21.70'],
  [1_990_000, 8_652, '$86.52'],
  // Half a cent up, on both sides of it.
  [114, 0, '$0.00'],
  [115, 1, '$0.01'],
])('%i VND are %i cents, shown as %s', (amount, cents, shown) => {
  expect(usdCents(amount)).toBe(cents)
  expect(formatUsd(amount, 'en')).toBe(shown)
})

test('dollars that leave have a minus sign', () => expect(formatUsd(-199_000, 'en')).toBe('−$8.65'))

test('an amount is shown in the currency it was paid in', () => {
  expect(formatMoney(199_000, 'VND', 'en')).toBe('199,000\u00a0₫')
  expect(formatMoney(199_000, 'USD', 'en')).toBe('$8.65')
})

test.each([
  [500_000, 'vi', '500 nghìn ₫'],
  [1_200_000, 'vi', '1,2 triệu ₫'],
  [3_000_000_000, 'vi', '3 tỷ ₫'],
  [500_000, 'en', '500 thousand ₫'],
  [1_200_000, 'en', '1.2 million ₫'],
  [3_000_000_000, 'en', '3 billion ₫'],
] as const)('%i VND for short in %s are %s', (amount, language, expected) => {
  expect(shortVnd(amount, language).replaceAll('\u00a0', ' ')).toBe(expected)
})

test('a plan ends on the day it has in Viet Nam', () => {
  expect(formatExpiry('2026-11-13T16:59:59Z')).toBe('13/11/26')
  expect(formatExpiry('2026-11-13T17:00:00Z')).toBe('14/11/26')
  expect(formatExpiry('2028-02-28T20:00:00Z')).toBe('29/02/28')
})
