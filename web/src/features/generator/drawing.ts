import {
  DEFAULT_QR_SETTINGS,
  dynamicLinkPayload,
  encodeSymbol,
  highestLevelThatFits,
  type QrSymbol,
  renderPng,
  renderSvg,
  validateWebsite,
  websiteHref,
} from '@scanleaf/qr'
import type { UserCode } from '@scanleaf/shared'
import type { Draft } from './draft'
import type { Progress } from './progress'

/** Quiet zone of previews in modules (spec §9). */
const PREVIEW_MARGIN = 2

export const IMAGE_FORMATS = ['png', 'svg'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

/** The address as it is stored, or null while what is typed is none. */
export const hrefOf = (typed: string): string | null =>
  validateWebsite(typed) === null ? websiteHref(typed) : null

/** What the symbol of a saved code says, as the server draws it. */
export const payloadOf = (code: UserCode, href: string): string =>
  code.codeRedirect === null ? href : dynamicLinkPayload(code.codeRedirect)

/** At level H, or the highest level that holds the payload; null when none does. */
export function symbolOf(payload: string): QrSymbol | null {
  const level = highestLevelThatFits(payload)
  return level && encodeSymbol(payload, { level })
}

export const previewSvg = (symbol: QrSymbol): string =>
  renderSvg(symbol, { ...DEFAULT_QR_SETTINGS, margin: PREVIEW_MARGIN })

/** The file of a code, byte for byte what the server gives for a saved one. */
export function fileOf(symbol: QrSymbol, format: ImageFormat): Blob {
  if (format === 'svg') return new Blob([renderSvg(symbol, DEFAULT_QR_SETTINGS)], { type: 'image/svg+xml' })
  const png = renderPng(symbol, DEFAULT_QR_SETTINGS, { size: DEFAULT_QR_SETTINGS.size })
  return new Blob([new Uint8Array(png)], { type: 'image/png' })
}

/** What the preview shows. */
export interface Drawing {
  symbol: QrSymbol | null
  /** Markup of the symbol; null while there is none. */
  svg: string | null
  /** A valid address that no symbol holds. */
  isTooLong: boolean
}

const NOTHING: Drawing = { symbol: null, svg: null, isTooLong: false }

/** The code that the draft makes: the address itself until the code is saved, what is printed from then on. */
export function drawingOf(draft: Draft, progress: Progress): Drawing {
  const href = hrefOf(draft.website)
  if (href === null) return NOTHING
  const symbol = symbolOf(progress.name === 'saved' ? payloadOf(progress.code, href) : href)
  return symbol ? { symbol, svg: previewSvg(symbol), isTooLong: false } : { ...NOTHING, isTooLong: true }
}
