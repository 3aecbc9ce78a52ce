import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { QrLogo, RgbaPixels } from '../design/logo'
import { buildScene } from '../design/scene'
import { DEFAULT_QR_SETTINGS, QR_EYE_SHAPES, QR_STYLES, type QrDesign } from '../design/settings'
import { ERROR_CORRECTION_LEVELS } from '../symbol/capacity'
import { encodeSymbol } from '../symbol/encode'
import { readWithJsqr, readWithZxing } from '../testing/decoders'
import { DESIGNS } from '../testing/designs'
import { runs } from '../testing/property-runs'
import { renderEps } from './eps'
import { renderPdf } from './pdf'
import { pixelGrid } from './pixel-grid'
import { renderPixels } from './pixels'
import { renderPng } from './png'
import { renderSvg } from './svg'

const LINK = 'https://qr.example/ABCD1234'
const VIETNAMESE = 'Nguyễn Văn Ánh, 12 Trần Hưng Đạo, Quận 1'.repeat(4)

const onWhite = async (file: Uint8Array | Buffer): Promise<Buffer> =>
  sharp(file).flatten({ background: '#ffffff' }).removeAlpha().raw().toBuffer()

/** Share of the channel values that differ by more than a quarter, and the mean difference. */
function difference(a: Buffer, b: Buffer): { far: number; mean: number } {
  let far = 0
  let sum = 0
  for (let at = 0; at < a.length; at++) {
    const distance = Math.abs((a[at] as number) - (b[at] as number))
    sum += distance
    if (distance > 64) far++
  }
  return { far: far / a.length, mean: sum / a.length }
}

/** The size at which modules fill the picture, so that SVG and PNG have the same grid. */
const exactSize = (modules: number, margin: number, scale: number): number => (modules + 2 * margin) * scale

describe.each(Object.entries(DESIGNS))('%s', (_, design) => {
  test.each([LINK, VIETNAMESE])('two decoders read PNG, pixels and SVG: %#', async (text) => {
    const symbol = encodeSymbol(text)
    const size = exactSize(symbol.size, design.margin, 8)
    const svg = await sharp(Buffer.from(renderSvg(symbol, { ...design, size })))
      .flatten({ background: '#fff' })
      .png()
      .toBuffer()
    const png = await sharp(renderPng(symbol, design, { size }))
      .flatten({ background: '#fff' })
      .png()
      .toBuffer()
    expect(await readWithZxing(png)).toBe(text)
    expect(await readWithZxing(svg)).toBe(text)
    const { data } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(readWithJsqr({ data: new Uint8ClampedArray(data), width: size, height: size })).toBe(text)
  })

  test('SVG and PNG show the same picture', async () => {
    const symbol = encodeSymbol(LINK)
    const size = exactSize(symbol.size, design.margin, 12)
    expect(pixelGrid(buildScene(symbol, design), { size })).toMatchObject({
      scale: 12,
      left: 12 * design.margin,
      top: 12 * design.margin,
    })
    const svg = await onWhite(Buffer.from(renderSvg(symbol, { ...design, size })))
    const { far, mean } = difference(svg, await onWhite(renderPng(symbol, design, { size })))
    expect(far).toBeLessThan(0.0005)
    expect(mean).toBeLessThan(1)
  })

  test('PNG holds the pixels of the canvas', async () => {
    const symbol = encodeSymbol(LINK)
    const pixels: RgbaPixels = renderPixels(symbol, design, { size: 300 })
    const png = await sharp(renderPng(symbol, design, { size: 300 }))
      .ensureAlpha()
      .raw()
      .toBuffer()
    // a fully transparent pixel has no colour
    const visible = (data: ArrayLike<number>, at: number): number =>
      data[at | 3] === 0 ? 0 : (data[at] as number)
    let wrong = 0
    for (let at = 0; at < png.length; at++) if (visible(png, at) !== visible(pixels.data, at)) wrong++
    expect(wrong).toBe(0)
  })
})

const LOGO = DESIGNS['image']?.logo as QrLogo

/**
 * The picture on a white sheet, a few pixels in: ZXing judges light and dark by blocks of 8 pixels, and a block that is
 * exactly one coloured module carries no information for it. No camera hits that grid.
 */
const onSheet = async (picture: Uint8Array | Buffer): Promise<Buffer> =>
  sharp(picture)
    .flatten({ background: '#ffffff' })
    .extend({ top: 5, bottom: 5, left: 5, right: 5, background: '#ffffff' })
    .png()
    .toBuffer()

test('any content in any design and size is read from PNG and SVG', async () => {
  const designs = fc.record({
    style: fc.constantFrom(...QR_STYLES),
    eyeShape: fc.constantFrom(...QR_EYE_SHAPES),
    errorCorrectionLevel: fc.constantFrom(...ERROR_CORRECTION_LEVELS),
    borderRadius: fc.integer({ min: 0, max: 100 }),
    margin: fc.integer({ min: 1, max: 8 }),
    foregroundColor: fc.constantFrom('#000000', '#0B3D2A', '#7A2E12', '#37424A'),
    backgroundColor: fc.constantFrom('#FFFFFF', '#FFF7E3', '#EDFAF2'),
  })
  const extras = fc.constantFrom<Partial<QrDesign>>(
    {},
    { gradient: { type: 'linear', colors: ['#123C69', '#7A2E12'], angle: 45 } },
    { eyes: [{ frame: '#a00000' }, { dot: '#00558a' }, {}] },
    { errorCorrectionLevel: 'H', logo: { ...LOGO, share: 0.16 } },
  )
  const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(
      texts,
      designs,
      extras,
      fc.integer({ min: 3, max: 9 }),
      async (text, looks, extra, scale) => {
        fc.pre(!/\p{Surrogate}/u.test(text))
        const design: QrDesign = { ...DEFAULT_QR_SETTINGS, ...looks, ...extra }
        const symbol = encodeSymbol(text, { level: design.errorCorrectionLevel })
        const size = exactSize(symbol.size, design.margin, scale) + 1
        expect(await readWithZxing(await onSheet(renderPng(symbol, design, { size })))).toBe(text)
        const svg = Buffer.from(renderSvg(symbol, { ...design, size: size - 1 }))
        expect(await readWithZxing(await onSheet(svg))).toBe(text)
      },
    ),
    { numRuns: runs(60), verbose: true },
  )
})

describe('bad designs', () => {
  const symbol = encodeSymbol('a')
  const refusal = (changes: object): unknown => {
    try {
      renderSvg(symbol, { ...DEFAULT_QR_SETTINGS, ...changes })
    } catch (error) {
      return error
    }
    return null
  }
  const outline = { kind: 'path', path: 'M0 0L1 1Z', width: 1, height: 1 }

  test.each([
    [{ style: 'blobs' }, 'style', 'invalid-style'],
    [{ borderRadius: 101 }, 'borderRadius', 'invalid-radius'],
    [{ borderRadius: Number.NaN }, 'borderRadius', 'invalid-radius'],
    [{ margin: -1 }, 'margin', 'invalid-margin'],
    [{ margin: 1.5 }, 'margin', 'invalid-margin'],
    [{ margin: 1e9 }, 'margin', 'invalid-margin'],
    [{ foregroundColor: 'black' }, 'foregroundColor', 'invalid-color'],
    [{ backgroundColor: '#12' }, 'backgroundColor', 'invalid-color'],
    [{ eyeShape: 'dots' }, 'eyeShape', 'invalid-eyes'],
    [{ eyeColor: 'x' }, 'eyeColor', 'invalid-color'],
    [{ eyes: [{ frame: '"' }, {}, {}] }, 'eyes', 'invalid-color'],
    [{ gradient: { type: 'conic', colors: ['#000', '#000'] } }, 'gradient', 'invalid-gradient'],
    [{ gradient: { type: 'linear', colors: ['#000', 'url(x)'] } }, 'gradient', 'invalid-color'],
    [{ logo: { ...outline, path: 'M0 0"/><script>' } }, 'logo', 'invalid-logo'],
    [{ logo: { ...outline, path: 'M0 0 l1 1' } }, 'logo', 'invalid-logo'],
    [{ logo: { ...outline, path: '0 0' } }, 'logo', 'invalid-logo'],
    [{ logo: { ...outline, path: 'M0' } }, 'logo', 'invalid-logo'],
    [{ logo: { ...outline, width: 0 } }, 'logo', 'invalid-logo'],
    [{ logo: { ...outline, share: 2 } }, 'logo', 'invalid-logo'],
    [{ logo: { ...outline, color: '#ggg' } }, 'logo', 'invalid-color'],
    [{ size: 0 }, 'size', 'size-out-of-range'],
    [{ size: 4001 }, 'size', 'size-out-of-range'],
    [{ size: '1"><script>' }, 'size', 'size-out-of-range'],
  ])('%j is refused', (changes, field, problem) => {
    expect(refusal(changes)).toMatchObject({ code: 'InvalidDesign', field, problem })
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e6])(
    'a page of %d points or millimetres is refused',
    (side) => {
      const refused = expect.objectContaining({ field: 'size', problem: 'size-out-of-range' })
      expect(() => renderEps(symbol, DEFAULT_QR_SETTINGS, { points: side })).toThrow(refused)
      expect(() => renderPdf(symbol, DEFAULT_QR_SETTINGS, { millimetres: side })).toThrow(refused)
    },
  )
})
