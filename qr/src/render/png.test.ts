import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { QR_FRAME_KINDS } from '../design/frame'
import { buildScene } from '../design/scene'
import { DEFAULT_QR_SETTINGS, type QrDesign } from '../design/settings'
import { seededRandom } from '../scan-check/conditions'
import { encodeSymbol, isDark } from '../symbol/encode'
import { readWithZxing } from '../testing/decoders'
import { runs } from '../testing/property-runs'
import { zlibLines } from './deflate'
import { imageSize, pixelGrid } from './pixel-grid'
import { renderPng } from './png'
import { printMillimetres } from './print-size'
import type { RepeatedLine } from './repeated-line'

describe('renderPng', () => {
  test.each([
    ['short', 1000],
    ['short', 200],
    ['short', 777],
    ['short', 2500],
    ['x'.repeat(300), 1000],
    ['x'.repeat(1273), 1000],
    ['x'.repeat(1273), 200],
  ])('every pixel is its module: %#', (text, size) => {
    const symbol = encodeSymbol(text)
    const picture = PNG.sync.read(Buffer.from(renderPng(symbol, DEFAULT_QR_SETTINGS, { size })))
    const side = symbol.size + 2 * DEFAULT_QR_SETTINGS.margin
    const scale = Math.ceil(size / side)
    const width = side * scale
    expect([picture.width, picture.height]).toEqual([width, width])
    const start = DEFAULT_QR_SETTINGS.margin * scale
    let wrong = 0
    for (let y = 0; y < width; y++) {
      for (let x = 0; x < width; x++) {
        const dark = isDark(symbol, Math.floor((x - start) / scale), Math.floor((y - start) / scale))
        if (picture.data[4 * (y * width + x)] !== (dark ? 0 : 255)) wrong++
      }
    }
    expect(wrong).toBe(0)
  })

  test('colours and transparency are kept', async () => {
    const symbol = encodeSymbol('colours')
    const read = (backgroundColor: string): PNG =>
      PNG.sync.read(
        Buffer.from(
          renderPng(
            symbol,
            { ...DEFAULT_QR_SETTINGS, foregroundColor: '#123C69', backgroundColor },
            { scale: 10 },
          ),
        ),
      )
    expect([...read('#fe9').data.subarray(0, 4)]).toEqual([0xff, 0xee, 0x99, 255])
    expect(read('transparent').data[3]).toBe(0)
    const finder = 4 * (45 * 290 + 45)
    expect([...read('transparent').data.subarray(finder, finder + 4)]).toEqual([0x12, 0x3c, 0x69, 255])
  })

  test.each([
    ['one bit a pixel', {}],
    ['a palette', { foregroundColor: '#123C69' }],
    ['soft edges', { style: 'dots' }],
    ['true colour', { gradient: { type: 'linear', colors: ['#000000', '#123C69'], angle: 0 } }],
  ] as const)('with %s is printed 85 mm wide at 1000 pixels', (_name, more) => {
    const design = { ...DEFAULT_QR_SETTINGS, ...more } as QrDesign
    const png = Buffer.from(renderPng(encodeSymbol('print'), design, { size: 1000 }))
    const at = png.indexOf('pHYs', 0, 'latin1')
    expect(at).toBeLessThan(png.indexOf('IDAT', 0, 'latin1'))
    expect(png.subarray(at - 4, at + 13).toString('hex')).toBe(`0000000970485973${'00002e23'.repeat(2)}01`)
    expect(Math.round(printMillimetres('png', 1000) ?? 0)).toBe(85)
  })

  test('is small and read by ZXing', async () => {
    const png = renderPng(encodeSymbol('https://qr.example/ABCD1234'), DEFAULT_QR_SETTINGS, { size: 1000 })
    expect(png.length).toBeLessThanOrEqual(1350)
    expect(await readWithZxing(png)).toBe('https://qr.example/ABCD1234')
  })

  test('a size that cannot be drawn is refused by its field', () => {
    const symbol = encodeSymbol('x'.repeat(1273))
    for (const [wanted, problem] of [
      [{ size: 180, most: 184 }, 'size-too-small'],
      [{ scale: 0 }, 'size-too-small'],
      [{ size: 4001 }, 'size-out-of-range'],
      [{ size: 201, most: 200 }, 'size-out-of-range'],
      [{ size: 300.5 }, 'size-out-of-range'],
      [{ size: 0 }, 'size-out-of-range'],
    ] as const) {
      expect(() => renderPng(symbol, DEFAULT_QR_SETTINGS, wanted)).toThrow(
        expect.objectContaining({ code: 'InvalidDesign', field: 'size', problem }),
      )
    }
  })

  test('a value that is no colour is refused by its field', () => {
    for (const foregroundColor of ['red', '#12', '#12345g', '"><script>']) {
      expect(() =>
        renderPng(encodeSymbol('a'), { ...DEFAULT_QR_SETTINGS, foregroundColor }, { size: 200 }),
      ).toThrow(expect.objectContaining({ field: 'foregroundColor', problem: 'invalid-color' }))
    }
  })
})

const FRAMES = [undefined, ...QR_FRAME_KINDS]
const WORDS = { path: 'M0 0H600V70H0Z', width: 600, height: 70, em: 98, baseline: 70 }

test('whatever its size, a module is whole pixels and the quiet zone is what the design says', () => {
  const wanted = fc.record({
    letters: fc.integer({ min: 1, max: 1200 }),
    margin: fc.integer({ min: 0, max: 40 }),
    size: fc.integer({ min: 1, max: 4000 }),
    most: fc.option(fc.integer({ min: 300, max: 4000 }), { nil: undefined }),
    kind: fc.constantFrom(...FRAMES),
  })
  fc.assert(
    fc.property(wanted, ({ letters, margin, size: least, most, kind }) => {
      const symbol = encodeSymbol('x'.repeat(letters), { level: 'L' })
      const frame = kind && { kind, text: 'Scan', language: 'en', color: '#000' }
      const design = { ...DEFAULT_QR_SETTINGS, margin, ...(frame && { frame, frameLines: [WORDS] as const }) }
      const size = Math.min(least, most ?? 4000)
      const scene = buildScene(symbol, design)
      const { width, height, scale, left, top } = pixelGrid(scene, { size, ...(most && { most }) })
      expect(Number.isInteger(scale)).toBe(true)
      expect(width).toBeLessThanOrEqual(most ?? 4000)
      // one pixel a module more would pass the limit where it is smaller than asked
      if (width < size) expect(scene.box.width * (scale + 1)).toBeGreaterThan(most ?? 4000)
      // and one less would be smaller than asked
      else if (scale > 1) expect(scene.box.width * (scale - 1)).toBeLessThan(size + 2)
      const right = width - left - symbol.size * scale
      expect(right).toBe(left)
      if (!frame) expect([left, top, height]).toEqual([margin * scale, margin * scale, width])
      else expect(left).toBeGreaterThanOrEqual(Math.max(2, margin) * scale)
    }),
    { numRuns: runs(200), verbose: true },
  )
})

test('a symbol of 125 modules has its margin of four modules in a picture of at least 1000 pixels', () => {
  const symbol = encodeSymbol('x'.repeat(1100), { level: 'M' })
  expect(symbol.size).toBe(125)
  expect(imageSize(symbol, DEFAULT_QR_SETTINGS, { size: 1000 })).toEqual({ width: 1064, height: 1064 })
  expect(imageSize(symbol, DEFAULT_QR_SETTINGS, { size: 1000, most: 1000 })).toEqual({
    width: 931,
    height: 931,
  })
})

test('zlib inflates what zlibLines wrote to the repeated lines', () => {
  const bytes = fc.oneof(fc.constantFrom(0, 255), fc.nat(255))
  const times = fc.integer({ min: 1, max: 200 })
  const pictures = fc.integer({ min: 1, max: 700 }).chain((length) => {
    const place = fc.nat(length - 1)
    return fc.array(
      fc.record({
        bytes: fc.oneof(
          fc.uint8Array({ minLength: length, maxLength: length }),
          fc.array(bytes, { minLength: length, maxLength: length }).map((values) => Uint8Array.from(values)),
        ),
        times,
        /** Where it is known to differ from the line before, of which it keeps all else. */
        changed: fc.option(fc.tuple(place, place)),
      }),
      { minLength: 1, maxLength: 12 },
    )
  })
  fc.assert(
    fc.property(pictures, (drawn) => {
      const lines: RepeatedLine[] = []
      for (const { bytes, times, changed } of drawn) {
        const before = lines[lines.length - 1]
        if (!before || !changed) lines.push({ bytes, times })
        else {
          const [from, to] = [Math.min(...changed), Math.max(...changed) + 1]
          const kept = before.bytes.slice()
          kept.set(bytes.subarray(from, to), from)
          lines.push({ bytes: kept, times, changed: [from, to] })
        }
      }
      expect(inflateSync(zlibLines(lines)).equals(repeated(lines))).toBe(true)
    }),
    { numRuns: runs(300), verbose: true },
  )
})

test('zlib inflates lines that are many times as much as a match can reach', () => {
  const pictures = fc.record({ length: fc.integer({ min: 100, max: 32_768 }), seed: fc.integer() })
  fc.assert(
    fc.property(pictures, ({ length, seed }) => {
      const random = seededRandom(seed)
      const below = (most: number): number => Math.floor(random() * most)
      const lines: RepeatedLine[] = []
      for (let sum = 0; sum < 400_000; sum += length) {
        const before = lines[lines.length - 1 - below(Math.min(8, lines.length))]
        const bytes = before?.bytes.slice() ?? new Uint8Array(length)
        for (let edit = below(6); edit >= 0; edit--) bytes.fill(below(256), below(length), below(length))
        lines.push({ bytes, times: 1 + below(3) })
      }
      expect(inflateSync(zlibLines(lines)).equals(repeated(lines))).toBe(true)
    }),
    { numRuns: runs(20), verbose: true },
  )
})

function repeated(lines: readonly RepeatedLine[]): Buffer {
  return Buffer.concat(lines.flatMap(({ bytes, times }) => new Array<Uint8Array>(times).fill(bytes)))
}
