import sharp from 'sharp'
import type { RgbaPixels } from '../design/logo'
import type { QrDesign } from '../design/settings'
import { renderPixels } from '../render/pixels'
import { seededRandom } from '../scan-check/conditions'
import { blur, type GrayImage, mapPixels, shrink, surround, toGray } from '../scan-check/gray-image'
import type { QrSymbol } from '../symbol/encode'

/**
 * Conditions that no threshold of the scan check was tuned on: other kinds, strengths, pixel sizes and seeds, and the
 * loss of a real JPEG encoder. They say whether its verdicts are worth trusting. Strengths are such that the plain code
 * has some reserve and that codes fail at the contrasts that were measured: always below 3, half of them at 4.5, none
 * at 7.
 */
export interface HeldOutCondition {
  readonly name: string
  /** Pixels a module of the drawing that is spoilt. */
  readonly module: number
  /** Brightness of the surface under the code. */
  readonly surface: number
  /** @param frame picks what differs from one picture of a camera to the next: grain, phase of stripes */
  spoil(image: GrayImage, module: number, frame: number): GrayImage | Promise<GrayImage>
}

const WHITE = 255
const GREY = 118
const BLACK = 8

const around = (image: GrayImage, module: number, surface: number): GrayImage =>
  surround(image, Math.ceil(3 * module), surface)

/** Normal noise (Box and Muller). */
function normalNoise(image: GrayImage, deviation: number, seed: number): GrayImage {
  const random = seededRandom(seed)
  return mapPixels(image, (value) => {
    const length = Math.sqrt(-2 * Math.log(1 - random()))
    return value + deviation * length * Math.cos(2 * Math.PI * random())
  })
}

/** The picture at other places, between four pixels; `surface` outside. */
function warp(
  image: GrayImage,
  width: number,
  height: number,
  surface: number,
  place: (x: number, y: number) => readonly [number, number],
): GrayImage {
  const data = new Uint8ClampedArray(width * height)
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= image.width || y >= image.height
      ? surface
      : (image.data[y * image.width + x] as number)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to++) {
      const [sourceX, sourceY] = place(x, y)
      const [left, top] = [Math.floor(sourceX), Math.floor(sourceY)]
      const [right, down] = [sourceX - left, sourceY - top]
      const upper = at(left, top) * (1 - right) + at(left + 1, top) * right
      const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right
      data[to] = upper * (1 - down) + lower * down
    }
  }
  return { width, height, data }
}

/** How a hand holds the camera from one picture to the next: turn in degrees, shifts and growth as shares of a pixel. */
const POSES: readonly { turn: number; right: number; down: number; size: number }[] = [
  { turn: 0, right: 0, down: 0, size: 1 },
  { turn: 0.9, right: 0.4, down: 0.3, size: 1.02 },
  { turn: -1.4, right: 0.7, down: 0.2, size: 0.97 },
  { turn: 2.1, right: 0.2, down: 0.6, size: 1.04 },
]
/** Pictures that a camera takes; a decoder has to read one of them. */
export const FRAMES = POSES.length

function held(image: GrayImage, frame: number, surface: number): GrayImage {
  const { turn, right, down, size } = POSES[frame] as (typeof POSES)[number]
  if (frame === 0) return image
  const angle = (turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle) / size, Math.sin(angle) / size]
  const [width, height] = [Math.ceil(image.width * 1.08), Math.ceil(image.height * 1.08)]
  return warp(image, width, height, surface, (x, y) => [
    image.width / 2 + (x - width / 2) * cos - (y - height / 2) * sin + right,
    image.height / 2 + (x - width / 2) * sin + (y - height / 2) * cos + down,
  ])
}

function rotate(image: GrayImage, degrees: number, surface: number): GrayImage {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const across = (along: number, beside: number): number =>
    Math.ceil(along * Math.abs(cos) + beside * Math.abs(sin))
  const [width, height] = [across(image.width, image.height), across(image.height, image.width)]
  return warp(image, width, height, surface, (x, y) => [
    image.width / 2 + (x - width / 2) * cos - (y - height / 2) * sin,
    image.height / 2 + (x - width / 2) * sin + (y - height / 2) * cos,
  ])
}

/** Seen from the right at a slant: the left side is farther away. */
function slant(image: GrayImage, strength: number, surface: number): GrayImage {
  const { width, height } = image
  return warp(image, width, height, surface, (x, y) => {
    const [u, v] = [(2 * x) / width - 1, (2 * y) / height - 1]
    const depth = 1 + strength * u
    return [((u / depth + 1) * width) / 2, ((v / depth + 1) * height) / 2]
  })
}

/** On a bottle: the sides turn away, the middle is nearer. */
function bend(image: GrayImage, surface: number): GrayImage {
  const { width, height } = image
  const most = 0.5
  return warp(image, width, height, surface, (x, y) => {
    const u = (2 * x) / width - 1
    return [((Math.asin(u * Math.sin(most)) / most + 1) * width) / 2, y + 0.008 * height * (1 - u * u)]
  })
}

/** The darkest (`isGain`) or lightest value within a disc: ink that spreads or does not reach its edge. */
function spread(image: GrayImage, radius: number, isGain: boolean): GrayImage {
  const { width, height, data } = image
  const reach = Math.floor(radius)
  const offsets: [number, number][] = []
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) if (Math.hypot(dx, dy) <= radius) offsets.push([dx, dy])
  }
  return mapPixels(image, (value, x, y) => {
    let found = value
    for (const [dx, dy] of offsets) {
      const [column, row] = [x + dx, y + dy]
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const near = data[row * width + column] as number
      found = isGain ? Math.min(found, near) : Math.max(found, near)
    }
    return found
  })
}

/** Splashes of mud and scratched places, 2.2 modules across, away from the eyes. */
function addDirt(image: GrayImage, module: number): GrayImage {
  const random = seededRandom(77)
  const spots = Array.from({ length: 5 }, (_, index) => ({
    x: (0.36 + 0.42 * random()) * image.width,
    y: (0.36 + 0.42 * random()) * image.height,
    radius: 1.1 * module,
    value: index % 2 === 0 ? 60 : 215,
  }))
  return mapPixels(image, (value, x, y) => {
    for (const spot of spots) if (Math.hypot(x - spot.x, y - spot.y) < spot.radius) return spot.value
    return value
  })
}

/** A band of light from a lamp across the code, a fifth of its width. */
function addGlareBand(image: GrayImage): GrayImage {
  const { width, height } = image
  return mapPixels(image, (value, x, y) => {
    const distance = Math.abs(x / width + 0.5 * (y / height) - 0.8) / 0.1
    const share = distance >= 1 ? 0 : 0.6 * (0.5 + 0.5 * Math.cos(Math.PI * distance))
    return value + (255 - value) * share
  })
}

/** A screen photographed: its lines and those of the sensor. */
function addMoire(image: GrayImage, phase: number): GrayImage {
  return mapPixels(image, (value, x, y) => {
    const stripes = Math.sin(2.1 * x + 0.15 * y + phase) + Math.sin(0.35 * x - 0.22 * y) + Math.sin(1.9 * y)
    return value * 0.8 + 25 + 14 * stripes
  })
}

async function encodeJpeg(image: GrayImage, quality: number): Promise<GrayImage> {
  const raw = { width: image.width, height: image.height, channels: 1 as const }
  const file = await sharp(image.data, { raw }).jpeg({ quality }).toBuffer()
  const { data, info } = await sharp(file).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: Uint8ClampedArray.from(data) }
}

const pixelsEach = (image: GrayImage, module: number, wanted: number): GrayImage =>
  shrink(image, Math.round((image.width * wanted) / module))

export const HELD_OUT_CONDITIONS: readonly HeldOutCondition[] = [
  { name: 'clean', module: 3, surface: WHITE, spoil: (image, m) => around(image, m, WHITE) },
  {
    name: 'few pixels',
    module: 7,
    surface: WHITE,

    spoil: (image, m) => pixelsEach(around(image, m, WHITE), m, 2.5),
  },
  {
    name: 'out of focus',
    module: 5,
    surface: WHITE,

    spoil: (image, m) => pixelsEach(blur(around(image, m, WHITE), 0.34 * m), m, 3.4),
  },
  {
    name: 'shaken',
    module: 4,
    surface: GREY,

    spoil: (image, m) => {
      const whole = around(image, m, GREY)
      const { width, data } = whole
      return mapPixels(whole, (value, x, y) => {
        const at = y * width + x
        return x < 2 ? value : ((data[at - 2] ?? value) + (data[at - 1] ?? value) + value) / 3
      })
    },
  },
  {
    name: 'JPEG',
    module: 4,
    surface: WHITE,

    spoil: (image, m) => encodeJpeg(around(image, m, WHITE), 8),
  },
  {
    name: 'grain',
    module: 4,
    surface: WHITE,

    spoil: (image, m, frame) => normalNoise(around(image, m, WHITE), 26.5, 5 + frame),
  },
  {
    name: 'dusk',
    module: 4,
    surface: GREY,

    spoil: (image, m, frame) => {
      const dim = mapPixels(around(image, m, GREY), (value) => 12 + 55 * (value / 255) ** 1.2)
      return normalNoise(dim, 5, 8 + frame)
    },
  },
  {
    name: 'lamp',
    module: 4,
    surface: WHITE,

    spoil: (image, m) => addGlareBand(around(image, m, WHITE)),
  },
  {
    name: 'half in shade',
    module: 4,
    surface: GREY,

    spoil: (image, m) => {
      const whole = around(image, m, GREY)
      const { width, height } = whole
      return mapPixels(whole, (value, x, y) => {
        const place = (x / width + y / height - 0.9) / 0.15
        return value * (0.5 + 0.5 / (1 + Math.exp(-4 * place)))
      })
    },
  },
  {
    name: 'from the side',
    module: 5,
    surface: GREY,

    spoil: (image) => slant(surround(image, Math.ceil(image.width / 5), GREY), 0.04, GREY),
  },
  {
    name: 'turned',
    module: 4,
    surface: GREY,

    spoil: (image) => rotate(image, 33, GREY),
  },
  {
    name: 'turned on black',
    module: 4,
    surface: BLACK,

    spoil: (image, m) => rotate(around(image, m, BLACK), 80, BLACK),
  },
  {
    name: 'on a bottle',
    module: 5,
    surface: GREY,

    spoil: (image, m) => bend(around(image, m, GREY), GREY),
  },
  {
    name: 'ink spreads',
    module: 8,
    surface: WHITE,

    spoil: (image, m) => pixelsEach(spread(around(image, m, WHITE), 0.13 * m, true), m, 4),
  },
  {
    name: 'ink is thin',
    module: 8,
    surface: WHITE,

    spoil: (image, m) => pixelsEach(spread(around(image, m, WHITE), 0.13 * m, false), m, 4),
  },
  {
    name: 'dirt',
    module: 4,
    surface: WHITE,

    spoil: (image, m) => addDirt(around(image, m, WHITE), m),
  },
  {
    name: 'moiré',
    module: 4,
    surface: GREY,

    spoil: (image, m, frame) => addMoire(around(image, m, GREY), frame),
  },
  { name: 'on grey', module: 3, surface: GREY, spoil: (image, m) => around(image, m, GREY) },
  {
    name: 'small on black',
    module: 6,
    surface: BLACK,

    spoil: (image, m) => pixelsEach(around(image, m, BLACK), m, 3.3),
  },
]

/** A code under the conditions; drawn once for each module size. */
export class HeldOutPictures {
  /** The module sizes in use. */
  static readonly modules: readonly number[] = [...new Set(HELD_OUT_CONDITIONS.map(({ module }) => module))]
  private readonly drawings = new Map<number, RgbaPixels>()

  constructor(private readonly draw: (module: number) => RgbaPixels) {}

  static of(symbol: QrSymbol, design: QrDesign): HeldOutPictures {
    return new HeldOutPictures((module) => renderPixels(symbol, design, { scale: module }))
  }

  async picture({ module, surface, spoil }: HeldOutCondition, frame: number): Promise<GrayImage> {
    const drawing = this.drawings.get(module) ?? this.draw(module)
    this.drawings.set(module, drawing)
    return spoil(held(toGray(drawing, surface), frame, surface), module, frame)
  }
}
