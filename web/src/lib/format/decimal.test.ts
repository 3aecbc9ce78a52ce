import { LANGUAGE_CODES } from '@scanleaf/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountBody, formatDecimal, STORED_DECIMALS } from './decimal'

test.each([
  ['150.000,5', 'vi', '150000.5'],
  ['12.5', 'vi', '-'],
  ['1e5', 'en', '-'],
  [' ', 'vi', ''],
] as const)('%s in %s is %s for a schema', (typed, language, body) => {
  expect(amountBody(typed, language, STORED_DECIMALS)).toBe(body)
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
        expect(Number(amountBody(formatDecimal(value, language), language, STORED_DECIMALS))).toBe(value)
      },
    ),
  )
})
