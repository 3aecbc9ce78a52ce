import {
  ERROR_CORRECTION_LEVELS,
  type ErrorCorrectionLevel,
  encodeSymbol,
  highestLevelThatFits,
  type QrDesign,
  type QrSymbol,
  renderEps,
  renderPdf,
  renderPng,
  renderSvg,
} from '@scanleaf/qr'

/** Quiet zone of previews in modules (spec §9). */
const PREVIEW_MARGIN = 2

export const IMAGE_FORMATS = ['png', 'svg', 'eps', 'pdf'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

const IMAGE_TYPES: Readonly<Record<ImageFormat, string>> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  eps: 'application/postscript',
  pdf: 'application/pdf',
}

/** At the level asked, or the highest that holds the payload (rulings §3); null when none does. */
export function symbolOf(payload: string, wanted: ErrorCorrectionLevel): QrSymbol | null {
  const fits = highestLevelThatFits(payload)
  if (fits === null) return null
  const rank = (level: ErrorCorrectionLevel) => ERROR_CORRECTION_LEVELS.indexOf(level)
  return encodeSymbol(payload, { level: rank(wanted) <= rank(fits) ? wanted : fits })
}

/**
 * Markup of a preview. A frame is laid out by the quiet zone, so it keeps that of its design.
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 */
export const previewSvg = (symbol: QrSymbol, design: QrDesign): string =>
  renderSvg(symbol, design.frame ? design : { ...design, margin: Math.min(design.margin, PREVIEW_MARGIN) })

/**
 * The file of a code as the server draws it for a saved one.
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 */
export function fileOf(symbol: QrSymbol, design: QrDesign, format: ImageFormat): Blob {
  return new Blob([bytesOf(symbol, design, format)], { type: IMAGE_TYPES[format] })
}

function bytesOf(symbol: QrSymbol, design: QrDesign, format: ImageFormat): string | Uint8Array<ArrayBuffer> {
  switch (format) {
    case 'png':
      return new Uint8Array(renderPng(symbol, design, { size: design.size }))
    case 'svg':
      return renderSvg(symbol, design)
    case 'eps':
      return renderEps(symbol, design)
    case 'pdf':
      return new Uint8Array(renderPdf(symbol, design))
  }
}
