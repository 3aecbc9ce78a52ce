import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_QR_SETTINGS, type QrDesign } from '../design/settings'
import { encodeSymbol } from '../symbol/encode'
import { readWithZxing } from '../testing/decoders'
import { DESIGNS } from '../testing/designs'
import { drawPages, hasGhostscript } from '../testing/ghostscript'
import { renderEps } from './eps'
import { renderPdf } from './pdf'
import { renderPng } from './png'

const LINK = 'https://qr.example/ABCD1234'

/** Share of values that differ by more than a quarter, the mean difference, and the size of the first picture. */
async function compare(file: Buffer, png: Uint8Array): Promise<{ far: number; mean: number; width: number }> {
  const raw = async (input: Buffer | Uint8Array) =>
    sharp(input).flatten({ background: '#fff' }).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [a, b] = [await raw(file), await raw(png)]
  let far = 0
  let sum = 0
  for (let at = 0; at < b.data.length; at++) {
    const distance = Math.abs((a.data[at] ?? 255) - (b.data[at] as number))
    sum += distance
    if (distance > 64) far++
  }
  return { far: far / b.data.length, mean: sum / b.data.length, width: a.info.width }
}

/** Pixels a module of the pictures compared. */
const SCALE = 10

describe.skipIf(!hasGhostscript)('drawn by Ghostscript', () => {
  const symbol = encodeSymbol(LINK)
  const designs = Object.entries(DESIGNS)
  // one point a module: the grid of the PNG
  const pointsOf = (design: QrDesign): number => symbol.size + 2 * design.margin
  let eps: Buffer[] = []
  let pdf: Buffer[] = []
  beforeAll(() => {
    eps = drawPages(
      designs.map(([, design]) => renderEps(symbol, design, { points: pointsOf(design) })),
      SCALE,
    )
    const millimetres = (design: QrDesign): number => (pointsOf(design) * 25.4) / 72
    pdf = drawPages(
      designs.map(([, design]) => renderPdf(symbol, design, { millimetres: millimetres(design) })),
      SCALE,
    )
  }, 120_000)

  test.each(designs.map(([name, design], index) => ({ name, design, index })))(
    '$name: EPS and PDF show the picture of the PNG and are read',
    async ({ design, index }) => {
      const size = SCALE * pointsOf(design)
      const png = renderPng(symbol, design, { size })
      for (const picture of [eps[index], pdf[index]] as Buffer[]) {
        expect(await readWithZxing(picture)).toBe(LINK)
        const { far, mean, width } = await compare(picture, png)
        expect(width).toBe(size)
        // Ghostscript paints every pixel that an area touches
        expect(far).toBeLessThan(0.004)
        expect(mean).toBeLessThan(2.5)
      }
    },
  )

  test('CMYK files are read', async () => {
    const design = DESIGNS['imageOnColor'] as QrDesign
    const files = [
      renderEps(symbol, design, { colors: 'cmyk' }),
      renderPdf(symbol, design, { colors: 'cmyk', millimetres: 50 }),
    ]
    for (const picture of drawPages(files, 4)) expect(await readWithZxing(picture)).toBe(LINK)
  })
})

test('black is black ink alone in CMYK', () => {
  const eps = renderEps(encodeSymbol('k'), DEFAULT_QR_SETTINGS, { colors: 'cmyk' })
  expect(eps).toContain('0 0 0 1 setcmykcolor')
  expect(eps).toContain('0 0 0 0 setcmykcolor')
  expect(eps).not.toContain('setrgbcolor')
})

test('the EPS header has the size, and a title cannot add lines', () => {
  const eps = renderEps(encodeSymbol('k'), DEFAULT_QR_SETTINGS, {
    points: 100.5,
    title: 'a\n%%EOF\nquit Ánh',
  })
  expect(eps.split('\n').slice(0, 4)).toEqual([
    '%!PS-Adobe-3.0 EPSF-3.0',
    '%%BoundingBox: 0 0 101 101',
    '%%HiResBoundingBox: 0 0 100.5 100.5',
    '%%Title: a?%%EOF?quit ?nh',
  ])
})

test('equal codes are equal PDF files with a Unicode title', () => {
  const make = (): Uint8Array => renderPdf(encodeSymbol('k'), DEFAULT_QR_SETTINGS, { title: 'Mã QR' })
  expect(make()).toEqual(make())
  expect(Buffer.from(make()).toString('latin1')).toContain('/Title <FEFF004D00E3002000510052>')
})
