import { LANGUAGE_CODES } from '@scanleaf/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDecimal, readDecimal } from './decimal'

test.each([
  ['150.000', 'vi', '150000'],
  ['150.000,5', 'vi', '150000.5'],
  ['1,500', 'vi', '1.500'],
  ['12.5', 'vi', '12.5'],
  ['1.5', 'en', '1.5'],
  ['150,000.25', 'en', '150000.25'],
  ['1.234.567', 'en', '1234567'],
  ['12,34,567', 'hi', '1234567'],
  ['1 234 567,89', 'ru', '1234567.89'],
  ['１２３', 'ja', '123'],
  ['١٬٢٣٤٫٥', 'ar', '1234.5'],
  [' 25400 ', 'de', '25400'],
  ['1.2.3', 'vi', null],
  ['1,2,3', 'vi', null],
  ['1.000,5.6', 'vi', null],
  ['-5', 'en', null],
  ['1e5', 'en', null],
  ['rẻ', 'vi', null],
  ['', 'vi', null],
  ['.', 'vi', null],
] as const)('%s in %s is %s', (typed, language, digits) => {
  expect(readDecimal(typed, language)).toBe(digits)
})

test('what a field shows is read as the number that it is, in every language', () => {
  const decimals = fc.integer({ min: 0, max: 6 })
  fc.assert(
    fc.property(
      fc.constantFrom(...LANGUAGE_CODES),
      fc.nat(999_999_999),
      decimals,
      (language, digits, places) => {
        const value = Number(`${digits}e-${places}`)
        expect(Number(readDecimal(formatDecimal(value, language), language))).toBe(value)
      },
    ),
  )
})
