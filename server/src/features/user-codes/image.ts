import { DEFAULT_QR_SETTINGS, renderPng, renderSvg } from '@scanleaf/qr'
import { payloadOf, symbolOf } from './content'

export const IMAGE_FORMATS = ['png', 'svg'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

export const IMAGE_TYPE: Record<ImageFormat, string> = { png: 'image/png', svg: 'image/svg+xml' }

/** The picture of a code, drawn anew each time: under a millisecond, and never stale. */
export function drawCode(
  code: { codeRedirect: string | null; codeContent: string },
  format: ImageFormat,
  size = DEFAULT_QR_SETTINGS.size,
): Buffer {
  const symbol = symbolOf(payloadOf(code))
  return format === 'svg'
    ? Buffer.from(renderSvg(symbol, DEFAULT_QR_SETTINGS))
    : Buffer.from(renderPng(symbol, DEFAULT_QR_SETTINGS, { size }))
}
