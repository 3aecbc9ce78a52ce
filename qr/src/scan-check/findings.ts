import { contrastRatio, luminance, parseColor, type Rgb } from '../design/color'
import { logoLayout } from '../design/logo'
import { quietZone } from '../design/scene'
import type { QrDesign } from '../design/settings'
import type { QrSymbol } from '../symbol/encode'
import { logoDamage } from './logo-damage'

/** Problems of a design that are found without decoding; keys of texts. */
export type ScanReason =
  | 'low-contrast'
  | 'inverted'
  | 'narrow-margin'
  | 'transparent'
  | 'logo-damage'
  | 'low-level'
  | 'fragile-eyes'
  | 'fragile-style'

export interface Findings {
  readonly reasons: readonly ScanReason[]
  /** Lowest contrast (WCAG ratio) of any colour of the code with its background; transparent counts as white. */
  readonly contrast: number
  readonly isInverted: boolean
  /** Share of the error correction that the logo uses up; 0 without one. */
  readonly logoDamage: number
}

/** Contrast below which a design is refused without "anyway", and below which half of the designs fail. */
const MIN_CONTRAST = 3
export const GOOD_CONTRAST = 4.5
/** Quiet zone that all decoders are content with on a dark surface. */
const MIN_MARGIN = 1
/** Share of the error correction that may go to the logo: the rest is for dirt and glare. */
const MAX_LOGO_DAMAGE = 0.8

/** All colours of dark modules. */
export function inkColors(design: QrDesign): Rgb[] {
  const { foregroundColor, eyeColor, eyes, gradient } = design
  const modules = gradient ? [...gradient.colors] : [foregroundColor]
  const eyeColors = (eyes ?? []).flatMap(({ frame, dot }) => [frame, dot])
  const all = [...modules, eyeColor, ...eyeColors].filter((color): color is string => color !== undefined)
  return all.map((color) => parseColor(color, 'foregroundColor'))
}

export const paperColor = ({ backgroundColor }: QrDesign): Rgb =>
  parseColor(backgroundColor === 'transparent' ? '#FFFFFF' : backgroundColor, 'backgroundColor')

/** Problems of a design that are found without decoding it. */
export function inspect(symbol: QrSymbol, design: QrDesign): Findings {
  const inks = inkColors(design)
  const paper = paperColor(design)
  const contrast = Math.min(...inks.map((ink) => contrastRatio(ink, paper)))
  const isInverted = inks.some((ink) => luminance(ink) > luminance(paper))
  const damage = design.logo ? logoDamage(symbol, logoLayout(design.logo, symbol.size)) : 0
  const checks: [ScanReason, boolean][] = [
    ['low-contrast', contrast < GOOD_CONTRAST],
    ['inverted', isInverted],
    ['narrow-margin', quietZone(design) < MIN_MARGIN],
    ['transparent', design.backgroundColor === 'transparent'],
    ['logo-damage', damage > MAX_LOGO_DAMAGE],
    ['low-level', design.logo !== undefined && (symbol.level === 'L' || symbol.level === 'M')],
  ]
  const reasons = checks.filter(([, holds]) => holds).map(([reason]) => reason)
  return { reasons, contrast, isInverted, logoDamage: damage }
}

/** What no decoding can make good: pale colours, light on dark, and a logo that leaves no error correction for dirt. */
export const isRefused = ({ contrast, isInverted, logoDamage: damage }: Findings): boolean =>
  contrast < MIN_CONTRAST || isInverted || damage >= 1
