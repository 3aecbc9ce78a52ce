import { DEFAULT_QR_SETTINGS, encodeSymbol, type QrDesign, type RgbaPixels } from '@scanleaf/qr'
import sharp from 'sharp'
import { HeldOutPictures } from '../../qr/src/testing/held-out'
import { judge, type Robustness } from '../../qr/src/testing/robustness'
import { SAMPLE_CONTENTS } from '../../qr/src/testing/sample-designs'
import type { Styling } from './styling'

/** All are drawn at the level that the peer is best at, with a quiet zone of four modules. */
const LEVEL = 'H'
const MARGIN = 4
/** Pixels a module of the drawings of peers, which are scaled as vectors. */
const PEER_MODULE = 8
/** A blue whose contrast with white is 4.5. */
const COLOUR = '#2F77CC'
const LOGO_SHARE = 0.2
const LOGO_SIDE = 120

type PeerOptions = Omit<Styling, 'text' | 'level' | 'size' | 'margin'>

/** One way to draw a code: our design, and all that the peer offers of the kind, with solid eyes where it can. */
interface StyleOfBoth {
  readonly ours: QrDesign
  readonly theirs: Readonly<Record<string, PeerOptions>>
}

const solidEyes = {
  cornersSquareOptions: { type: 'extra-rounded' },
  cornersDotOptions: { type: 'square' },
}
const dots = (type: string, eyes: object = solidEyes): PeerOptions => ({
  options: { dotsOptions: { type }, ...eyes },
})

/** A disc on nothing, as company signs are. */
const discSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="${LOGO_SIDE}" height="${LOGO_SIDE}"><circle cx="60" cy="60" r="60" fill="#B03A2E"/></svg>`

async function discPixels(): Promise<RgbaPixels> {
  const { data } = await sharp(Buffer.from(discSvg)).raw().toBuffer({ resolveWithObject: true })
  return { width: LOGO_SIDE, height: LOGO_SIDE, data: Uint8ClampedArray.from(data) }
}

/** The styles to compare, by name. */
export async function stylesOfBoth(): Promise<Record<string, StyleOfBoth>> {
  const ours = (changes: Partial<QrDesign>): QrDesign => ({
    ...DEFAULT_QR_SETTINGS,
    errorCorrectionLevel: LEVEL,
    margin: MARGIN,
    ...changes,
  })
  const href = `data:image/svg+xml;base64,${Buffer.from(discSvg).toString('base64')}`
  const logo = { kind: 'image', pixels: await discPixels(), share: LOGO_SHARE } as const
  return {
    square: { ours: ours({}), theirs: { square: { options: {} } } },
    rounded: {
      ours: ours({ style: 'rounded', eyeShape: 'rounded' }),
      theirs: { rounded: dots('rounded'), 'rounded as it comes': dots('rounded', {}) },
    },
    connected: {
      ours: ours({ style: 'connected', eyeShape: 'rounded' }),
      theirs: {
        'extra-rounded': dots('extra-rounded'),
        classy: dots('classy'),
        'classy-rounded': dots('classy-rounded'),
      },
    },
    dots: {
      ours: ours({ style: 'dots', eyeShape: 'rounded' }),
      theirs: { dots: dots('dots'), 'dots as they come': dots('dots', {}) },
    },
    coloured: {
      ours: ours({ foregroundColor: COLOUR }),
      theirs: { square: { options: { dotsOptions: { type: 'square', color: COLOUR } } } },
    },
    logo: {
      ours: ours({ logo }),
      theirs: {
        square: {
          // its size is a share of what the level can restore, by area
          options: {
            imageOptions: {
              imageSize: LOGO_SHARE ** 2 / 0.3,
              hideBackgroundDots: true,
              margin: 0,
              saveAsBlob: false,
            },
          },
          image: { href, width: LOGO_SIDE, height: LOGO_SIDE },
        },
      },
    },
  }
}

export function judgeOurs(design: QrDesign, content: keyof typeof SAMPLE_CONTENTS): Promise<Robustness> {
  const text = SAMPLE_CONTENTS[content]
  const symbol = encodeSymbol(text, { level: design.errorCorrectionLevel })
  return judge(HeldOutPictures.of(symbol, design), text, symbol.level, true)
}

/** Draws an SVG file at the sizes that the conditions ask for. */
async function drawingsOf(svg: Buffer): Promise<Map<number, RgbaPixels>> {
  const drawings = new Map<number, RgbaPixels>()
  for (const module of HeldOutPictures.modules) {
    const { data, info } = await sharp(svg, { density: (72 * module) / PEER_MODULE })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    drawings.set(module, { data, width: info.width, height: info.height })
  }
  return drawings
}

export async function judgeTheirs(
  peer: { draw(styling: Styling): Promise<Buffer> },
  options: PeerOptions,
  content: keyof typeof SAMPLE_CONTENTS,
): Promise<Robustness> {
  const text = SAMPLE_CONTENTS[content]
  const { size } = encodeSymbol(text, { level: LEVEL })
  const side = PEER_MODULE * (size + 2 * MARGIN)
  // handed over as bytes: it would store each letter of the text as one byte, and another text would be read
  const bytes = Buffer.from(text).toString('latin1')
  const margin = PEER_MODULE * MARGIN
  const svg = await peer.draw({ text: bytes, level: LEVEL, size: side, margin, ...options })
  const drawings = await drawingsOf(svg)
  return judge(new HeldOutPictures((module) => drawings.get(module) as RgbaPixels), text, LEVEL, true)
}
