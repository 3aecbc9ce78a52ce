import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from './fold-text'

test('accents, case and what stands between words do not count', () => {
  expect(foldText('Nhãn dán, Đồ UỐNG!')).toBe('nhan dan do uong')
  expect(foldText('Straße Œuvre')).toBe('strasse oeuvre')
})

test('a part of a Greek word that ends in sigma is a part of the word', () => {
  expect(foldText('ΟΔΟΣΗΜΑ')).toContain(foldText('ΟΔΟΣ'))
  expect(foldText('οδός')).toBe(foldText('ΟΔΌΣ'))
})

test('a part of a word stays one when it is folded, in capitals too', () => {
  const letter = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    .filter((text) => /^[\p{L}\p{N}]+$/u.test(text))
  // Half-width letters of Hangul become one letter with those beside them.
  const isJoined = (letters: string[]) =>
    letters.join('').normalize('NFKC') !== letters.map((each) => each.normalize('NFKC')).join('')
  const word = fc.array(letter, { minLength: 3, maxLength: 12 }).filter((letters) => !isJoined(letters))
  fc.assert(
    fc.property(word, fc.nat(9), fc.integer({ min: 3, max: 12 }), (letters, start, length) => {
      const part = letters.slice(start % (letters.length - 2), start + length).join('')
      // Letters that become others by their capitals, as the archaic Greek ᾀ does.
      fc.pre(part.toUpperCase().toLowerCase() === part.toLowerCase())
      return foldText(letters.join('')).includes(foldText(part.toUpperCase()))
    }),
    { numRuns: runs(2000), verbose: true },
  )
})
