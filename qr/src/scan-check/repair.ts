import { contrastRatio, type Rgb } from '../design/color'
import { IMAGE_LOGO_SHARE, TEXT_LOGO_SHARE } from '../design/logo'
import { quietZone } from '../design/scene'
import type { QrDesign } from '../design/settings'
import { type ScanDecoder, type ScanReport, scanCheck } from './check'
import { inkColors, paperColor } from './findings'

/** A change of a design that helps to read it; keys of texts. */
export type RepairStep =
  | 'raise-level'
  | 'shrink-logo'
  | 'remove-logo'
  | 'darken-colors'
  | 'swap-colors'
  | 'widen-margin'
  | 'fill-background'
  | 'rounded-eyes'
  | 'square-style'
  | 'plain-colors'

export interface Repair {
  readonly design: QrDesign
  /** The changes, in order; empty when the design passes as it is. */
  readonly steps: readonly RepairStep[]
  readonly report: ScanReport
}

const WANTED_CONTRAST = 7
const WANTED_MARGIN = 4
const SMALLEST_LOGO = 0.1

const hex = ({ red, green, blue }: Rgb): string =>
  `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`

const scale = ({ red, green, blue }: Rgb, share: number): Rgb => ({
  red: Math.round(red * share),
  green: Math.round(green * share),
  blue: Math.round(blue * share),
})

/** The same hue, dark enough for the contrast wanted on the paper. */
function darken(color: string, paper: Rgb): string {
  const [ink] = inkColors({ foregroundColor: color } as QrDesign)
  if (!ink) return color
  for (let share = 1; share > 0; share -= 0.05) {
    const darker = scale(ink, share)
    if (contrastRatio(darker, paper) >= WANTED_CONTRAST) return hex(darker)
  }
  return '#000000'
}

function darkenAll(design: QrDesign): QrDesign {
  const paper = paperColor(design)
  const { gradient, eyes, eyeColor } = design
  return {
    ...design,
    foregroundColor: darken(design.foregroundColor, paper),
    ...(eyeColor === undefined ? {} : { eyeColor: darken(eyeColor, paper) }),
    ...(gradient
      ? {
          gradient: {
            ...gradient,
            colors: [darken(gradient.colors[0], paper), darken(gradient.colors[1], paper)],
          },
        }
      : {}),
    ...(eyes
      ? {
          eyes: eyes.map(({ frame, dot }) => ({
            ...(frame === undefined ? {} : { frame: darken(frame, paper) }),
            ...(dot === undefined ? {} : { dot: darken(dot, paper) }),
          })) as unknown as NonNullable<QrDesign['eyes']>,
        }
      : {}),
  }
}

function shrinkLogo(design: QrDesign): QrDesign | null {
  const { logo } = design
  if (!logo) return null
  const usual = logo.kind === 'image' ? IMAGE_LOGO_SHARE : TEXT_LOGO_SHARE
  const share = (logo.share ?? usual) * 0.8
  return share < usual * SMALLEST_LOGO * 4 ? null : { ...design, logo: { ...logo, share } }
}

function withoutLogo(design: QrDesign): QrDesign {
  const { logo: _, ...rest } = design
  return rest
}

function plainColors(design: QrDesign): QrDesign {
  const { gradient: _, eyes: __, eyeColor: ___, ...rest } = design
  return { ...rest, foregroundColor: '#000000', backgroundColor: '#FFFFFF' }
}

/** The next change to try for a report: the mildest that its reasons call for. */
function nextStep(design: QrDesign, { reasons, findings, failed }: ScanReport): [RepairStep, QrDesign] {
  if (reasons.includes('inverted')) {
    const { foregroundColor, backgroundColor } = design
    if (backgroundColor !== 'transparent' && !design.gradient) {
      return [
        'swap-colors',
        { ...design, foregroundColor: backgroundColor, backgroundColor: foregroundColor },
      ]
    }
    return ['plain-colors', plainColors(design)]
  }
  const isTight = design.frame !== undefined && quietZone(design) < WANTED_MARGIN
  if (reasons.includes('narrow-margin') || isTight)
    return ['widen-margin', { ...design, margin: WANTED_MARGIN }]
  if (design.backgroundColor === 'transparent' && failed.includes('dark-surface')) {
    return ['fill-background', { ...design, backgroundColor: '#FFFFFF' }]
  }
  const darker = darkenAll(design)
  if (findings.contrast < WANTED_CONTRAST && contrastOf(darker) > findings.contrast) {
    return findings.contrast < WANTED_CONTRAST / 2 && contrastOf(darker) < WANTED_CONTRAST
      ? ['plain-colors', plainColors(design)]
      : ['darken-colors', darker]
  }
  if (design.logo && design.errorCorrectionLevel !== 'H') {
    return ['raise-level', { ...design, errorCorrectionLevel: 'H' }]
  }
  if (design.logo) {
    const smaller = shrinkLogo(design)
    return smaller ? ['shrink-logo', smaller] : ['remove-logo', withoutLogo(design)]
  }
  if (design.eyeShape === 'circle') return ['rounded-eyes', { ...design, eyeShape: 'rounded' }]
  if (design.style !== 'square') return ['square-style', { ...design, style: 'square', eyeShape: 'square' }]
  return ['plain-colors', plainColors({ ...design, margin: WANTED_MARGIN })]
}

const contrastOf = (design: QrDesign): number =>
  Math.min(...inkColors(design).map((ink) => contrastRatio(ink, paperColor(design))))

const MAX_STEPS = 14

/**
 * The nearest design that passes {@link scanCheck}, by the mildest change at a time. A plain code ends the search, so a
 * design that passes is found unless the plain code fails itself.
 */
export async function repair(
  text: string,
  design: QrDesign,
  decoders: readonly ScanDecoder[],
): Promise<Repair> {
  let current = design
  let report = await scanCheck(text, current, decoders)
  const steps: RepairStep[] = []
  while (!report.passes && steps.length < MAX_STEPS) {
    const [step, changed] = nextStep(current, report)
    if (step === 'plain-colors' && steps.includes(step)) break
    if (steps[steps.length - 1] !== step) steps.push(step)
    current = changed
    report = await scanCheck(text, current, decoders)
  }
  return { design: current, steps, report }
}
