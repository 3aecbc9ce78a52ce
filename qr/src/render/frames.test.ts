import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FrameTextOutline, MIN_FRAMED_MARGIN, QR_FRAME_KINDS, type QrFrame } from '../design/frame'
import { DEFAULT_QR_SETTINGS, type QrDesign } from '../design/settings'
import { repair } from '../scan-check/repair'
import { encodeSymbol } from '../symbol/encode'
import { readWithJsqr, readWithZxing, SCAN_DECODERS } from '../testing/decoders'
import { drawPages, hasGhostscript } from '../testing/ghostscript'
import { renderEps } from './eps'
import { renderPdf } from './pdf'
import { imageSize } from './pixel-grid'
import { renderPng } from './png'
import { renderSvg } from './svg'

const LINK = 'https://qr.example/ABCD1234'
const symbol = encodeSymbol(LINK)
const WIDTH = 600

/** Letters as boxes: `count` of them, with a mark above that is outside of the height of a capital. */
function outline(count: number): FrameTextOutline {
  const letters = Array.from({ length: count }, (_, at) => `M${60 * at} 60H${60 * at + 40}V130H${60 * at}Z`)
  return { path: `M0 0H30V30H0Z${letters.join('')}`, width: 60 * count, height: 130, em: 98, baseline: 130 }
}

const framed = (frame: Partial<QrFrame>, design: Partial<QrDesign> = {}): QrDesign => ({
  ...DEFAULT_QR_SETTINGS,
  ...design,
  frame: { kind: 'ring', text: 'Quét để xem thực đơn', language: 'vi', color: '#B3261E', ...frame },
  frameLines: frame.line ? [outline(20), outline(8)] : [outline(20)],
})

const DESIGNS = QR_FRAME_KINDS.flatMap((kind) => [
  { name: kind, design: framed({ kind }) },
  {
    name: `${kind}, two lines, gradient`,
    design: framed(
      { kind, line: 'id' },
      { style: 'connected', gradient: { type: 'linear', colors: ['#000', '#234'] } },
    ),
  },
])

interface Look {
  width: number
  height: number
  /** Share of pixels in the colour of the frame, per cent. */
  color: number
}

async function lookOf(file: Uint8Array | Buffer): Promise<Look & { text: string | null }> {
  const picture = sharp(file).flatten({ background: '#fff' }).ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  let red = 0
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    if (r > 140 && g < 90 && b < 90) red++
  }
  const { width, height } = info
  const text = readWithJsqr({ data: new Uint8ClampedArray(data), width, height })
  return { width, height, color: (100 * red) / (width * height), text }
}

test('codes of a batch are drawn as if each were the only one', async () => {
  const designs = [
    framed({ line: 'id' }),
    { ...framed({ line: 'id' }), frameLines: [outline(20), outline(5)] as const },
    framed({ line: 'id', color: '#0B3D2A' }),
  ]
  const draw = () =>
    designs.flatMap((design) => [300, WIDTH].map((size) => renderPng(symbol, design, { size })))
  const drawn = draw()
  expect(new Set(drawn.map((png) => Buffer.from(png).toString('base64'))).size).toBe(6)
  expect(draw()).toEqual(drawn)
  for (const png of drawn) expect((await lookOf(png)).text).toBe(LINK)
})

/** Pixels of the PNG: whole ones for each module. */
const widthOf = (design: QrDesign): number => imageSize(symbol, design, { size: WIDTH }).width

describe.skipIf(!hasGhostscript)('framed codes', () => {
  let pages: Buffer[] = []
  beforeAll(() => {
    pages = drawPages(
      DESIGNS.flatMap(({ design }) => {
        const points = widthOf(design) / 2
        return [
          renderEps(symbol, design, { points }),
          renderPdf(symbol, design, { millimetres: (points / 72) * 25.4 }),
        ]
      }),
      2,
    )
  }, 120_000)

  test.each(DESIGNS.map((each, index) => ({ ...each, index })))(
    '$name: four formats are one picture, and are read',
    async ({ design, index }) => {
      const png = renderPng(symbol, design, { size: WIDTH })
      const svg = await sharp(Buffer.from(renderSvg(symbol, { ...design, size: widthOf(design) })))
        .flatten({ background: '#fff' })
        .png()
        .toBuffer()
      const [eps, pdf] = pages.slice(2 * index, 2 * index + 2) as [Buffer, Buffer]
      const wanted = await lookOf(png)
      expect(wanted.height).toBeGreaterThan(wanted.width)
      expect(wanted.color).toBeGreaterThan(5)
      for (const file of [Buffer.from(png), svg, eps, pdf]) {
        expect(await readWithZxing(file)).toBe(LINK)
        const { width, height, color, text } = await lookOf(file)
        expect(text).toBe(LINK)
        expect(Math.abs(width - wanted.width)).toBeLessThanOrEqual(1)
        // a PNG leaves out what a frame has of a last pixel, above and below
        expect(Math.abs(height - wanted.height)).toBeLessThanOrEqual(2)
        expect(Math.abs(color - wanted.color)).toBeLessThan(1)
      }
    },
  )
})

test('a quiet zone of none is widened inside a frame', () => {
  const least = renderSvg(symbol, framed({}, { margin: MIN_FRAMED_MARGIN }))
  expect(renderSvg(symbol, framed({}, { margin: 0 }))).toBe(least)
})

test('the framed picture is judged, and a repair widens the quiet zone before it touches the design', async () => {
  const design = framed({}, { margin: 2, foregroundColor: '#777777', backgroundColor: '#999999' })
  const { steps, report } = await repair(LINK, design, SCAN_DECODERS)
  expect(steps[0]).toBe('widen-margin')
  expect(report.passes).toBe(true)
})
