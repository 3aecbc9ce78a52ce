import { parseColor, type Rgb } from '../design/color'
import { type Contour, rectangle } from '../design/contours'
import type { FramePath } from '../design/frame'
import type { RgbaPixels } from '../design/logo'
import { type Paint, type Scene, sceneFills } from '../design/scene'
import { QrDesignError } from '../design-error'
import { type GradientAxis, gradientAxis } from './gradient'
import { plainNumber } from './numbers'
import { contourSteps, type PathStep, parsePath, placeSteps } from './path-data'

/** Longest side of a page in points: 200 inches (ISO 32000-1 annex C). */
const MAX_POINTS = 14_400

/** @throws {QrDesignError} `size-out-of-range` when a page of this side, in points, cannot be made */
export function checkPageSize(points: number): void {
  if (!(points > 0 && points <= MAX_POINTS)) throw new QrDesignError('size', 'size-out-of-range')
}

/** What PostScript and PDF share: the same operands in the same order, under other names. */
export interface VectorOperators {
  readonly move: string
  readonly line: string
  readonly curve: string
  readonly close: string
}

/** Path construction with the operands in front, one step a line; coordinates in modules. */
export function writeSteps(steps: readonly PathStep[], operators: VectorOperators): string {
  const n = plainNumber
  return steps
    .map((step) => {
      if (step.op === 'Z') return operators.close
      if (step.op === 'C') {
        const { x1, y1, x2, y2, x, y } = step
        return `${[x1, y1, x2, y2, x, y].map(n).join(' ')} ${operators.curve}`
      }
      return `${n(step.x)} ${n(step.y)} ${step.op === 'M' ? operators.move : operators.line}`
    })
    .join('\n')
}

/** A filled area, in modules from the top left of the symbol. */
export interface VectorFill {
  readonly steps: readonly PathStep[]
  readonly paint: Rgb | GradientFill
  /** The path of a frame that these are the steps of. */
  readonly framePath?: FramePath
}

export interface GradientFill {
  readonly type: 'linear' | 'radial'
  readonly axis: GradientAxis
}

export const isGradientFill = (paint: Rgb | GradientFill): paint is GradientFill => 'axis' in paint

/** A picture placed in modules. */
export interface VectorImage {
  readonly pixels: RgbaPixels
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const outline = (contours: readonly Contour[]): PathStep[] => contours.flatMap(contourSteps)

/** All areas of a code in the order of painting, the background first, and the picture on top of them. */
export function vectorFills(scene: Scene): { fills: VectorFill[]; image: VectorImage | null } {
  const { size, box: picture, framePaths, background, logo, gradient } = scene
  const paintOf = (paint: Paint): Rgb | GradientFill => {
    if (paint !== 'gradient') return paint
    if (!gradient) throw new Error('a gradient paint without a gradient')
    return { type: gradient.type, axis: gradientAxis(gradient, size) }
  }
  const box = (x: number, y: number, width: number, height: number): PathStep[] =>
    outline([rectangle(x, y, width, height, 0)])
  const fills: VectorFill[] = []
  const { x, y, width: across, height } = picture
  if (background) fills.push({ steps: box(x, y, across, height), paint: background })
  for (const framePath of framePaths) {
    const { path, scale, x, y, paint } = framePath
    fills.push({ steps: placeSteps(parsePath(path), scale, x, y), paint, framePath })
  }
  for (const { contours, paint } of sceneFills(scene)) {
    fills.push({ steps: outline(contours), paint: paintOf(paint) })
  }
  if (!logo) return { fills, image: null }
  const { drawing, cleared } = logo.layout
  if (logo.background) {
    fills.push({ steps: box(cleared.x, cleared.y, cleared.width, cleared.height), paint: logo.background })
  }
  if (logo.logo.kind === 'image') return { fills, image: { pixels: logo.logo.pixels, ...drawing } }
  const { path, width, color } = logo.logo
  fills.push({
    steps: placeSteps(parsePath(path), drawing.width / width, drawing.x, drawing.y),
    paint: color === undefined ? paintOf(scene.foreground) : parseColor(color, 'logo'),
  })
  return { fills, image: null }
}

/** Colour spaces of print files. */
export type PrintColors = 'rgb' | 'cmyk'

const share = (value: number): string => plainNumber(Math.round(value * 1000) / 1000)

/** Components of a colour from 0 to 1. In CMYK grey is only black ink, so black is 0 0 0 1. */
export function colorComponents({ red, green, blue }: Rgb, colors: PrintColors): string {
  const rgb = [red / 255, green / 255, blue / 255]
  if (colors === 'rgb') return rgb.map(share).join(' ')
  const most = Math.max(...rgb)
  if (most === 0) return '0 0 0 1'
  return [...rgb.map((value) => (most - value) / most), 1 - most].map(share).join(' ')
}

/** Shading dictionary of a gradient, the same in PostScript level 3 and PDF (axial type 2, radial type 3). */
export function shadingDictionary({ type, axis }: GradientFill, colors: PrintColors): string {
  const { from, to, x1, y1, x2, y2, radius } = axis
  const place = type === 'linear' ? [x1, y1, x2, y2] : [x1, y1, 0, x2, y2, radius]
  const blend = `<< /FunctionType 2 /Domain [0 1] /C0 [${colorComponents(from, colors)}] /C1 [${colorComponents(to, colors)}] /N 1 >>`
  return (
    `<< /ShadingType ${type === 'linear' ? 2 : 3} /ColorSpace /${colors === 'rgb' ? 'DeviceRGB' : 'DeviceCMYK'}` +
    ` /Coords [${place.map(plainNumber).join(' ')}] /Extend [true true] /Function ${blend} >>`
  )
}

/** Samples of a picture without alpha, over a colour where it is transparent. */
export function flatSamples(
  { data, width, height }: RgbaPixels,
  paper: Rgb,
  colors: PrintColors,
): Uint8Array {
  const channels = colors === 'rgb' ? 3 : 4
  const samples = new Uint8Array(width * height * channels)
  const under = [paper.red, paper.green, paper.blue]
  for (let pixel = 0; pixel < width * height; pixel++) {
    const alpha = (data[4 * pixel + 3] as number) / 255
    const rgb = under.map((below, channel) =>
      Math.round((data[4 * pixel + channel] as number) * alpha + below * (1 - alpha)),
    ) as [number, number, number]
    samples.set(colors === 'rgb' ? rgb : cmykBytes(rgb), channels * pixel)
  }
  return samples
}

function cmykBytes(rgb: readonly [number, number, number]): number[] {
  const most = Math.max(...rgb)
  if (most === 0) return [0, 0, 0, 255]
  return [...rgb.map((value) => Math.round((255 * (most - value)) / most)), 255 - most]
}
