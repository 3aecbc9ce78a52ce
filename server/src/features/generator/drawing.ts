import {
  type QrCustomSettings,
  type QrDesign,
  QrDesignError,
  renderEps,
  renderPdf,
  renderPng,
  renderSvg,
} from '@scanleaf/qr'
import { QR_FILE_FORMATS } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { symbolOf } from './symbol'

export const QR_FORMATS = QR_FILE_FORMATS
export type QrFormat = (typeof QR_FORMATS)[number]

export const isQrFormat = (name: string): name is QrFormat => (QR_FORMATS as readonly string[]).includes(name)

export const TYPE_OF_FORMAT: Readonly<Record<QrFormat, string>> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  eps: 'application/postscript',
  pdf: 'application/pdf',
}

export interface DrawOptions {
  /** Least width in pixels of a PNG, and the natural width of an SVG; default the size of the settings. */
  size?: number | undefined
  /** Widest that a PNG may be in pixels, where that is less than the widest picture. */
  most?: number | undefined
  /** Quiet zone in modules; default that of the settings. */
  margin?: number | undefined
  /** Inks of an EPS or PDF; the default is RGB. */
  cmyk?: boolean | undefined
  /** Name inside an SVG, EPS or PDF. */
  title?: string | undefined
}

/**
 * Draws a code as a file.
 * @throws AppError ValidationError naming the setting that cannot be drawn, or `content` when it is too long
 */
export function drawFile(
  payload: string,
  drawn: QrDesign,
  format: QrFormat,
  options: DrawOptions,
): Uint8Array {
  const { size = drawn.size, most, margin = drawn.margin, cmyk = false, title } = options
  const design: QrDesign = { ...drawn, size, margin }
  const symbol = symbolOf(payload, drawn.errorCorrectionLevel)
  const print = { colors: cmyk ? 'cmyk' : 'rgb', ...(title ? { title } : {}) } as const
  try {
    if (format === 'png') return renderPng(symbol, design, { size, ...(most && { most }) })
    if (format === 'svg') return Buffer.from(renderSvg(symbol, design, title ? { title } : {}))
    return format === 'eps' ? Buffer.from(renderEps(symbol, design, print)) : renderPdf(symbol, design, print)
  } catch (cause) {
    throw asRefusal(cause)
  }
}

/** A design that cannot be drawn is an error of the caller. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof QrDesignError)) return error
  return new AppError('ValidationError', { [error.field]: error.problem }, undefined, { cause: error })
}

/** Whether a code takes about a millisecond to draw: square modules in one colour. */
export const isQuickToDraw = ({
  style,
  eyeShape,
  eyeColor,
  eyes,
  gradient,
  frame,
}: QrCustomSettings): boolean =>
  style === 'square' && (eyeShape ?? 'square') === 'square' && !eyeColor && !eyes && !gradient && !frame
