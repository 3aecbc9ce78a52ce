import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_QR_SETTINGS, QR_PRESETS, QR_STYLES, type QrCustomSettings } from '@scanleaf/qr'
import type { Language, LogoInput, StoredLogo } from '@scanleaf/shared'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { cleanImage } from '../media/image'
import { type DrawOptions, openGenerator, QR_FORMATS, symbolOf } from '.'
import { textsOf } from './testing'

const LINK = 'https://QR.EXAMPLE/ABCD1234'

const logoFile = await sharp({ create: { width: 700, height: 350, channels: 4, background: '#0C7D4B' } })
  .png()
  .toBuffer()
const images = {
  read: async (id: string) => (id === 'logo' ? { bytes: logoFile, type: 'image/png' } : null),
  store: async () => ({ id: 'logo' }),
  isOf: async (id: string, userId: string) => id === 'logo' && userId === 'mai',
  clean: async ({ path }: { path: string }, field: string) => cleanImage(await readFile(path), field),
}
const generator = openGenerator({ images })
afterAll(() => generator.close())

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-generator-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(bytes: Uint8Array): Promise<string | null> {
  const path = join(folder, 'picture')
  await writeFile(path, bytes)
  return generator.read({ path, size: bytes.length }, 'qrImage')
}

const textLogo = (text: string): LogoInput => ({
  isImageLogo: false,
  background: '#FFFFFF',
  chooseBackground: true,
  link: '',
  text,
})

const imageLogo = (id: string): StoredLogo => ({
  isImageLogo: true,
  background: '#FFFFFF',
  chooseBackground: true,
  link: `/media/images/${id}`,
  text: '',
  outline: null,
})

const styled = (change: Partial<QrCustomSettings>): QrCustomSettings => ({
  ...DEFAULT_QR_SETTINGS,
  ...change,
})

describe.each(QR_STYLES)('in the style %s', (style) => {
  test('PNG is of the next size of whole pixels a module, and read by both decoders', async () => {
    const code = { payload: LINK, settings: styled({ style }), logo: null }
    const { bytes, type } = await generator.draw(code, 'png', { size: 700 })
    expect(type).toBe('image/png')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 703, height: 703, format: 'png' })
    expect(await textsOf(bytes)).toEqual([LINK, LINK])
  })

  test('the vector formats are what they say', async () => {
    const code = { payload: LINK, settings: styled({ style }), logo: null }
    const drawn = await Promise.all(QR_FORMATS.map((format) => generator.draw(code, format, { title: 'Lá' })))
    const [, svg, eps, pdf] = drawn.map(({ bytes }) => bytes.toString('latin1'))
    expect(Buffer.from(svg ?? '', 'latin1').toString()).toContain('<title>Lá</title>')
    expect(eps).toMatch(/^%!PS-Adobe-3\.0 EPSF-3\.0/)
    expect(pdf).toMatch(/^%PDF-1\./)
    expect(drawn.map(({ type }) => type)).toEqual([
      'image/png',
      'image/svg+xml',
      'application/postscript',
      'application/pdf',
    ])
  })
})

test('CMYK is drawn with black ink alone', async () => {
  const code = { payload: LINK, settings: DEFAULT_QR_SETTINGS, logo: null }
  const { bytes } = await generator.draw(code, 'eps', { cmyk: true })
  expect(bytes.toString('latin1')).toContain('0 0 0 1 setcmykcolor')
})

test('an image logo is drawn in its place and the code is still read', async () => {
  const code = { payload: LINK, settings: DEFAULT_QR_SETTINGS, logo: imageLogo('logo') }
  const { bytes } = await generator.draw(code, 'png', { size: 1000 })
  expect(await textsOf(bytes)).toEqual([LINK, LINK])
  const middle = await sharp(bytes).extract({ left: 500, top: 500, width: 1, height: 1 }).raw().toBuffer()
  expect([...middle.subarray(0, 3)]).toEqual([0x0c, 0x7d, 0x4b])
})

test('an image that is gone is left out', async () => {
  const without = { payload: LINK, settings: DEFAULT_QR_SETTINGS, logo: null }
  const drawn = await generator.draw({ ...without, logo: imageLogo('gone') }, 'png')
  expect(drawn.bytes.equals((await generator.draw(without, 'png')).bytes)).toBe(true)
})

test.each([
  ['in place', DEFAULT_QR_SETTINGS],
  ['in a thread', styled({ style: 'dots' })],
])('a text that is too long is refused by its field, drawn %s', async (_where, settings) => {
  const code = { payload: 'ă'.repeat(1500), settings, logo: null }
  await expect(generator.draw(code, 'png')).rejects.toMatchObject({
    code: 'ValidationError',
    fields: { content: 'content-too-long' },
  })
  await expect(generator.check(code)).rejects.toMatchObject({ fields: { content: 'content-too-long' } })
})

test('a text that level H does not hold is drawn at the level that does', async () => {
  const long = 'x'.repeat(2000)
  const { bytes } = await generator.draw({ payload: long, settings: DEFAULT_QR_SETTINGS, logo: null }, 'png')
  expect((await textsOf(bytes))[0]).toBe(long)
})

test('a picture has at least the size that is asked, with whole pixels a module, and never more than its limit', async () => {
  const code = { payload: 'x'.repeat(2000), settings: DEFAULT_QR_SETTINGS, logo: null }
  const widthOf = async (options: DrawOptions) =>
    (await sharp((await generator.draw(code, 'png', options)).bytes).metadata()).width
  const side = symbolOf(code.payload, 'H').size + 8
  expect(await widthOf({ size: 150 })).toBe(side)
  expect(await widthOf({ size: 1000 })).toBe(Math.ceil(1000 / side) * side)
  expect(await widthOf({ size: 2000, most: 2000 })).toBe(Math.floor(2000 / side) * side)
  expect(await widthOf({ size: 4000 })).toBe(Math.floor(4000 / side) * side)
})

test('a ready design passes the scan check', async () => {
  const verdict = await generator.check({ payload: LINK, settings: QR_PRESETS.soft, logo: null })
  expect(verdict).toMatchObject({ passes: true, isReadable: true, repair: null })
})

test('a pale design does not pass, and the repair that comes with it does', async () => {
  const code = { payload: LINK, settings: styled({ foregroundColor: '#C8C8C8' }), logo: null }
  const { passes, reasons, repair } = await generator.check(code)
  expect(passes).toBe(false)
  expect(reasons).toContain('low-contrast')
  const repaired = await generator.check({ ...code, settings: repair?.settings ?? code.settings })
  expect(repaired.passes).toBe(true)
})

/** Twelve characters, or a word of fewer, in each script of our languages. */
const LOGO_TEXTS = {
  vi: 'Cà phê Đất Ế',
  en: 'Tea & Coffee',
  ru: 'Чайная роща',
  ar: 'مرحبا بكم ١٢',
  hi: 'नमस्ते क्षत्रिय',
  th: 'สวัสดีที่นี่',
  km: 'ភាសាខ្មែរ',
  lo: 'ສະບາຍດີ',
  my: 'မြန်မာစာ',
  'zh-CN': '简体中文标志',
  'zh-TW': '繁體中文標誌',
  ja: '日本語のロゴ',
  ko: '한국어 로고',
}

test.each(Object.entries(LOGO_TEXTS))(
  'a text logo in %s is drawn and the code is still read',
  async (language, text) => {
    const logo = await generator.prepareLogo('mai', textLogo(text), language as Language)
    expect(logo.outline?.path).toMatch(/^M[-\d MLQCZ]+Z$/)
    const code = { payload: LINK, settings: DEFAULT_QR_SETTINGS, logo }
    const { bytes } = await generator.draw(code, 'png', { size: 1000 })
    expect(await textsOf(bytes)).toEqual([LINK, LINK])
    const plain = await generator.draw({ ...code, logo: null }, 'png', { size: 1000 })
    expect(bytes.equals(plain.bytes)).toBe(false)
  },
)

const outlineOf = async (text: string, language = 'vi') =>
  (await generator.frameLines({ text, language }, null))[0]
const widthOf = async (text: string) => (await outlineOf(text)).width

test('Arabic letters are joined', async () => {
  expect(await widthOf('ببب')).toBeLessThan(2 * (await widthOf('ب')))
})

test('Devanagari letters form a conjunct', async () => {
  expect(await widthOf('क्ष')).toBeLessThan((await widthOf('क')) + (await widthOf('ष')) / 2)
})

test('a text that begins in Arabic runs from right to left', async () => {
  const { path, width, height } = await outlineOf('ا WWW')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="400" height="100" preserveAspectRatio="none"><path d="${path}"/></svg>`
  const { data } = await sharp(Buffer.from(svg))
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const inkOfColumn = (x: number) =>
    Array.from({ length: 100 }, (_, y) => data[y * 400 + x] ?? 0).filter(Boolean).length
  // The alif is an upright stroke.
  expect(inkOfColumn(395)).toBeGreaterThan(90)
})

test('Han characters take the shape of the language', async () => {
  const drawn = await Promise.all(
    (['zh-CN', 'zh-TW', 'ja', 'ko'] as const).map((language) => outlineOf('骨直', language)),
  )
  expect(new Set(drawn.map(({ path }) => path)).size).toBeGreaterThanOrEqual(3)
})

test.each([
  ['of a script without a font of ours, though the machine may have one', 'שלום'],
  ['that nobody draws', '\u{10380}'],
  ['of no shape', '\u200d'],
])('a character %s is refused', async (_which, text) => {
  await expect(generator.prepareLogo('mai', textLogo(text))).rejects.toMatchObject({
    code: 'ValidationError',
    fields: { 'logo.text': 'unknown-characters' },
  })
})

test("somebody else's image is no logo", async () => {
  const { outline: _, ...logo } = imageLogo('logo')
  expect(await generator.prepareLogo('mai', logo)).toEqual(imageLogo('logo'))
  await expect(generator.prepareLogo('an', logo)).rejects.toMatchObject({
    fields: { 'logo.link': 'invalid-logo' },
  })
})

test('the code in an uploaded picture is read; a picture without one reads as nothing', async () => {
  const code = { payload: 'Phở ở 12 Lê Lợi', settings: DEFAULT_QR_SETTINGS, logo: null }
  const { bytes } = await generator.draw(code, 'png')
  expect(await read(bytes)).toBe(code.payload)
  expect(await read(await sharp(bytes).jpeg().toBuffer())).toBe(code.payload)
  expect(await read(logoFile)).toBeNull()
  await expect(read(bytes.subarray(0, 400))).rejects.toMatchObject({
    fields: { qrImage: 'broken-image' },
  })
  await expect(read(Buffer.from('<svg/>'))).rejects.toMatchObject({
    code: 'UnsupportedMediaType',
  })
})

test('nothing that a caller writes becomes markup or a program', async () => {
  const logo = await generator.prepareLogo('mai', textLogo(')run(x</a>'))
  const code = { payload: LINK, settings: DEFAULT_QR_SETTINGS, logo }
  const title = '</title><script>alert(1)</script>\n%%EOF\n(x) run'
  const svg = (await generator.draw(code, 'svg', { title })).bytes.toString()
  expect(svg.match(/<[a-z]+/g)?.sort()).toEqual(['<path', '<path', '<path', '<path', '<svg', '<title'])
  const eps = (await generator.draw(code, 'eps', { title })).bytes.toString('latin1').split('\n')
  const withTitle = eps.filter((line) => line.includes('script'))
  expect(withTitle).toHaveLength(1)
  expect(withTitle[0]).toMatch(/^%%Title: /)
  expect(eps.filter((line) => /\brun\b/.test(line) && !line.startsWith('%%'))).toEqual([])
})
