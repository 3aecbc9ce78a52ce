import { blur, type GrayImage, mapPixels, shrink, surround, tilt } from './gray-image'
import { jpegLoss } from './jpeg-loss'

/** A way in which a print or a camera spoils a code. */
export interface ScanCondition {
  readonly name: ScanConditionName
  /** Brightness of what the code lies on; it shows through a transparent background. */
  readonly surface: number
  /** @param module pixels a module of the picture */
  spoil(image: GrayImage, module: number): GrayImage
}

export type ScanConditionName =
  | 'clean'
  | 'small'
  | 'blur'
  | 'tilt'
  | 'low-light'
  | 'noise'
  | 'jpeg'
  | 'glare'
  | 'shadow'
  | 'ink-gain'
  | 'ink-loss'
  | 'dark-surface'

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function addNoise(image: GrayImage, strength: number, seed: number): GrayImage {
  const random = seededRandom(seed)
  // the sum of three is close to a normal distribution
  return mapPixels(image, (value) => value + strength * (random() + random() + random() - 1.5) * 1.15)
}

/** A light spot over a fifth of the picture that takes two thirds of the contrast in its middle. */
function addGlare(image: GrayImage): GrayImage {
  const { width, height } = image
  const radius = 0.3 * width
  return mapPixels(image, (value, x, y) => {
    const distance = Math.hypot(x - 0.6 * width, y - 0.57 * height) / radius
    const share = distance >= 1 ? 0 : 0.65 * (1 - distance * distance)
    return value + (255 - value) * share
  })
}

/**
 * Ink that runs into the paper, or does not hold at the edges: soft edges cut again nearer to white or to black.
 * @param cut share of the way from the darkest to the lightest value at which the new edge lies
 */
function cutEdges(image: GrayImage, module: number, cut: number): GrayImage {
  const soft = blur(image, module / 5)
  let [darkest, lightest] = [255, 0]
  for (const value of image.data) {
    darkest = Math.min(darkest, value)
    lightest = Math.max(lightest, value)
  }
  const edge = darkest + cut * (lightest - darkest)
  const half = (lightest - darkest) / 2
  return mapPixels(soft, (value) => darkest + Math.min(2 * half, Math.max(0, half + 4 * (value - edge))))
}

const WHITE = 255
const GREY = 128
const BLACK = 0

const around = (image: GrayImage, module: number, surface: number): GrayImage =>
  surround(image, Math.ceil(2 * module), surface)

const turned = (image: GrayImage): GrayImage =>
  tilt(surround(image, Math.ceil(image.width / 5), GREY), 0.25, 0.15, GREY)

/** The conditions of a check; a plain black code on white passes them with usual decoders. */
export const SCAN_CONDITIONS: readonly ScanCondition[] = [
  { name: 'clean', surface: WHITE, spoil: (image, module) => around(image, module, WHITE) },
  {
    name: 'small',
    surface: WHITE,
    spoil: (image, module) => {
      const whole = around(image, module, WHITE)
      return shrink(whole, Math.round((whole.width * 2.6) / module))
    },
  },
  {
    name: 'blur',
    surface: WHITE,
    spoil: (image, module) => blur(around(image, module, WHITE), 0.3 * module),
  },
  { name: 'tilt', surface: GREY, spoil: (image) => turned(image) },
  {
    name: 'low-light',
    surface: GREY,
    spoil: (image, module) => {
      const dim = mapPixels(around(image, module, GREY), (value) => 15 + value * 0.3)
      return addNoise(dim, 7, 1)
    },
  },
  { name: 'noise', surface: WHITE, spoil: (image, module) => addNoise(around(image, module, WHITE), 36, 2) },
  { name: 'jpeg', surface: WHITE, spoil: (image, module) => jpegLoss(around(image, module, WHITE), 10) },
  { name: 'glare', surface: WHITE, spoil: (image, module) => addGlare(around(image, module, WHITE)) },
  {
    name: 'shadow',
    surface: GREY,
    spoil: (image, module) => {
      const whole = around(image, module, GREY)
      return mapPixels(whole, (value, x) => value * (0.45 + (0.55 * x) / whole.width))
    },
  },
  {
    name: 'ink-gain',
    surface: WHITE,
    spoil: (image, module) => cutEdges(around(image, module, WHITE), module, 0.62),
  },
  {
    name: 'ink-loss',
    surface: WHITE,
    spoil: (image, module) => cutEdges(around(image, module, WHITE), module, 0.38),
  },
  { name: 'dark-surface', surface: BLACK, spoil: (image, module) => around(image, module, BLACK) },
]
