/** Presets of the design language §2. */
export const CODE_COLORS = [
  '#000000',
  '#0B3D2A',
  '#0C7D4B',
  '#123C69',
  '#3F2A7E',
  '#7A2E12',
  '#6B1030',
  '#37424A',
]
export const BACKGROUND_COLORS = [
  '#FFFFFF',
  '#F7F9F8',
  '#EDFAF2',
  '#EFF5FE',
  '#FFF7E3',
  '#FEF2F1',
  '#F4F1FE',
  '#F3EEE6',
]
export const LOGO_BACKGROUND_COLORS = [
  '#FFFFFF',
  '#000000',
  '#0C7D4B',
  '#1B59AD',
  '#B42318',
  '#E09B12',
  '#5B3FB5',
  '#F0F3F1',
]

/** `#RRGGBB` in capitals of the typed text, with or without `#`, long or short; null when it is not a colour. */
export function readColor(typed: string): string | null {
  const digits = typed.trim().replace(/^#/, '')
  if (/^[0-9a-f]{6}$/i.test(digits)) return `#${digits.toUpperCase()}`
  if (!/^[0-9a-f]{3}$/i.test(digits)) return null
  return `#${digits.replace(/./g, '$&$&').toUpperCase()}`
}

/** Hue in degrees, 0 to 360; saturation and brightness 0 to 1. */
export interface Hsv {
  hue: number
  saturation: number
  brightness: number
}

/** @param color `#RRGGBB` */
export function hsvOf(color: string): Hsv {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(color.slice(at, at + 2), 16) / 255,
  )
  const brightness = Math.max(red, green, blue)
  const chroma = brightness - Math.min(red, green, blue)
  if (chroma === 0) return { hue: 0, saturation: 0, brightness }
  const sixth =
    brightness === red
      ? (green - blue) / chroma
      : brightness === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4
  return { hue: (sixth * 60 + 360) % 360, saturation: chroma / brightness, brightness }
}

/** `#RRGGBB` in capitals. */
export function hexOf({ hue, saturation, brightness }: Hsv): string {
  const channel = (offset: number) => {
    const sixth = (offset + hue / 60) % 6
    const value = brightness * (1 - saturation * Math.max(0, Math.min(sixth, 4 - sixth, 1)))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(5)}${channel(3)}${channel(1)}`.toUpperCase()
}
