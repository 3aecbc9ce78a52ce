import { blur, type GrayImage, mapPixels, shrink, surround, tilt } from './gray-image'
import { jpegLoss } from './jpeg-loss'

/** One picture of a spoilt code. */
export interface ScanView {
  /** Brightness of the surface under the code; it shows through a transparent background. */
  readonly surface: number
  /** @param module pixels a module of the picture */
  spoil(image: GrayImage, module: number): GrayImage
}

/** A way in which a print or a camera spoils a code. */
export interface ScanCondition {
  /** Two conditions have one name where a screen says the same of them. */
  readonly name: ScanConditionName
  /**
   * Which decoders must read it: the first, the second, any, or all that read the plain code. By measurement: whose
   * results predict whether two of ZXing, jsQR and zbar read the code under such conditions.
   */
  readonly demand: 'first' | 'second' | 'any' | 'all'
  /** A camera takes many pictures. */
  readonly views: readonly ScanView[]
  /** How many of them must be read; one of all unless given. */
  readonly stages?: readonly ScanStage[]
}

/** This many pictures decide, or are followed by those of the next stage: near the limit chance decides a few. */
export interface ScanStage {
  /** Pictures taken so far, those of the stages before among them. */
  readonly of: number
  /** With this many read the condition is met, and no more are taken. */
  readonly enough: number
  /** With no more than these read it is not. */
  readonly tooFew: number
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

/** @param strength standard deviation */
function addNoise(image: GrayImage, strength: number, seed: number): GrayImage {
  const random = seededRandom(seed)
  // the sum of three has a deviation of one half and is close to a normal distribution
  return mapPixels(image, (value) => value + 2 * strength * (random() + random() + random() - 1.5))
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
 * Ink that bleeds into the paper, or is missing at the edges: soft edges cut again nearer to white or to black.
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

/** Stripes of a screen and of the sensor that takes it. */
const addMoire = (image: GrayImage, strength: number, phase: number): GrayImage =>
  mapPixels(image, (value, x, y) => {
    const stripes = Math.sin(1.7 * x + phase) + Math.sin(0.4 * x + 0.3 * y) + Math.sin(2.3 * y)
    return value * 0.8 + 25 + strength * stripes
  })

/** Splashes on the middle of the code, dark and light, some modules wide. */
function addDirt(image: GrayImage, count: number, radius: number, seed: number): GrayImage {
  const random = seededRandom(seed)
  const spots = Array.from({ length: count }, (_, index) => ({
    x: (0.3 + 0.5 * random()) * image.width,
    y: (0.3 + 0.5 * random()) * image.height,
    value: index % 2 === 0 ? 230 : 40,
  }))
  return mapPixels(image, (value, x, y) => {
    for (const spot of spots) if (Math.hypot(x - spot.x, y - spot.y) < radius) return spot.value
    return value
  })
}

/** The code on a surface of one grey, spoilt. */
const on = (surface: number, change: (whole: GrayImage, module: number) => GrayImage): ScanView => ({
  surface,
  spoil: (image, module) => change(around(image, module, surface), module),
})

/** Seen from the side and turned, with room for its corners. */
const tilted = (angle: number, strength: number): ScanView => ({
  surface: GREY,
  spoil: (image) => tilt(surround(image, Math.ceil(image.width / 5), GREY), angle, strength, GREY),
})

const turned = (angle: number): ScanView => tilted(angle, 0)

const small = (pixels: number): ScanView =>
  on(WHITE, (whole, module) => shrink(whole, Math.round((whole.width * pixels) / module)))

/** How a hand turns the camera from one picture to the next. */
const HELD_ANGLES = [0.015, -0.025, 0.035, -0.02, 0.028, -0.04]

const inHand = (count: number, view: (angle: number, index: number) => ScanView): ScanView[] =>
  Array.from({ length: count }, (_, index) => view(HELD_ANGLES[index % HELD_ANGLES.length] as number, index))

/** Turned a little by the hand: upright codes are read through more noise than cameras see. */
const held = (image: GrayImage, module: number, angle: number, surface: number): GrayImage =>
  tilt(surround(image, Math.ceil(3 * module), surface), angle, 0, surface)

/** Modules from which on noise does not grow: what large symbols lose then is found by the second decoder. */
const MAX_GROWTH = 72

/** Noise grows with the modules of a code: the camera has fewer pixels for each. */
const noisy = (angle: number, index: number): ScanView => ({
  surface: WHITE,
  spoil: (image, module) => {
    const strength = 24.5 + Math.min(image.width / module, MAX_GROWTH) / 16
    return addNoise(held(image, module, angle, WHITE), strength, 20 + index)
  },
})

/** At a strength at which weak decoders lose shapes that strong ones still read. */
const grainy = (angle: number, index: number): ScanView => ({
  surface: WHITE,
  spoil: (image, module) => addNoise(held(image, module, angle, WHITE), 26, 320 + index),
})

const dim = (angle: number, index: number): ScanView => ({
  surface: GREY,
  spoil: (image, module) =>
    addNoise(
      mapPixels(held(image, module, angle, GREY), (value) => 15 + value * 0.22),
      4 + image.width / module / 125,
      50 + index,
    ),
})

/** As a messenger sends it on. */
const sent = (angle: number): ScanView =>
  on(WHITE, (whole) => jpegLoss(angle === 0 ? whole : tilt(whole, angle, 0, WHITE), 8))

const striped = (phase: number): ScanView => on(GREY, (whole) => addMoire(whole, 18, phase))

const dirty = (count: number, radius: number, seed: number): ScanView =>
  on(WHITE, (whole, module) => addDirt(whole, count, radius * module, seed))

/**
 * The conditions of a check; a plain black code on white passes them with usual decoders. Strengths and demands are
 * tuned so that the verdicts hold under other conditions; `npm run bench:scan` shows how well.
 */
export const SCAN_CONDITIONS: readonly ScanCondition[] = [
  { name: 'clean', demand: 'all', views: [on(WHITE, (whole) => whole), turned(0.02), turned(-0.03)] },
  { name: 'small', demand: 'first', views: [small(3)] },
  // circular eyes of large symbols are lost here first, at some sizes by the place of their pixels alone
  { name: 'small', demand: 'first', views: [2.7, 2.3, 2.5, 2.9, 2.8].map(small) },
  {
    name: 'blur',
    demand: 'first',
    views: [
      on(WHITE, (whole, module) => shrink(blur(whole, 0.3 * module), Math.round((whole.width * 3) / module))),
    ],
  },
  {
    name: 'tilt',
    demand: 'any',
    views: [tilted(0.25, 0.1), tilted(0, 0.07), tilted(-0.3, 0.04), tilted(0.55, 0.02)],
  },
  {
    name: 'low-light',
    demand: 'first',
    views: inHand(16, dim),
    stages: [
      { of: 4, enough: 3, tooFew: 1 },
      { of: 16, enough: 10, tooFew: 9 },
    ],
  },
  {
    name: 'noise',
    demand: 'first',
    views: inHand(36, noisy),
    stages: [
      { of: 12, enough: 7, tooFew: 2 },
      { of: 36, enough: 12, tooFew: 11 },
    ],
  },
  {
    name: 'noise',
    demand: 'second',
    views: inHand(12, grainy),
    stages: [
      { of: 6, enough: 2, tooFew: 0 },
      { of: 12, enough: 3, tooFew: 2 },
    ],
  },
  { name: 'noise', demand: 'any', views: [striped(0), striped(1)] },
  // a logo uses up what dirt needs too
  { name: 'glare', demand: 'first', views: [dirty(4, 1, 32), dirty(3, 1.1, 12)] },
  { name: 'glare', demand: 'any', views: [on(WHITE, addGlare)] },
  { name: 'jpeg', demand: 'first', views: [sent(0), sent(0.02)] },
  {
    name: 'shadow',
    demand: 'first',
    views: [on(GREY, (whole) => mapPixels(whole, (value, x) => value * (0.45 + (0.55 * x) / whole.width)))],
  },
  { name: 'ink-gain', demand: 'first', views: [on(WHITE, (whole, module) => cutEdges(whole, module, 0.62))] },
  { name: 'ink-loss', demand: 'first', views: [on(WHITE, (whole, module) => cutEdges(whole, module, 0.38))] },
  { name: 'dark-surface', demand: 'first', views: [on(BLACK, (whole) => whole)] },
]
