import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/property-runs'
import { asciiDigits, cleanLine, isBlank } from './clean-line'

describe('cleanLine', () => {
  test.each([
    ['direction marks of copied contacts', '\u202d+84 901 234 567\u202c', '+84 901 234 567'],
    ['isolates', '\u2068shop\u2069', 'shop'],
    ['no-break and ideographic spaces around', '\u00a0\u3000a b\u00a0', 'a b'],
    ['byte order mark, zero-width space, word joiner, soft hyphen', '\ufeffsh\u200bo\u2060p\u00ad', 'shop'],
    ['a control character', 'a\u0000b\u007fc\u009f', 'abc'],
    ['line ends and tabs', 'Lầu 2\r\n\tphòng 5\u2028a', 'Lầu 2 phòng 5 a'],
    ['decomposed letters', 'Thực đơn'.normalize('NFD'), 'Thực đơn'],
    ['joiners between Latin letters and at the ends', '\u200da\u200db\u200c', 'ab'],
    ['keeps joiners that shape letters', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['keeps joined emoji and their variation', '👩🏽\u200d🍳 ❤\ufe0f', '👩🏽\u200d🍳 ❤\ufe0f'],
    ['keeps visible format characters', '\u0600١', '\u0600١'],
  ])('%s', (_, text, clean) => {
    expect(cleanLine(text)).toBe(clean)
  })

  test('what is clean stays the same, on one line, without what nobody sees at its ends', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanLine(text)
        expect(cleanLine(clean)).toBe(clean)
        expect(clean).not.toMatch(/[\p{Cc}\u200b\u2028-\u202e\u2060-\u206f\ufeff]/u)
        expect(clean).toBe(clean.trim().normalize('NFC'))
      }),
      { numRuns: runs(2000), verbose: true },
    ))
})

test.each([
  ['', true],
  [' \u00a0\u3000', true],
  ['\u200b\u2060\u3164\u2800\u034f', true],
  ['a', false],
  ['.', false],
  ['😀', false],
])('isBlank(%j) is %s', (text, blank) => {
  expect(isBlank(text)).toBe(blank)
})

test.each([
  ['+٩٦٦٥٠١٢٣٤٥٦٧', '+966501234567'],
  ['၀၉၁၂၃၄၅၆၇', '091234567'],
  ['𝟎𝟗 𝟷𝟸', '09 12'],
  ['０９', '09'],
  ['0901', '0901'],
])('asciiDigits(%s) is %s', (text, digits) => {
  expect(asciiDigits(text)).toBe(digits)
})
