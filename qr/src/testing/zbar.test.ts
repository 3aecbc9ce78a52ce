import { describe, expect, test } from 'vitest'
import { DEFAULT_QR_SETTINGS, type QrDesign } from '../design/settings'
import { renderPixels } from '../render/pixels'
import { type GrayImage, toGray } from '../scan-check/gray-image'
import { ERROR_CORRECTION_LEVELS, type ErrorCorrectionLevel } from '../symbol/capacity'
import { encodeSymbol } from '../symbol/encode'
import { DESIGNS } from './designs'
import { LANGUAGE_LINES } from './languages'
import { hasZbar, readWithZbar } from './zbar'

const LINK = 'https://qr.example/ABCD1234'

const draw = (text: string, design: QrDesign, level: ErrorCorrectionLevel): GrayImage =>
  toGray(renderPixels(encodeSymbol(text, { level }), design, { size: 400 }), 255)

const readAll = (pictures: readonly GrayImage[]): (string | null)[] =>
  readWithZbar(pictures).map((bytes) => bytes && new TextDecoder().decode(bytes))

describe.skipIf(!hasZbar)('zbar, as a third decoder', () => {
  test.each(ERROR_CORRECTION_LEVELS)('reads every language at level %s', (level) => {
    const texts = [LINK, LINK.toUpperCase(), ...Object.values(LANGUAGE_LINES)]
    expect(readAll(texts.map((text) => draw(text, DEFAULT_QR_SETTINGS, level)))).toEqual(texts)
  })

  test('reads every design', () => {
    const read = readAll(Object.values(DESIGNS).map((design) => draw(LINK, design, 'H')))
    expect(Object.keys(DESIGNS).filter((_, index) => read[index] !== LINK)).toEqual([])
  })

  test('a picture without a code is told apart', () => {
    const empty: GrayImage = { width: 90, height: 90, data: new Uint8ClampedArray(8100).fill(200) }
    const code = draw(LINK, DEFAULT_QR_SETTINGS, 'M')
    expect(readAll([empty, code, empty])).toEqual([null, LINK, null])
  })
})
