import type { ErrorCorrectionLevel } from '../symbol/capacity'

/** Shapes of the modules outside the finder patterns. */
export const QR_STYLES = ['square', 'rounded', 'dots', 'connected'] as const
export type QrStyle = (typeof QR_STYLES)[number]

/** How a code looks, as it is stored with the code. */
export interface QrCustomSettings {
  /** Colour of the dark modules, `#RRGGBB` or `#RGB`. */
  foregroundColor: string
  /** Colour of the light modules and the quiet zone, or `transparent`. */
  backgroundColor: string
  /** Width and height of the exported picture in pixels. */
  size: number
  errorCorrectionLevel: ErrorCorrectionLevel
  style: QrStyle
  /** Rounding of the modules in per cent of the most that the style allows, 0 to 100. */
  borderRadius: number
  /** Quiet zone in modules; ISO/IEC 18004 §6.3.8 asks for 4. */
  margin: number
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

/** Width of an exported picture in pixels. */
export const MIN_IMAGE_SIZE = 200
export const MAX_IMAGE_SIZE = 4000

/** Widest quiet zone in modules. */
export const MAX_MARGIN = 40
