import { imageSize, type QrDesign, type QrSymbol } from '@scanleaf/qr'
import type { UserCode } from '@scanleaf/shared'
import { symbolOf } from './draw'
import { savedPayload } from './payload'

/** Pixels of the PNG of a design: whole ones for each module. Null for one that cannot be drawn. */
export function pngPixels(symbol: QrSymbol, design: QrDesign): { width: number; height: number } | null {
  try {
    return imageSize(symbol, design, { size: design.size })
  } catch {
    return null
  }
}

/** The same of a saved code; neither its logo nor the words of its frame change it. */
export function codePixels(code: UserCode) {
  const payload = savedPayload(code)
  const symbol = payload === null ? null : symbolOf(payload, code.qrCustomSettings.errorCorrectionLevel)
  return symbol && pngPixels(symbol, code.qrCustomSettings)
}
