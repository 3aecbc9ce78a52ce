import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldErrorOf, fieldErrorsOf } from '../field-errors'
import { Decimal } from './decimal'
import { CreateCurrency, CreateProduct, CreateProductCategory } from './schema'

const wrongOf = (schema: typeof CreateProduct | typeof CreateCurrency, body: unknown) => {
  const { error } = schema.safeParse(body, { error: fieldErrorOf })
  return error ? fieldErrorsOf(error) : {}
}

test('a product without anything lacks every field', () => {
  expect(wrongOf(CreateProduct, { price: {} })).toEqual({
    title: 'required',
    categories: 'required',
    image: 'required',
    'price.value': 'required',
    'price.currency': 'required',
    'price.unit': 'required',
    quantity: 'required',
    description: 'required',
    keywords: 'required',
    detail: 'required',
  })
})

test('empty texts of a form are missing too', () => {
  const empty = {
    title: ' ',
    categories: '',
    image: '',
    quantity: '',
    description: '',
    keywords: '',
    detail: '',
  }
  expect(wrongOf(CreateProduct, { ...empty, price: { value: '', currency: '', unit: '' } })).toEqual(
    wrongOf(CreateProduct, { price: {} }),
  )
})

test('a currency is kept in upper case', () => {
  expect(CreateCurrency.parse({ code: ' usd ', name: 'Đô la Mỹ', exchangeRate: '25400.5' })).toEqual({
    code: 'USD',
    name: 'Đô la Mỹ',
    exchangeRate: 25400.5,
  })
})

test.each([
  [{ code: '₫' }, { code: 'invalid-currency-code' }],
  [{ code: 'U S' }, { code: 'invalid-currency-code' }],
  [{ exchangeRate: 0 }, { exchangeRate: 'invalid-amount' }],
  [{ exchangeRate: '0.000' }, { exchangeRate: 'invalid-amount' }],
  [{ exchangeRate: -1 }, { exchangeRate: 'invalid-amount' }],
  [{ exchangeRate: 1e300 }, { exchangeRate: 'invalid-amount' }],
  [{ exchangeRate: 'Infinity' }, { exchangeRate: 'invalid-amount' }],
  [{ exchangeRate: '1,5' }, { exchangeRate: 'invalid-amount' }],
  [{ exchangeRate: null }, { exchangeRate: 'invalid-value' }],
])('%j is no currency', (wrong, errors) => {
  expect(wrongOf(CreateCurrency, { code: 'USD', name: 'Dollar', exchangeRate: 1, ...wrong })).toEqual(errors)
})

test('a category needs a title that an address can show, and may lie in none', () => {
  expect(CreateProductCategory.parse({ title: ' In ấn ', parent: '' })).toEqual({
    title: 'In ấn',
    parent: null,
  })
  expect(CreateProductCategory.parse({ title: 'In ấn' }).parent).toBeNull()
  expect(CreateProductCategory.safeParse({ title: '***' }).error?.issues[0]?.message).toBe('no-letters')
})

describe('a decimal', () => {
  const digits = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: length })

  test('is the same number after JSON', () => {
    fc.assert(
      fc.property(digits(8), fc.option(digits(6)), (whole, fraction) => {
        const text = fraction === null ? whole : `${whole}.${fraction}`
        const value = Decimal.parse(text)
        expect(Decimal.parse(JSON.parse(JSON.stringify(value)))).toBe(value)
        expect(value.toFixed(fraction?.length ?? 0)).toBe(text.replace(/^0+(?=\d)/, ''))
      }),
    )
  })

  test('of more digits than a JSON number holds is refused', () => {
    expect(Decimal.parse('999999999999.999')).toBe(999_999_999_999.999)
    expect(Decimal.parse('\u202b٣٠\u202c')).toBe(30)
    for (const text of ['999999999999.9999', '1000000000000', '0.1234567', '1e5', '0x10', '-1', '٣,٥'])
      expect(Decimal.safeParse(text).success).toBe(false)
  })
})
