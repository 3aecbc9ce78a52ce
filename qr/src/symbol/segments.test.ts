import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../testing/property-runs'
import {
  ALPHANUMERIC,
  alphanumericValue,
  BYTE,
  countBits,
  ECI_BITS,
  NUMERIC,
  segment,
  utf8Length,
} from './segments'

/** Bits of a text written in one mode without header; null when the mode cannot write it. */
function bitsOf(text: string, mode: number): number | null {
  const length = text.length
  if (mode === BYTE) return 8 * new TextEncoder().encode(text).length
  if (mode === NUMERIC) {
    if (!/^\d*$/.test(text)) return null
    return 10 * Math.floor(length / 3) + ([0, 4, 7][length % 3] as number)
  }
  if (![...text].every((character) => alphanumericValue(character.charCodeAt(0)) < 45)) return null
  return 11 * Math.floor(length / 2) + 6 * (length % 2)
}

/** Least bits over all ways to cut the text, by trying every cut. */
function leastBits(text: string, range: number): number {
  const least = [0]
  for (let end = 1; end <= text.length; end++) {
    let best = Number.POSITIVE_INFINITY
    for (let start = 0; start < end; start++) {
      for (const mode of [NUMERIC, ALPHANUMERIC, BYTE]) {
        const bits = bitsOf(text.slice(start, end), mode)
        if (bits !== null) best = Math.min(best, (least[start] as number) + 4 + countBits(range, mode) + bits)
      }
    }
    least.push(best)
  }
  return least[text.length] as number
}

const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 16 }),
      fc.string({ unit: fc.constantFrom(...'AB Z/:'), maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...'ab?é'), maxLength: 5 }),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''))

test('no other cut of the text is shorter', () =>
  fc.assert(
    fc.property(texts, fc.constantFrom(0, 1, 2), (text, range) => {
      const { segments, bits } = segment(text, range, false)
      const sum = segments.reduce(
        (total, { mode, start, end }) =>
          total + 4 + countBits(range, mode) + (bitsOf(text.slice(start, end), mode) as number),
        0,
      )
      expect(bits).toBe(sum)
      expect(bits).toBe(leastBits(text, range))
      expect(segments.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
    }),
    { numRuns: runs(200), verbose: true },
  ))

test('a link in capitals with a long number changes mode', () => {
  const modes = segment('HTTPS://QR.EXAMPLE/123456789012345678', 0, false).segments.map(({ mode }) => mode)
  expect(modes).toEqual([ALPHANUMERIC, NUMERIC])
})

test('a text outside ASCII is one byte segment behind its header', () => {
  const text = 'Ánh HTTPS://QR.EXAMPLE/123456789012345678'
  const { segments, bits } = segment(text, 0, true)
  expect(segments).toEqual([{ mode: BYTE, start: 0, end: text.length }])
  expect(bits).toBe(ECI_BITS + 4 + countBits(0, BYTE) + 8 * (text.length + 1))
  expect(segment('', 0, true)).toEqual({ segments: [], bits: 0 })
})

test('UTF-8 lengths are those of TextEncoder', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.integer({ min: 0xd800, max: 0xdfff }),
      (text, lone) => {
        const odd = text + String.fromCharCode(lone)
        let bytes = 0
        for (let index = 0; index < odd.length; index++) bytes += utf8Length(odd, index)
        expect(bytes).toBe(new TextEncoder().encode(odd).length)
      },
    ),
    { verbose: true },
  ))
