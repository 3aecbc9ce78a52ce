import { QrDesignError } from '../design-error'

/** A colour in sRGB, each channel 0 to 255. */
export interface Rgb {
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** `#RRGGBB` or `#RGB`, in either case. */
const HEX_COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

export const isHexColor = (value: unknown): value is string =>
  typeof value === 'string' && HEX_COLOR.test(value)

/**
 * @param field name of the setting, for the error
 * @throws {QrDesignError} when the value is not `#RGB` or `#RRGGBB`
 */
export function parseColor(value: string, field: string): Rgb {
  if (!isHexColor(value)) throw new QrDesignError(field, 'invalid-color')
  const digits = value.length === 4 ? value.replace(/[0-9a-f]/gi, '$&$&') : value
  const packed = Number.parseInt(digits.slice(1), 16)
  return { red: packed >> 16, green: (packed >> 8) & 0xff, blue: packed & 0xff }
}

/** The shortest way to write a colour in SVG. */
export function shortHex({ red, green, blue }: Rgb): string {
  const hex = ((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)
  const isShort = hex[0] === hex[1] && hex[2] === hex[3] && hex[4] === hex[5]
  return isShort ? `#${hex.charAt(0)}${hex.charAt(2)}${hex.charAt(4)}` : `#${hex}`
}

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Relative luminance, 0 (black) to 1 (white), WCAG 2.2. */
export const luminance = ({ red, green, blue }: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Contrast ratio of two colours, 1 to 21, WCAG 2.2; the order does not matter. */
export function contrastRatio(a: Rgb, b: Rgb): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}
