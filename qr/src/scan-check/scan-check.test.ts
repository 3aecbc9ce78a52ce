import { describe, expect, test } from 'vitest'
import { contentTypes } from '../contents/registry'
import type { QrImageLogo } from '../design/logo'
import { QR_PRESETS } from '../design/presets'
import { DEFAULT_QR_SETTINGS, type QrDesign } from '../design/settings'
import { SCAN_DECODERS } from '../testing/decoders'
import { DESIGNS } from '../testing/designs'
import { sampleDesign } from '../testing/sample-designs'
import { repair, type ScanDecoder, scanCheck } from '.'
import { seededRandom } from './conditions'

const LINK = 'https://qr.example/ABCD1234'
const VCARD = contentTypes.VCard.encode({
  firstName: 'Ánh',
  lastName: 'Nguyễn',
  companyName: 'Công ty Ví Dụ',
  mobilePhone: '+84901234567',
  street: '12 Lê Lợi',
  ward: 'Bến Nghé',
  province: 'Hồ Chí Minh',
  country: 'Việt Nam',
})
const LONG_TEXT = 'Lorem ipsum dolor sit amet. '.repeat(22).slice(0, 600)

const logoOf = (share: number): QrImageLogo => ({ ...(DESIGNS['image']?.logo as QrImageLogo), share })
const hugeLogo: QrDesign = { ...DEFAULT_QR_SETTINGS, logo: logoOf(0.45) }

describe('scanCheck', () => {
  test.each(Object.entries(QR_PRESETS))('the preset %s passes', async (_, design) => {
    const report = await scanCheck(LINK, design, SCAN_DECODERS)
    expect(report).toMatchObject({ passes: true, isReadable: true, isRobust: true, reasons: [], failed: [] })
    expect(report.bars).toBeGreaterThanOrEqual(4)
    expect(report.score).toBeGreaterThanOrEqual(90)
  })

  test.each(Object.entries(QR_PRESETS))('the preset %s passes on long contents', async (_, design) => {
    for (const text of [VCARD, LONG_TEXT]) {
      const { score, isRobust, passes } = await scanCheck(text, design, SCAN_DECODERS)
      expect({ isRobust, passes }).toEqual({ isRobust: true, passes: true })
      expect(score).toBeGreaterThanOrEqual(90)
    }
  })

  test.each(Object.entries(QR_PRESETS))('the preset %s passes on any link', async (_, design) => {
    const random = seededRandom(2026)
    const digit = () => Math.floor(36 * random()).toString(36)
    const links = Array.from(
      { length: 16 },
      () => `https://QR.EXAMPLE/${Array.from({ length: 8 }, digit).join('').toUpperCase()}`,
    )
    const failed: string[] = []
    for (const link of links) if (!(await scanCheck(link, design, SCAN_DECODERS)).passes) failed.push(link)
    expect(failed).toEqual([])
  })

  test.each([14153, 14212, 15419, 17328])(
    'dots that weak decoders lose in grain are refused, sample %i',
    async (seed) => {
      const { text, design } = sampleDesign(seed)
      expect(design.style).toBe('dots')
      expect(await scanCheck(text, design, SCAN_DECODERS)).toMatchObject({ isReadable: true, passes: false })
    },
  )

  test.each([18012, 19082, 19129, 19186])(
    'a large symbol is not refused for its size, sample %i',
    async (seed) => {
      const { content, text, design } = sampleDesign(seed)
      expect(content).toBe('text')
      expect(await scanCheck(text, design, SCAN_DECODERS)).toMatchObject({ passes: true, failed: [] })
    },
  )

  test('light on dark, pale colours and a destroyed block are refused even if a decoder reads them', async () => {
    const refused: QrDesign[] = [
      { ...DEFAULT_QR_SETTINGS, foregroundColor: '#ffffff', backgroundColor: '#000000' },
      { ...DEFAULT_QR_SETTINGS, foregroundColor: '#999999' },
      hugeLogo,
    ]
    const wise: ScanDecoder = { name: 'wise', decode: () => new TextEncoder().encode(LINK) }
    for (const design of refused) expect((await scanCheck(LINK, design, [wise])).passes).toBe(false)
  })

  test('the second decoder is spared where it cannot change the verdict', async () => {
    const count = { first: 0, second: 0 }
    const counting = SCAN_DECODERS.map((decoder, index) => ({
      name: decoder.name,
      decode: (pixels: Parameters<ScanDecoder['decode']>[0]) => {
        count[index === 0 ? 'first' : 'second']++
        return decoder.decode(pixels)
      },
    }))
    expect(await scanCheck(LINK, DEFAULT_QR_SETTINGS, counting)).toMatchObject({ passes: true, score: 100 })
    expect(count.second).toBeLessThan(count.first / 2)
  })

  test('the same design gets the same report', async () => {
    const first = await scanCheck(LINK, QR_PRESETS.dots, SCAN_DECODERS)
    expect(await scanCheck(LINK, QR_PRESETS.dots, SCAN_DECODERS)).toEqual(first)
  })

  test('a logo that is too large is told by its damage and read by nobody', async () => {
    const report = await scanCheck(LINK, hugeLogo, SCAN_DECODERS)
    expect(report).toMatchObject({ passes: false, isReadable: false, bars: 1 })
    expect(report.reasons).toContain('logo-damage')
    expect(report.findings.logoDamage).toBeGreaterThan(1)
  })

  test.each<[string, Partial<QrDesign>, string]>([
    ['pale', { foregroundColor: '#cccccc' }, 'low-contrast'],
    ['inverted', { foregroundColor: '#ffffff', backgroundColor: '#000000' }, 'inverted'],
    ['without margin', { margin: 0 }, 'narrow-margin'],
    ['transparent', { backgroundColor: 'transparent' }, 'transparent'],
  ])('a code that is %s does not pass', async (_, changes, reason) => {
    const report = await scanCheck(LINK, { ...DEFAULT_QR_SETTINGS, ...changes }, SCAN_DECODERS)
    expect(report.passes).toBe(false)
    expect(report.bars).toBeLessThanOrEqual(3)
    expect(report.reasons).toContain(reason)
  })

  test('the surface that a transparent code fails on is named', async () => {
    const report = await scanCheck(
      LINK,
      { ...DEFAULT_QR_SETTINGS, backgroundColor: 'transparent' },
      SCAN_DECODERS,
    )
    expect(report.failed).toEqual(['dark-surface'])
  })

  test('another text than the one encoded counts as not read', async () => {
    const liar: ScanDecoder = { name: 'liar', decode: () => new TextEncoder().encode('other') }
    expect(await scanCheck(LINK, DEFAULT_QR_SETTINGS, [liar])).toMatchObject({
      isReadable: false,
      passes: false,
    })
  })

  test('another text in one picture of a condition counts, though the next picture is read', async () => {
    let asked = 0
    const firstTilted = 5
    const slip: ScanDecoder = {
      name: 'slip',
      decode: () => new TextEncoder().encode(++asked === firstTilted ? 'other' : LINK),
    }
    expect(await scanCheck(LINK, DEFAULT_QR_SETTINGS, [slip])).toMatchObject({
      passes: false,
      failed: ['tilt'],
    })
  })
})

describe('repair', () => {
  test('a design that passes stays as it is', async () => {
    const { design, steps } = await repair(LINK, QR_PRESETS.soft, SCAN_DECODERS)
    expect(steps).toEqual([])
    expect(design).toBe(QR_PRESETS.soft)
  })

  test.each<[string, QrDesign, string]>([
    ['a pale code is made darker', { ...DEFAULT_QR_SETTINGS, foregroundColor: '#99bbdd' }, 'darken-colors'],
    ['a huge logo is made smaller', hugeLogo, 'shrink-logo'],
    ['a quiet zone is added', { ...DEFAULT_QR_SETTINGS, margin: 0 }, 'widen-margin'],
    [
      'colours are swapped',
      { ...DEFAULT_QR_SETTINGS, foregroundColor: '#ffffff', backgroundColor: '#123C69' },
      'swap-colors',
    ],
    ['a background is added', { ...DEFAULT_QR_SETTINGS, backgroundColor: 'transparent' }, 'fill-background'],
    [
      'circular eyes of a pale code get corners',
      {
        ...DEFAULT_QR_SETTINGS,
        errorCorrectionLevel: 'L',
        style: 'dots',
        eyeShape: 'circle',
        foregroundColor: '#5A5A5A',
      },
      'rounded-eyes',
    ],
    ['a logo gets level H', { ...hugeLogo, logo: logoOf(0.2), errorCorrectionLevel: 'L' }, 'raise-level'],
  ])('%s', async (_, design, step) => {
    const { steps, report } = await repair(step === 'rounded-eyes' ? VCARD : LINK, design, SCAN_DECODERS)
    expect(steps).toContain(step)
    expect(report.passes).toBe(true)
  })
})
