import type { ErrorCorrectionLevel } from '../symbol/capacity'
import type { FrameTextOutline, QrFrame } from './frame'
import type { QrLogo } from './logo'

/** Shapes of the modules outside the finder patterns. */
export const QR_STYLES = ['square', 'rounded', 'dots', 'connected'] as const
export type QrStyle = (typeof QR_STYLES)[number]

/** Shapes of the finder patterns ("eyes"). All are solid: eyes of separate dots are not read. */
export const QR_EYE_SHAPES = ['square', 'rounded', 'circle'] as const
export type QrEyeShape = (typeof QR_EYE_SHAPES)[number]

/** Colours of one eye; a colour left out is the one of `eyeColor`, else of the modules. */
export interface QrEyeColors {
  /** The outer ring. */
  frame?: string
  /** The square or disc inside. */
  dot?: string
}

/** Colour that changes over the symbol, for modules and for eyes without a colour of their own. */
export interface QrGradient {
  type: 'linear' | 'radial'
  /** First and last colour: from one side to the other, or from the centre to the corners. */
  colors: readonly [string, string]
  /** Direction of a linear gradient in degrees clockwise; 0, the default, is left to right. */
  angle?: number
}

/** How a code looks, as it is stored with the code. */
export interface QrCustomSettings {
  /** Colour of the dark modules, `#RRGGBB` or `#RGB`. */
  foregroundColor: string
  /** Colour of the light modules and the quiet zone, or `transparent`. */
  backgroundColor: string
  /** Width of the exported picture in pixels; its height, too, without a frame. */
  size: number
  errorCorrectionLevel: ErrorCorrectionLevel
  style: QrStyle
  /**
   * Rounding in the styles rounded and connected: per cent of half a module, 1 to 100; 0 leaves it to the style. The
   * other styles ignore it.
   */
  borderRadius: number
  /** Quiet zone in modules; ISO/IEC 18004 §6.3.8 asks for 4. */
  margin: number
  /** Default square. */
  eyeShape?: QrEyeShape
  /** Colour of all eyes; default the colour of the modules. */
  eyeColor?: string
  /** Colours of single eyes: top left, top right, bottom left. */
  eyes?: readonly [QrEyeColors, QrEyeColors, QrEyeColors]
  gradient?: QrGradient
  /** A frame with a call to action around the code. */
  frame?: QrFrame
}

/** The inputs of a drawing: the stored settings, and the logo and the words of the frame in drawable form. */
export type QrDesign = Readonly<QrCustomSettings> & {
  readonly logo?: QrLogo
  /** Outlines of the frame's text and of its second line. */
  readonly frameLines?: readonly FrameTextOutline[]
}

/** Defaults of the specification; the margin is the one of exported files. */
export const DEFAULT_QR_SETTINGS: Readonly<QrCustomSettings> = {
  foregroundColor: '#000000',
  backgroundColor: '#FFFFFF',
  size: 1000,
  errorCorrectionLevel: 'H',
  style: 'square',
  borderRadius: 0,
  margin: 4,
}
