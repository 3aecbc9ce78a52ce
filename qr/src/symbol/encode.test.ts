import fc from 'fast-check'
import QRCode from 'qrcode'
import { encode as encodeWithUqr } from 'uqr'
import { describe, expect, test } from 'vitest'
import { pictureOf, readWithJsqr, readWithZxing } from '../testing/decoders'
import { runs } from '../testing/property-runs'
import { ERROR_CORRECTION_LEVELS, type ErrorCorrectionLevel } from './capacity'
import { encodeSymbol, highestLevelThatFits, isDark, partAt } from './encode'
import { QrCapacityError } from './errors'

const VERSIONS = Array.from({ length: 40 }, (_, index) => index + 1)
const SAMPLES = ['0123456789', 'HELLO WORLD $%*+-./:', 'lower case bytes']

const uqrModules = (text: string, level: ErrorCorrectionLevel, version: number, mask: number): Uint8Array =>
  Uint8Array.from(
    encodeWithUqr(text, { ecc: level, minVersion: version, maskPattern: mask, boostEcc: false, border: 0 })
      .data.flat()
      .map(Number),
  )

/** Compared as buffers: matchers look at each of up to 31,000 modules. */
const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

describe('encodeSymbol', () => {
  test.each(ERROR_CORRECTION_LEVELS)('level %s: every version equals the matrix of uqr', (level) => {
    for (const version of VERSIONS) {
      for (const text of SAMPLES) {
        if (version === 1 && text.length > 17) continue
        const symbol = encodeSymbol(text, { level, minVersion: version })
        const theirs = uqrModules(text, level, symbol.version, symbol.mask)
        expect(isSame(symbol.modules, theirs), `${version}-${level} ${text}`).toBe(true)
      }
    }
  })

  test('every mask equals the matrix of qrcode', () => {
    for (let mask = 0; mask < 8; mask++) {
      for (const version of [1, 2, 6, 7, 14, 21, 33]) {
        const ours = encodeSymbol('mask', { level: 'Q', minVersion: version, mask })
        const theirs = QRCode.create('mask', {
          errorCorrectionLevel: 'Q',
          version,
          maskPattern: mask as 0,
        }).modules
        expect(isSame(ours.modules, Uint8Array.from(theirs.data, Number)), `${version} mask ${mask}`).toBe(
          true,
        )
      }
    }
  })

  test('an upper-case link needs a smaller symbol', () => {
    expect(encodeSymbol('https://QR.EXAMPLE/ABCD1234', { level: 'H' }).version).toBe(3)
    expect(encodeSymbol('https://qr.example/ABCD1234', { level: 'H' }).version).toBe(4)
  })

  test('the smallest version that holds the text is taken, at the edges of table 7', () => {
    const edges: [ErrorCorrectionLevel, number, number, number, number][] = [
      // level, version, digits, alphanumeric characters, bytes
      ['L', 1, 41, 25, 17],
      ['M', 1, 34, 20, 14],
      ['Q', 1, 27, 16, 11],
      ['H', 1, 17, 10, 7],
      ['L', 9, 552, 335, 230],
      ['H', 10, 288, 174, 119],
      ['M', 26, 2544, 1542, 1059],
      ['Q', 27, 1933, 1172, 805],
      ['L', 40, 7089, 4296, 2953],
      ['M', 40, 5596, 3391, 2331],
      ['Q', 40, 3993, 2420, 1663],
      ['H', 40, 3057, 1852, 1273],
    ]
    for (const [level, version, ...counts] of edges) {
      for (const [index, count] of counts.entries()) {
        const character = ['7', 'A', 'a'][index] as string
        expect(encodeSymbol(character.repeat(count), { level }).version).toBe(version)
        const larger = (): number => encodeSymbol(character.repeat(count + 1), { level }).version
        if (version < 40) expect(larger()).toBe(version + 1)
        else expect(larger).toThrow(QrCapacityError)
      }
    }
  })

  test('a text that is too long tells by how much', () => {
    const thrown = (text: string, level: ErrorCorrectionLevel): QrCapacityError => {
      try {
        encodeSymbol(text, { level })
      } catch (error) {
        if (error instanceof QrCapacityError) return error
      }
      throw new Error('not refused')
    }
    expect(thrown('a'.repeat(1280), 'H')).toMatchObject({
      code: 'ContentTooLong',
      excessBytes: 7,
      maxBytes: 1273,
    })
    expect(thrown('a'.repeat(10_000), 'L')).toMatchObject({ excessBytes: 7047, maxBytes: 2953 })
    expect(thrown('é'.repeat(1477), 'L')).toMatchObject({ excessBytes: 2, maxBytes: 2952 })
  })

  test('minVersion must be a version, mask one of eight', () => {
    for (const minVersion of [0, 41, 1.5, Number.NaN]) {
      expect(() => encodeSymbol('a', { minVersion })).toThrow(RangeError)
    }
    for (const mask of [-1, 8, 1.5, Number.NaN]) {
      expect(() => encodeSymbol('a', { mask })).toThrow(RangeError)
    }
  })

  test.each(['X', '', 'h', 'constructor', null, 2])('the level %j is refused by its field', (level) => {
    expect(() => encodeSymbol('a', { level: level as 'H' })).toThrow(
      expect.objectContaining({
        code: 'InvalidDesign',
        field: 'errorCorrectionLevel',
        problem: 'invalid-level',
      }),
    )
  })

  test('random texts are read back by ZXing, a sample by jsQR', async () => {
    const characters = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...'ABCXYZ019 $%*+-./:'), maxLength: 40 }),
      fc.string({ unit: 'grapheme-ascii', maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    )
    const texts = fc.array(characters, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
    let count = 0
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom(...ERROR_CORRECTION_LEVELS), async (text, level) => {
        fc.pre(text !== '')
        const symbol = encodeSymbol(text, { level })
        const picture = pictureOf(symbol)
        expect(await readWithZxing(picture)).toBe(text)
        // jsQR misses some large symbols and drops NUL; it is a second opinion on the small ones
        if (count++ % 5 === 0 && symbol.version < 10 && !text.includes('\0')) {
          expect(readWithJsqr(picture)).toBe(text)
        }
      }),
      { numRuns: runs(300), verbose: true },
    )
  })

  test('texts in every script of the product are read back', async () => {
    const texts = [
      'Nguyễn Văn Ánh, Đường Trần Hưng Đạo',
      'مرحبا بالعالم ١٢٣',
      'नमस्ते दुनिया',
      'สวัสดีชาวโลก',
      'សួស្តី​ពិភពលោក',
      'ສະບາຍດີຊາວໂລກ',
      'မင်္ဂလာပါ ကမ္ဘာလောက',
      '你好，世界 繁體中文',
      'こんにちは世界',
      '안녕하세요 세계',
      'Привет, мир',
      'São Tomé, Ñandú, Über, café',
      '👩‍👩‍👧‍👦 🇻🇳 🧡',
    ]
    for (const text of texts) {
      for (const level of ERROR_CORRECTION_LEVELS) {
        const picture = pictureOf(encodeSymbol(text, { level }))
        expect(await readWithZxing(picture)).toBe(text)
        expect(readWithJsqr(picture)).toBe(text)
      }
    }
  })

  test('the empty text and a lone surrogate are encoded', async () => {
    expect(encodeSymbol('').version).toBe(1)
    expect(await readWithZxing(pictureOf(encodeSymbol('a\ud800b')))).toBe('a\ufffdb')
  })
})

describe('highestLevelThatFits', () => {
  test.each([
    ['a'.repeat(1273), 'H'],
    ['a'.repeat(1274), 'Q'],
    ['a'.repeat(1664), 'M'],
    ['a'.repeat(2332), 'L'],
    ['a'.repeat(2954), null],
    ['7'.repeat(7089), 'L'],
    ['7'.repeat(7090), null],
  ])('case %#', (text, level) => {
    expect(highestLevelThatFits(text)).toBe(level)
  })
})

describe('parts', () => {
  test('the modules of a symbol are named', () => {
    const symbol = encodeSymbol('parts', { minVersion: 7 })
    const last = symbol.size - 1
    expect(partAt(symbol, 0, 0)).toBe('finder')
    expect(partAt(symbol, last, 3)).toBe('finder')
    expect(partAt(symbol, 7, 7)).toBe('separator')
    expect(partAt(symbol, 10, 6)).toBe('timing')
    expect(partAt(symbol, 22, 22)).toBe('alignment')
    expect(partAt(symbol, 8, 0)).toBe('format')
    expect(partAt(symbol, last - 8, 0)).toBe('version')
    expect(partAt(symbol, last, last)).toBe('data')
    expect(partAt(symbol, -1, 0)).toBeNull()
  })

  test('outside the symbol all is light', () => {
    const symbol = encodeSymbol('dark')
    expect(isDark(symbol, 0, 0)).toBe(true)
    expect(isDark(symbol, 1, 1)).toBe(false)
    expect(isDark(symbol, -1, 0)).toBe(false)
    expect(isDark(symbol, symbol.size, 0)).toBe(false)
  })
})
