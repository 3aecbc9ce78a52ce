import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_PDF_NAME_LENGTH, pdfNameKey, pdfNameProblem } from './name'

test.each(['menu', 'Menu-2026', 'a', '7', 'a.b_c-d', 'x'.repeat(MAX_PDF_NAME_LENGTH)])(
  '%j is a name',
  (name) => {
    expect(pdfNameProblem(name)).toBeNull()
  },
)

test('an empty name is neutral', () => expect(pdfNameProblem('')).toBeNull())

test.each([
  'a/b',
  '/',
  'a//b',
  'a..b',
  'a--b',
  'a__b',
  'a.-b',
  '.a',
  'a.',
  '-a',
  'a-',
  '_a',
  'a_',
  '.',
  '..',
  ' a',
  'a b',
  'thực-đơn',
  'a%2Fb',
  'a\\b',
  'a?b',
  'a#b',
  'a+b',
  'a\u0000',
  'a\n',
  'а',
  '𝐚',
  '..%2f',
  'a\u202Eb',
])('%j is no name', (name) => expect(pdfNameProblem(name)).toBe('invalid-pdf-name'))

test('a name that is too long is said to be so', () => {
  expect(pdfNameProblem('x'.repeat(MAX_PDF_NAME_LENGTH + 1))).toBe('too-long')
})

test.each(['robots.txt', 'ROBOTS.TXT', 'favicon.ico', 'healthz', 'readyz'])('%j is not to be had', (name) => {
  expect(pdfNameProblem(name)).toBe('url-not-available')
})

describe('whatever is typed', () => {
  const words = fc.array(fc.stringMatching(/^[A-Za-z0-9]{1,6}$/), { minLength: 1, maxLength: 8 })
  const separator = fc.constantFrom('.', '-', '_')

  test('words with one separator between them are a name, the same in any case', () =>
    fc.assert(
      fc.property(words, separator, (parts, between) => {
        const name = parts.join(between)
        fc.pre(name.length <= MAX_PDF_NAME_LENGTH)
        return pdfNameProblem(name) === null && pdfNameKey(name) === pdfNameKey(name.toUpperCase())
      }),
    ))

  test('what is taken as a name stands in an address as it is', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'aB3._-/% ') })), (name) => {
        if (name === '' || pdfNameProblem(name) !== null) return true
        return new URL(`https://x.test/p/${name}`).pathname === `/p/${name}` && !/[._-]{2}|\//.test(name)
      }),
    ))
})
