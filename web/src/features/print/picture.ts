import { type PictureShape, pictureShape, type QrCustomSettings, type QrDesign } from '@scanleaf/qr'
import type { UserCode } from '@scanleaf/shared'
import { symbolOf } from '../../lib/qr/draw'
import { codeLabels, frameWordsOf } from '../../lib/qr/frame'
import { savedPayload } from '../../lib/qr/payload'

/** Stands for the words of a frame: its place is the same whatever they say. */
const WORDS = { path: 'M0 0H60V6H0Z', width: 60, height: 6, em: 14, baseline: 8 }

export function withoutFrame({ frame: _, ...settings }: QrCustomSettings): QrCustomSettings {
  return settings
}

/** Modules and box of the picture of a code; null for one that cannot be drawn. */
export function shapeOf(code: UserCode, keepsFrame: boolean): PictureShape | null {
  const settings = keepsFrame ? code.qrCustomSettings : withoutFrame(code.qrCustomSettings)
  const payload = savedPayload(code)
  const symbol = payload === null ? null : symbolOf(payload, settings.errorCorrectionLevel)
  if (!symbol) return null
  const words = frameWordsOf(settings.frame, codeLabels(code))
  const frameLines = words ? (words.second ? [WORDS, WORDS] : [WORDS]) : undefined
  const design: QrDesign = { ...settings, ...(frameLines && { frameLines }) }
  try {
    return pictureShape(symbol, design)
  } catch {
    return null
  }
}
