import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_QR_SETTINGS, type QrDesign } from '../design/settings'
import { encodeSymbol } from '../symbol/encode'
import { readWithZxing } from '../testing/decoders'
import { DESIGNS } from '../testing/designs'
import { renderEps } from './eps'
import { renderPdf } from './pdf'
import { renderPng } from './png'

const LINK = 'https://qr.example/ABCD1234'

const ghostscript = ((): string | null => {
  try {
    return execFileSync('gs', ['--version'], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
})()

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-print-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The first page as Ghostscript draws it, 72 pixels an inch times `scale`. */
function draw(file: Uint8Array | string, name: string, scale: number): Buffer {
  const [source, target] = [join(folder, name), join(folder, `${name}.png`)]
  writeFileSync(source, file)
  // four times as fine and averaged: its own soft edges are coarse, and those of clipped areas hard
  const antialias = ['-dDownScaleFactor=4']
  const args = [
    '-q',
    '-dSAFER',
    '-dBATCH',
    '-dNOPAUSE',
    '-dEPSCrop',
    '-sDEVICE=png16m',
    `-r${72 * 4 * scale}`,
  ]
  execFileSync('gs', [...args, ...antialias, `-sOutputFile=${target}`, source])
  return readFileSync(target)
}

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

describe.skipIf(!ghostscript)('drawn by Ghostscript', () => {
  const symbol = encodeSymbol(LINK)

  test.each(Object.entries(DESIGNS))(
    '%s: EPS and PDF show the picture of the PNG and are read',
    async (name, design) => {
      // one point a module, ten pixels a point: the grid of the PNG
      const points = symbol.size + 2 * design.margin
      const png = renderPng(symbol, design, { size: 10 * points })
      const eps = draw(renderEps(symbol, design, { points }), `${name}.eps`, 10)
      const pdf = draw(renderPdf(symbol, design, { millimetres: (points * 25.4) / 72 }), `${name}.pdf`, 10)
      for (const picture of [eps, pdf]) {
        expect(await readWithZxing(picture)).toBe(LINK)
        const { far, mean, width } = await compare(picture, png)
        expect(width).toBe(10 * points)
        // Ghostscript paints every pixel that an area touches
        expect(far).toBeLessThan(0.004)
        expect(mean).toBeLessThan(2.5)
      }
    },
  )

  test('CMYK files are read', async () => {
    const design = DESIGNS['imageOnColor'] as QrDesign
    const eps = draw(renderEps(symbol, design, { colors: 'cmyk' }), 'cmyk.eps', 4)
    const pdf = draw(renderPdf(symbol, design, { colors: 'cmyk', millimetres: 50 }), 'cmyk.pdf', 4)
    expect(await readWithZxing(eps)).toBe(LINK)
    expect(await readWithZxing(pdf)).toBe(LINK)
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
