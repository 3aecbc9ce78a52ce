import { DEFAULT_QR_SETTINGS, type QrDesign, type QrSymbol, renderSvg } from '@scanleaf/qr'
import { fileOf, IMAGE_FORMATS, type ImageFormat } from '../../../lib/qr/draw'

export type DrawFile = (symbol: QrSymbol, design: QrDesign, format: ImageFormat) => Blob

/**
 * The files of a code in every format; when one of them cannot be drawn, the PNG alone (spec §4); none when that
 * fails too.
 */
export function codeFiles(symbol: QrSymbol, design: QrDesign, draw: DrawFile = fileOf) {
  return filesIn(IMAGE_FORMATS, symbol, design, draw) ?? filesIn(['png'], symbol, design, draw) ?? new Map()
}

function filesIn(formats: readonly ImageFormat[], symbol: QrSymbol, design: QrDesign, draw: DrawFile) {
  try {
    return new Map<ImageFormat, Blob>(formats.map((format) => [format, draw(symbol, design, format)]))
  } catch {
    return null
  }
}

/**
 * The picture on screen (spec §9: 300 px, no margin, light modules left out); files and frames keep their quiet zone.
 * @throws {QrDesignError}
 */
export function previewOf(symbol: QrSymbol, design: QrDesign): string {
  const isPlain = design.backgroundColor === DEFAULT_QR_SETTINGS.backgroundColor
  return renderSvg(symbol, {
    ...design,
    size: PREVIEW_SIZE,
    margin: design.frame ? design.margin : 0,
    backgroundColor: isPlain ? 'transparent' : design.backgroundColor,
  })
}

const PREVIEW_SIZE = 300
