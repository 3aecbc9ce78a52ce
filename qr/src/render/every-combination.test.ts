import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { CONTENT_TYPE_NAMES, type ContentTypeName, contentTypeNamed } from '../contents/registry'
import {
  DEFAULT_QR_SETTINGS,
  QR_EYE_SHAPES,
  QR_STYLES,
  type QrDesign,
  type QrStyle,
} from '../design/settings'
import { ERROR_CORRECTION_LEVELS } from '../symbol/capacity'
import { encodeSymbol, type QrSymbol } from '../symbol/encode'
import { readWithJsqr, readWithZxing } from '../testing/decoders'
import { drawPages, hasGhostscript } from '../testing/ghostscript'
import { LANGUAGE_LINES } from '../testing/languages'
import { renderEps } from './eps'
import { renderPdf } from './pdf'
import { renderPng } from './png'
import { renderSvg } from './svg'

/** Pixels a module of all pictures. */
const SCALE = 4

/** A content of each type about a line of text. */
const CONTENTS: Readonly<Record<ContentTypeName, (line: string) => Record<string, string>>> = {
  Website: (line) => ({ content: new URL(`https://shop.example/?q=${line.slice(0, 12)}`).href }),
  'Website-pdf': (line) => ({ content: new URL(`https://shop.example/${line.slice(0, 9)}.pdf`).href }),
  'Facebook Url': (line) => ({ facebookUrl: new URL(`https://facebook.com/${line.slice(0, 9)}`).href }),
  'Facebook share': (line) => ({ shareFacebook: new URL(`https://shop.example/${line.slice(0, 9)}`).href }),
  VCard: (line) => ({
    firstName: line.slice(0, 8).trim(),
    lastName: line.slice(-8).trim(),
    mobilePhone: '+84901234567',
  }),
  Text: (line) => ({ plainText: line }),
  Email: (line) => ({ emailTabE: 'an@shop.example', titleTabE: line.slice(0, 10), contentTabE: '' }),
  Phone: () => ({ phoneNumber: '+84901234567' }),
  Wifi: (line) => ({ ssid: line.slice(0, 9), passWifi: 'a;b:c\\"d', encrypWifi: 'WPA' }),
  SMS: (line) => ({ smsNumber: '+84901234567', smsContent: line }),
  VietQR: () => ({ bank: '970436', number: '0123456789', accountName: 'CA PHE LA', use: 'many' }),
  PaymentCode: () => ({
    text: '00020101021138540010A00000072701240006970423011000999999990208QRIBFTTA53037045802VN6304CBB4',
  }),
  PromptPay: () => ({ idKind: 'mobile', id: '0801234567', amount: '', use: 'many' }),
  PayNow: () => ({ idKind: 'uen', id: '201403121W', accountName: 'ACME', amount: '5.00' }),
  KHQR: () => ({ account: 'an@nbcq', accountName: 'An', city: 'Phnom Penh', currency: 'KHR', amount: '' }),
  FPS: () => ({ idKind: 'fpsId', id: '1234567', amount: '' }),
  Chat: (line) => ({ app: 'WhatsApp', account: '84901234567', text: line }),
  Event: (line) => ({ title: line, start: '2026-12-05T12:30Z', end: '2026-12-05T14:30Z', zone: 'UTC' }),
  Place: () => ({ latitude: '21.0285', longitude: '105.8542', link: '', format: 'link' }),
  Review: () => ({ service: 'Google', placeId: 'ChIJN1t_tDeuEmsRUsoyG83frY4', url: '' }),
}

interface Code {
  readonly text: string
  readonly symbol: QrSymbol
  readonly design: QrDesign
  /** Width of a picture with whole modules. */
  readonly size: number
}

const COLORS = ['#000000', '#0B3D2A', '#7A2E12', '#123C69']
const LINES = Object.values(LANGUAGE_LINES)
let turn = 0

/** Each content type at each level; languages, eyes and colours take turns over all tests. */
function codesOf(style: QrStyle): Code[] {
  return CONTENT_TYPE_NAMES.flatMap((name) =>
    ERROR_CORRECTION_LEVELS.map((level) => {
      turn++
      const content = CONTENTS[name](LINES[(turn + 3 * Math.floor(turn / 40)) % LINES.length] as string)
      const text = contentTypeNamed(name)?.encode(content) as string
      const design: QrDesign = {
        ...DEFAULT_QR_SETTINGS,
        style,
        errorCorrectionLevel: level,
        eyeShape: QR_EYE_SHAPES[turn % 3] ?? 'square',
        foregroundColor: COLORS[turn % 7] ?? '#000000',
      }
      const symbol = encodeSymbol(text, { level })
      return { text, symbol, design, size: SCALE * (symbol.size + 2 * design.margin) }
    }),
  )
}

const FORMATS: Readonly<Record<string, (codes: readonly Code[]) => (Uint8Array | string)[]>> = {
  PNG: (codes) => codes.map(({ symbol, design, size }) => renderPng(symbol, design, { size })),
  SVG: (codes) => codes.map(({ symbol, design, size }) => renderSvg(symbol, { ...design, size })),
  // one point a module; every other file for print in CMYK
  EPS: (codes) =>
    drawPages(
      codes.map(({ symbol, design, size }, index) =>
        renderEps(symbol, design, { points: size / SCALE, colors: index % 2 === 0 ? 'rgb' : 'cmyk' }),
      ),
      SCALE,
    ),
  PDF: (codes) =>
    drawPages(
      codes.map(({ symbol, design, size }, index) =>
        renderPdf(symbol, design, {
          millimetres: ((size / SCALE) * 25.4) / 72,
          colors: index % 2 === 0 ? 'cmyk' : 'rgb',
        }),
      ),
      SCALE,
    ),
}

/** The texts that two decoders read. */
async function readTwice(picture: Uint8Array | string): Promise<(string | null)[]> {
  const file = typeof picture === 'string' ? Buffer.from(picture) : picture
  const { data, info } = await sharp(file)
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
  return [await readWithZxing(pixels), readWithJsqr(pixels)]
}

describe.each(Object.entries(FORMATS))('%s', (format, draw) => {
  test.skipIf((format === 'EPS' || format === 'PDF') && !hasGhostscript).each(QR_STYLES)(
    '%s: two decoders read every content type at every level',
    async (style) => {
      const codes = codesOf(style)
      for (const [index, picture] of draw(codes).entries()) {
        const { text, symbol } = codes[index] as Code
        expect(await readTwice(picture), `${symbol.version}-${symbol.level} ${text}`).toEqual([text, text])
      }
    },
  )
})
