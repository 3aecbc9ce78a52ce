import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANGUAGE_CODES, languageOf } from './languages'
import { formatNumber, separatorsOf } from './number'

test.each(LANGUAGE_CODES)('numbers in %s are as Intl writes them', (language) => {
  const format = new Intl.NumberFormat(languageOf(language).intl)
  const edges = [
    0,
    -0,
    999,
    999.999,
    1000,
    -1000,
    1000.5,
    9999,
    9999.9,
    10_000,
    100_000,
    -10_000_000.25,
    1e21,
    -1e25,
    Number.NaN,
  ]
  for (const value of edges) expect(formatNumber(value, language)).toBe(format.format(value))
  const numbers = fc.oneof(
    fc.maxSafeInteger(),
    fc.integer().map((thousandths) => thousandths / 1000),
  )
  fc.assert(
    fc.property(numbers, (value) => {
      expect(formatNumber(value, language)).toBe(format.format(value))
    }),
  )
})

test.each(LANGUAGE_CODES)('the separators of %s are those of Intl', (language) => {
  const parts = new Intl.NumberFormat(languageOf(language).intl).formatToParts(1_234_567.8)
  const { group, decimal } = separatorsOf(language)
  expect(parts.find(({ type }) => type === 'group')?.value).toBe(group)
  expect(parts.find(({ type }) => type === 'decimal')?.value).toBe(decimal)
})
