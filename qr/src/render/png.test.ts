import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { buildScene } from '../design/scene'
import { DEFAULT_QR_SETTINGS, type QrDesign } from '../design/settings'
import { seededRandom } from '../scan-check/conditions'
import { encodeSymbol, isDark } from '../symbol/encode'
import { readWithZxing } from '../testing/decoders'
import { runs } from '../testing/property-runs'
import { zlibLines } from './deflate'
import { pixelGrid } from './pixel-grid'
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
    expect([picture.width, picture.height]).toEqual([size, size])
    const { scale, left, top } = pixelGrid(buildScene(symbol, DEFAULT_QR_SETTINGS), size)
    let wrong = 0
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const dark = isDark(symbol, Math.floor((x - left) / scale), Math.floor((y - top) / scale))
        if (picture.data[4 * (y * size + x)] !== (dark ? 0 : 255)) wrong++
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
            { size: 290 },
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
    expect(png.length).toBeLessThanOrEqual(1300)
    expect(await readWithZxing(png)).toBe('https://qr.example/ABCD1234')
  })

  test('a size that cannot be drawn is refused by its field', () => {
    const symbol = encodeSymbol('x'.repeat(1273))
    for (const [size, problem] of [
      [184, 'size-too-small'],
      [4001, 'size-out-of-range'],
      [300.5, 'size-out-of-range'],
      [0, 'size-out-of-range'],
    ] as const) {
      expect(() => renderPng(symbol, DEFAULT_QR_SETTINGS, { size })).toThrow(
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
