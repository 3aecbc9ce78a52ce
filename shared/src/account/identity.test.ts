import { cleanLine } from '@scanleaf/qr'
import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identityKey, isOthersAddress, readsAsAddress } from './identity'
import { EmailAddress, Username } from './schema'

/** Every character that some form of Unicode makes one of an address of; U+3002 and U+FF61 are full stops of a domain. */
const FORMS = new Map<string, string[]>()
for (let code = 0x80; code < 0x110000; code++) {
  const character = String.fromCodePoint(code)
  const key = /\p{Cs}/u.test(character) ? '' : identityKey(character)
  if (/^[a-z0-9@.:]$/.test(key)) FORMS.set(key, [...(FORMS.get(key) ?? []), character])
}
const FULL_STOPS = ['。', '\uff61']

/** An address in other characters: each is the letter, its capital, or one that is the same when compared. */
const disguised = (address: string) =>
  fc.tuple(
    ...[...address].map((letter) =>
      fc.constantFrom(letter, letter.toUpperCase(), ...(FORMS.get(letter) ?? [])),
    ),
  )

const ODD = [
  ...'İıßẞςΣ\u212aﷺﬁ㎏｡。＠﹫．․：﹕⩴@.:',
  ...[
    '\u00ad',
    '\u200b',
    '\u200d',
    '\ufe0f',
    '\u0307',
    '\u0323',
    '\u3099',
    '\u115f',
    '\uffa0',
    '\u2003',
    '\u00a8',
  ],
]
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...ODD),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(...'aBkß1-'),
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join('').toWellFormed())

test.each([...FORMS.keys()].filter((key) => key === '@' || key === '.'))('%s has other forms', (key) => {
  expect(FORMS.get(key)?.length).toBeGreaterThan(1)
})

test('what is an address when compared reads as one when judged, whatever it is written with', () => {
  fc.assert(
    fc.property(disguised('nan@quan.vn'), (letters) => {
      const name = letters.join('')
      expect(identityKey(name)).toBe('nan@quan.vn')
      expect(isOthersAddress(name, 'x@example.test')).toBe(true)
      expect(isOthersAddress(name, 'Nan@Quan.vn')).toBe(false)
    }),
    { numRuns: runs(300) },
  )
  for (const stop of FULL_STOPS) expect(readsAsAddress(`nan@quan${stop}vn`)).toBe(true)
})

test('every character alone, and with each common mark, has one form', () => {
  const marks = ['', ...Array.from({ length: 0x70 }, (_, place) => String.fromCodePoint(0x300 + place))]
  const changed: string[] = []
  for (let code = 0; code < 0x20000; code++) {
    const character = String.fromCodePoint(code)
    if (/\p{Cs}/u.test(character)) continue
    const isPlain = character.toLowerCase() === character && character.normalize('NFKC') === character
    for (const mark of isPlain ? [''] : marks) {
      const key = identityKey(character + mark)
      if (identityKey(key) !== key) changed.push(code.toString(16))
    }
  }
  expect(changed).toEqual([])
})

test('a name is judged as the form that it is compared in, which is short enough to be kept', () => {
  fc.assert(
    fc.property(text, (typed) => {
      const judged = Username.safeParse(typed)
      const key = identityKey(judged.success ? judged.data : typed)
      expect(identityKey(key)).toBe(key)
      if (judged.success) {
        expect(Username.safeParse(key)).toEqual({ success: true, data: key })
        expect(key.length).toBeLessThanOrEqual(64)
        expect(key).not.toMatch(/[\s:]/)
        expect(identityKey(judged.data)).toBe(key)
        // A form that begins or ends with a space is another name without it.
      } else if (cleanLine(key) === key) expect(Username.safeParse(key).success).toBe(false)
    }),
    { numRuns: runs(1000) },
  )
})

test.each([
  ['ﷺﷺﷺﷺ', 'too-long'],
  ['nan：quan', 'invalid-username'],
  ['nan¨quan', 'invalid-username'],
  ['ｶﾞ1', 'too-short'],
])('%s is refused for what it is compared as', (name, problem) => {
  expect(Username.safeParse(name).error?.issues[0]?.message).toBe(problem)
})

test('an address that is accepted is compared as it is stored, but for its capitals', () => {
  fc.assert(
    fc.property(disguised('nan@quan.vn'), (letters) => {
      const { data } = EmailAddress.safeParse(letters.join(''))
      if (data !== undefined) expect(data).toMatch(/^[\x21-\x7e]+$/)
    }),
    { numRuns: runs(300) },
  )
})
