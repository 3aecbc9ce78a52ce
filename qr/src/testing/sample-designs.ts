import { contentTypes } from '../contents/registry'
import { contrastRatio, parseColor } from '../design/color'
import { type FrameTextOutline, QR_FRAME_KINDS } from '../design/frame'
import type { QrLogo, RgbaPixels } from '../design/logo'
import { QR_EYE_SHAPES, QR_STYLES, type QrDesign } from '../design/settings'
import { seededRandom } from '../scan-check/conditions'
import { ERROR_CORRECTION_LEVELS } from '../symbol/capacity'
import { DESIGNS } from './designs'

/** The three contents of the comparison: a short link, a Vietnamese vCard of 190 bytes, a text of 600 bytes. */
export const SAMPLE_CONTENTS = {
  link: 'https://qr.example/ABCD1234',
  vCard: contentTypes.VCard.encode({
    firstName: 'Ánh',
    lastName: 'Nguyễn',
    companyName: 'Công ty Ví Dụ',
    mobilePhone: '+84901234567',
    street: '12 Lê Lợi',
    ward: 'Bến Nghé',
    province: 'Hồ Chí Minh',
    country: 'Việt Nam',
  }),
  text: 'Lorem ipsum dolor sit amet. '.repeat(22).slice(0, 600),
} as const

export interface SampleDesign {
  readonly content: keyof typeof SAMPLE_CONTENTS
  readonly text: string
  readonly design: QrDesign
}

/** One of the values by its weight. */
type Draw = <Value>(weighted: readonly (readonly [Value, number])[]) => Value

const hex = (red: number, green: number, blue: number): string =>
  `#${[red, green, blue].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** A hue as light as a contrast with a paper asks for (bisection between black and white). */
function inkOf(hue: number, contrast: number, paper: string): string {
  const shade = (lightness: number): string => {
    const channel = (offset: number): number => {
      const at = (offset + hue * 12) % 12
      const range = 0.8 * Math.min(lightness, 1 - lightness)
      return 255 * (lightness - range * Math.max(-1, Math.min(at - 3, 9 - at, 1)))
    }
    return hex(channel(0), channel(8), channel(4))
  }
  let [low, high] = [0, 1]
  for (let step = 0; step < 16; step++) {
    const middle = (low + high) / 2
    const found = contrastRatio(parseColor(shade(middle), 'ink'), parseColor(paper, 'paper'))
    if (found > contrast) low = middle
    else high = middle
  }
  return shade(low)
}

/** A square of two colours with a lighter mark, as company signs are. */
function signPicture(width: number, height: number, shade: number): RgbaPixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isMark = Math.abs(x - width / 2) + Math.abs(y - height / 2) < height / 3
      const value = isMark ? 240 : shade
      data.set([value, value * 0.7, 255 - value, 255], 4 * (y * width + x))
    }
  }
  return { width, height, data }
}

function logoOf(draw: Draw, random: () => number): QrLogo | undefined {
  const kind = draw([
    ['none', 5],
    ['image', 4],
    ['path', 1],
  ])
  if (kind === 'none') return undefined
  const background = draw<string | undefined>([
    [undefined, 3],
    ['#FFFFFF', 2],
    ['#E09B12', 1],
  ])
  const place = background === undefined ? {} : { background }
  if (kind === 'path') {
    const { logo } = DESIGNS['outline'] as QrDesign
    return { ...(logo as QrLogo), ...place, share: 0.05 + 0.1 * random() }
  }
  const pixels = signPicture(
    90,
    draw([
      [90, 3],
      [60, 1],
    ]),
    200 * random(),
  )
  return { kind: 'image', pixels, share: 0.1 + 0.25 * random(), ...place }
}

/** A design as somebody might make it, good and bad; the same for the same seed. */
export function sampleDesign(seed: number): SampleDesign {
  const random = seededRandom(seed)
  const draw: Draw = (weighted) => {
    let left = random() * weighted.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of weighted) {
      left -= weight
      if (left < 0) return value
    }
    return (weighted[0] as (typeof weighted)[number])[0]
  }
  const even = <Value>(values: readonly Value[]): Value => draw(values.map((value) => [value, 1] as const))
  const content = draw<keyof typeof SAMPLE_CONTENTS>([
    ['link', 5],
    ['vCard', 3],
    ['text', 2],
  ])
  const paper = draw([
    ['#FFFFFF', 6],
    ['#FFF7E3', 1],
    ['#DDEBF7', 1],
  ])
  const contrast = draw([
    [21, 3],
    [7 + 9 * random(), 3],
    [4.5 + 2.5 * random(), 2],
    [3 + 1.5 * random(), 1.5],
    [1.5 + 1.5 * random(), 1],
  ])
  const ink = (): string => inkOf(random(), contrast, paper)
  const [foreground, eye, second] = [ink(), ink(), ink()]
  const ground = draw([
    ['paper', 17],
    ['transparent', 1.5],
    ['inverted', 1.5],
  ])
  const gradient = random() < 0.1
  const logo = logoOf(draw, random)
  return {
    content,
    text: SAMPLE_CONTENTS[content],
    design: {
      foregroundColor: ground === 'inverted' ? paper : foreground,
      backgroundColor: ground === 'paper' ? paper : ground === 'inverted' ? foreground : ground,
      size: 600,
      errorCorrectionLevel: even(ERROR_CORRECTION_LEVELS),
      style: even(QR_STYLES),
      borderRadius: draw([
        [0, 1],
        [Math.round(100 * random()), 1],
      ]),
      margin: draw([
        [4, 5],
        [2, 2],
        [1, 1.5],
        [0, 1],
      ]),
      eyeShape: even(QR_EYE_SHAPES),
      ...(ground !== 'inverted' && random() < 0.25 ? { eyeColor: eye } : {}),
      ...(ground !== 'inverted' && gradient
        ? {
            gradient: {
              type: even(['linear', 'radial'] as const),
              colors: [foreground, second] as const,
              angle: 30,
            },
          }
        : {}),
      ...(logo ? { logo } : {}),
    },
  }
}

/** A line of words as a frame has them: letters as boxes. */
const WORDS: FrameTextOutline = {
  path: Array.from({ length: 16 }, (_, at) => `M${60 * at} 0H${60 * at + 40}V70H${60 * at}Z`).join(''),
  ...{ width: 960, height: 70, em: 98, baseline: 70 },
}

/** The design of a seed in a frame of a strong colour: each of five seeds in a row has another kind. */
export function framedDesign(seed: number): SampleDesign {
  const { design, ...sample } = sampleDesign(seed)
  const kind = QR_FRAME_KINDS[seed % QR_FRAME_KINDS.length] as (typeof QR_FRAME_KINDS)[number]
  const color = inkOf(seededRandom(seed)(), 9, '#FFFFFF')
  const frame = { kind, text: 'Quét để xem thực đơn', language: 'vi', color }
  return { ...sample, design: { ...design, frame, frameLines: [WORDS] } }
}
