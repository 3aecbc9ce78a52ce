import { encodeSymbol, renderSvg } from '@scanleaf/qr'
import type { UserCode } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { emptyDraft } from './draft'
import { drawingOf, fileOf } from './drawing'

const dynamicCode: UserCode = {
  _id: '1',
  id: '1',
  dynamicId: 'AB12CD34',
  userId: 'u',
  productId: 'dynamic-code',
  contentType: 'Website',
  codeContent: '{"content":"https://shop.example/"}',
  codeRedirect: 'https://qr.example/AB12CD34',
  qrImageUrl: '',
  scanCounter: 0,
  enabled: true,
  createdBy: '',
  createdAt: '2026-11-21T00:00:00Z',
  isDynamicCode: true,
  GoogleAnalyticsID: '',
  name: '',
}
const draft = { ...emptyDraft('dynamic'), website: 'shop.example' }

test('the preview says the address as it will be stored', () =>
  expect(drawingOf(draft, { name: 'draft' }).symbol).toEqual(encodeSymbol('http://shop.example/')))

test('a saved dynamic code says its short link', () =>
  expect(drawingOf(draft, { name: 'saved', code: dynamicCode }).symbol).toEqual(
    encodeSymbol('HTTPS://QR.EXAMPLE/AB12CD34'),
  ))

test.each(['', 'a b', 'javascript:alert(1)'])('%j draws nothing', (website) =>
  expect(drawingOf({ ...draft, website }, { name: 'draft' })).toMatchObject({ svg: null, isTooLong: false }),
)

test('an address longer than level H takes the highest level that fits, and says when none does', () => {
  const long = (length: number) => `https://a.example/${'a'.repeat(length)}`
  expect(drawingOf({ ...draft, website: long(1400) }, { name: 'draft' }).symbol?.level).toBe('Q')
  expect(drawingOf({ ...draft, website: long(3000) }, { name: 'draft' })).toMatchObject({
    svg: null,
    isTooLong: true,
  })
})

test('the files are a PNG of 1000 px and the SVG of the same symbol', async () => {
  const symbol = encodeSymbol('HTTPS://QR.EXAMPLE/AB12CD34')
  const png = await createImageBitmap(fileOf(symbol, 'png'))
  expect([png.width, png.height]).toEqual([1000, 1000])
  const svg = await fileOf(symbol, 'svg').text()
  const design = {
    foregroundColor: '#000000',
    backgroundColor: '#FFFFFF',
    size: 1000,
    errorCorrectionLevel: 'H',
    style: 'square',
    borderRadius: 0,
    margin: 4,
  } as const
  expect(svg).toBe(renderSvg(symbol, design))
})
