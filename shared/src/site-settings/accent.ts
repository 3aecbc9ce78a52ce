import { contrastRatio, isHexColor, parseColor, type Rgb } from '@scanleaf/qr'

/** Colours of the interface that follow the accent, as in web/src/ui/styles/tokens.css. */
const ROLES = ['brand', 'brand-hover', 'on-brand', 'brand-ink', 'tint', 'tint-line', 'tint-ink'] as const
type AccentRole = (typeof ROLES)[number]
export type AccentPalette = Record<'light' | 'dark', Record<AccentRole, string>>

/** WCAG 2.2, 1.4.3 Contrast (Minimum). */
const MIN_CONTRAST = 4.5

const WHITE = parseColor('#ffffff', 'accent')
const BLACK = parseColor('#000000', 'accent')
/** Backgrounds of text in the accent colour: canvas, surface and raised surface of the design language. */
const GROUNDS = { light: ['#f7f9f8', '#ffffff'], dark: ['#0e1311', '#151c18', '#1b2420'] } as const

/** @param share of `other`, 0 to 1 */
function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const channel = (name: keyof Rgb) => Math.round(one[name] + (other[name] - one[name]) * share)
  return { red: channel('red'), green: channel('green'), blue: channel('blue') }
}

const hex = ({ red, green, blue }: Rgb): string =>
  `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`

function palette(accent: Rgb): Record<'light' | 'dark', Record<AccentRole, Rgb>> {
  const ground = parseColor(GROUNDS.dark[1], 'accent')
  return {
    light: {
      brand: accent,
      'brand-hover': mix(accent, BLACK, 0.15),
      'on-brand': WHITE,
      'brand-ink': mix(accent, BLACK, 0.15),
      tint: mix(accent, WHITE, 0.93),
      'tint-line': mix(accent, WHITE, 0.76),
      'tint-ink': mix(accent, BLACK, 0.3),
    },
    dark: {
      brand: mix(accent, WHITE, 0.42),
      'brand-hover': mix(accent, WHITE, 0.52),
      'on-brand': mix(accent, BLACK, 0.85),
      'brand-ink': mix(accent, WHITE, 0.52),
      tint: mix(ground, accent, 0.16),
      'tint-line': mix(ground, accent, 0.42),
      'tint-ink': mix(accent, WHITE, 0.62),
    },
  }
}

/** @param accent `#rrggbb` that `accentProblem` finds nothing wrong with */
export function accentColors(accent: string): AccentPalette {
  const { light, dark } = palette(parseColor(accent, 'accent'))
  const named = (colors: Record<AccentRole, Rgb>) =>
    Object.fromEntries(ROLES.map((role) => [role, hex(colors[role])])) as Record<AccentRole, string>
  return { light: named(light), dark: named(dark) }
}

/**
 * Why a colour cannot be the accent: text in it, and text on its buttons, is read in both schemes. Null for one that can.
 */
export function accentProblem(
  accent: string,
): 'invalid-color' | 'accent-too-light' | 'accent-too-dark' | null {
  if (!isHexColor(accent) || accent.length !== 7) return 'invalid-color'
  const colors = palette(parseColor(accent, 'accent'))
  const isReadable = (scheme: 'light' | 'dark') => {
    const { brand, 'on-brand': onBrand, 'brand-ink': ink, tint, 'tint-ink': tintInk } = colors[scheme]
    const pairs: [Rgb, Rgb][] = [
      [onBrand, brand],
      [tintInk, tint],
      ...GROUNDS[scheme].flatMap((ground): [Rgb, Rgb][] => {
        const on = parseColor(ground, 'accent')
        return [
          [ink, on],
          [brand, on],
        ]
      }),
    ]
    return pairs.every(([one, other]) => contrastRatio(one, other) >= MIN_CONTRAST)
  }
  if (!isReadable('light')) return 'accent-too-light'
  return isReadable('dark') ? null : 'accent-too-dark'
}
