import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatVnd } from './billing/format'
import { LANGUAGE_CODES } from './languages'
import { formatNumber } from './number'
import { readTypedAmount, retypedAmount } from './typed-amount'

const NOTHING = 'required'

test.each([
  ['vi', '1500000', '1500000'],
  ['vi', '1.500.000', '1500000'],
  ['vi', ' 1.500.000 ₫ ', '1500000'],
  ['vi', '１００', '100'],
  ['ar', '١٥٠٬٠٠٠', '150000'],
  ['ar', '١٫٥', 'amount-not-whole'],
  ['ar', '١٥٠٠٠٠', '150000'],
  ['en', '1,500,000', '1500000'],
  ['en', '1.500.000', 'amount-grouping'],
  ['vi', '1,500,000', 'amount-grouping'],
  ['vi', '1.50.000', 'amount-grouping'],
  ['vi', '.500', 'amount-grouping'],
  ['hi', '15,00,000', '1500000'],
  ['hi', '1,500,000', 'amount-grouping'],
  ['es', '1.500', '1500'],
  ['fr', '1 500 000', '1500000'],
  ['fr', '1\u202F500\u00A0000', '1500000'],
  ['vi', '1 500 000', 'amount-grouping'],
  ['vi', '1,5', 'amount-not-whole'],
  ['vi', '1,500', 'amount-not-whole'],
  ['vi', '1.5', 'amount-not-whole'],
  ['en', '1.5', 'amount-not-whole'],
  ['vi', '1.500,00', 'amount-grouping'],
  ['vi', '1e6', 'amount-characters'],
  ['vi', '100k', 'amount-characters'],
  ['vi', '0x10', 'amount-characters'],
  ['vi', '$100', 'amount-characters'],
  ['vi', '-5', 'amount-negative'],
  ['vi', '−5', 'amount-negative'],
  ['vi', '0'.repeat(20), '0'],
  ['vi', '9'.repeat(14), 'invalid-amount'],
  ['vi', ' \u200B', NOTHING],
] as const)('in %s %j is %s', (language, typed, expected) => {
  const { digits, problem } = readTypedAmount(typed, language)
  expect(digits ?? problem).toBe(expected)
})

test.each([
  ['vi', '150.000,5', '150000.5'],
  ['vi', '12,5', '12.5'],
  ['vi', '12.5', 'amount-grouping'],
  ['vi', '1,1234567', 'amount-grouping'],
  ['en', '12.5', '12.5'],
  ['en', '1,234.5', '1234.5'],
  ['en', '1.2.3', 'amount-grouping'],
] as const)('with decimals in %s %j is %s', (language, typed, expected) => {
  const { digits, problem } = readTypedAmount(typed, language, { decimals: 6 })
  expect(digits ?? problem).toBe(expected)
})

const language = fc.constantFrom(...LANGUAGE_CODES)
const amount = fc.integer({ min: 0, max: 9_999_999_999_999 })

test('what the product writes is read as it was meant, in every language', () => {
  fc.assert(
    fc.property(language, amount, (language, amount) => {
      for (const written of [formatVnd(amount, language), formatNumber(amount, language)])
        expect(readTypedAmount(written, language).digits).toBe(String(amount))
    }),
  )
})

test('no text loses a character: it is refused, or its digits are all there', () => {
  fc.assert(
    fc.property(
      language,
      fc.string({ unit: fc.constantFrom(...'0123456789.,-e kK\u00A0\u202F₫'.split('')) }),
      (language, typed) => {
        const { digits } = readTypedAmount(typed, language)
        if (digits === null) return
        expect(digits).toBe(typed.replace(/\D/g, '').replace(/^0+(?=\d)/, ''))
        expect(typed).not.toMatch(/[-ekK]/)
      },
    ),
  )
})

describe('a field while it is typed', () => {
  const typedOneByOne = (text: string) =>
    [...text].reduce((field, key) => retypedAmount(field, field + key, 'vi'), '')

  test.each([
    ['1500000', '1.500.000'],
    ['1.500.000', '1.500.000'],
    ['100k', '100k'],
    ['1e6', '1e6'],
    ['-5', '-5'],
    ['1,5', '1,5'],
    ['१००', '100'],
  ])('%s stands there as %s', (typed, shown) => {
    expect(typedOneByOne(typed)).toBe(shown)
  })

  test('a digit that goes leaves the rest grouped, and what is pasted is judged as it is', () => {
    expect(retypedAmount('1.500.000', '1.500.00', 'vi')).toBe('150.000')
    expect(retypedAmount('1.500', '1500', 'vi')).toBe('1.500')
    expect(retypedAmount('1.500', '', 'vi')).toBe('')
    expect(retypedAmount('', '1,500,000', 'vi')).toBe('1,500,000')
    expect(retypedAmount('100k', '100', 'vi')).toBe('100')
  })
})
