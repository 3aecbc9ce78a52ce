import { DEFAULT_QR_SETTINGS, QR_PRESETS, renderEps, renderPdf, renderPng, renderSvg } from '@scanleaf/qr'
import { expect, test } from 'vitest'
import { fileOf, type ImageFormat, previewSvg, symbolOf } from './draw'
import { presetOf, withLooksOf } from './presets'

const text = 'HTTPS://QR.EXAMPLE/AB12CD34'
const symbol = symbolOf(text, 'H')
if (!symbol) throw new Error('the link fits')

const bytesOf = async (format: ImageFormat) =>
  new Uint8Array(await fileOf(symbol, QR_PRESETS.soft, format).arrayBuffer())

test('files are what the engine draws, byte for byte', async () => {
  const utf8 = (drawn: string) => new TextEncoder().encode(drawn)
  expect(await bytesOf('png')).toEqual(Uint8Array.from(renderPng(symbol, QR_PRESETS.soft, { size: 1000 })))
  expect(await bytesOf('svg')).toEqual(utf8(renderSvg(symbol, QR_PRESETS.soft)))
  expect(await bytesOf('eps')).toEqual(utf8(renderEps(symbol, QR_PRESETS.soft)))
  expect(await bytesOf('pdf')).toEqual(Uint8Array.from(renderPdf(symbol, QR_PRESETS.soft)))
})

test('a PNG has at least the size of its settings, in whole pixels for each of its 37 modules', async () => {
  const png = await createImageBitmap(fileOf(symbol, { ...DEFAULT_QR_SETTINGS, size: 350 }, 'png'))
  expect([png.width, png.height]).toEqual([370, 370])
})

test('a preview has a quiet zone of two modules, and no more than its design', () => {
  const side = (svg: string) => Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  expect(side(previewSvg(symbol, DEFAULT_QR_SETTINGS))).toBe(symbol.size + 4)
  expect(side(previewSvg(symbol, { ...DEFAULT_QR_SETTINGS, margin: 0 }))).toBe(symbol.size)
})

test('a framed preview is laid out like its files, and a ready design keeps the frame', () => {
  const frame = { kind: 'ring', text: 'Scan me', language: 'en', color: '#0A5A39' } as const
  const framed = withLooksOf(QR_PRESETS.soft, { ...DEFAULT_QR_SETTINGS, frame })
  const viewOf = (svg: string) => /viewBox="[^"]+"/.exec(svg)?.[0]
  expect(framed.frame).toEqual(frame)
  expect(viewOf(previewSvg(symbol, framed))).toBe(viewOf(renderSvg(symbol, framed)))
  expect(presetOf([{ id: 'soft', settings: QR_PRESETS.soft }], framed)).toBe('soft')
})

test('a text that no level holds has no symbol', () => expect(symbolOf('a'.repeat(3000), 'L')).toBeNull())
