import { parseColor, type Rgb } from '../design/color'
import type { QrGradient } from '../design/settings'

/** A gradient over a symbol, in modules from its top left. */
export interface GradientAxis {
  readonly from: Rgb
  readonly to: Rgb
  /** Start and end of a linear gradient; both the centre for a radial one. */
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  /** Where a radial gradient ends: at the corners. */
  readonly radius: number
}

/** Linear: the line through the centre that reaches the outermost corners in its direction. */
export function gradientAxis({ type, colors, angle = 0 }: QrGradient, size: number): GradientAxis {
  const from = parseColor(colors[0], 'gradient')
  const to = parseColor(colors[1], 'gradient')
  const centre = size / 2
  const radius = centre * Math.SQRT2
  if (type === 'radial') return { from, to, x1: centre, y1: centre, x2: centre, y2: centre, radius }
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const reach = centre * (Math.abs(cos) + Math.abs(sin))
  return {
    from,
    to,
    x1: centre - cos * reach,
    y1: centre - sin * reach,
    x2: centre + cos * reach,
    y2: centre + sin * reach,
    radius,
  }
}

/**
 * Steps of a gradient in pixels. Two dark colours differ by less than three levels a step, which nobody sees, and areas
 * of one colour keep the file small.
 */
export const GRADIENT_STEPS = 64

/** The colours of the steps, first to last. */
export function gradientColors({ from, to }: GradientAxis): Rgb[] {
  return Array.from({ length: GRADIENT_STEPS }, (_, step) => {
    const share = step / (GRADIENT_STEPS - 1)
    const mix = (a: number, b: number): number => Math.round(a + (b - a) * share)
    return { red: mix(from.red, to.red), green: mix(from.green, to.green), blue: mix(from.blue, to.blue) }
  })
}

/** The step at a point in modules. */
export function gradientStep(axis: GradientAxis, type: QrGradient['type'], x: number, y: number): number {
  const { x1, y1, x2, y2, radius } = axis
  const [dx, dy] = [x2 - x1, y2 - y1]
  const along =
    type === 'radial'
      ? Math.sqrt((x - x1) * (x - x1) + (y - y1) * (y - y1)) / radius
      : ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
  return Math.round(Math.min(1, Math.max(0, along)) * (GRADIENT_STEPS - 1))
}
