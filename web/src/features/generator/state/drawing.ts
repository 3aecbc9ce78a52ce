import {
  contentTypes,
  DEFAULT_QR_SETTINGS,
  dynamicLinkPayload,
  encodeSymbol,
  QrCapacityError,
  type QrDesign,
  type QrSymbol,
} from '@scanleaf/qr'
import type { UserCode } from '@scanleaf/shared'
import { manualIdError } from '@scanleaf/shared'
import { withoutProtocol } from '../../../lib/format/format'
import { previewSvg, symbolOf } from '../../../lib/qr/draw'
import { type CodeLabels, codeLabels } from '../../../lib/qr/frame'
import { contentPayload, savedPayload } from '../../../lib/qr/payload'
import { type Content, completeContentOf, type Draft, nameOf } from './draft'
import { contentTypeOf, type FormTab, type FormType, kindOf } from './tabs'

/**
 * No code yet, a static code that is not saved, a saved code with the `codeContent` that was last sent (spec §4:
 * generator).
 */
export type Progress =
  | { name: 'draft' }
  | { name: 'created' }
  | { name: 'saved'; code: UserCode; content: string }

export const NOT_CREATED: Progress = { name: 'draft' }

/** The content of the preview. */
export interface Drawing {
  symbol: QrSymbol | null
  /** Markup of the symbol; null while there is none. */
  svg: string | null
  /** Bytes of content that no symbol holds; 0 when it fits. */
  excessBytes: number
}

const NOTHING: Drawing = { symbol: null, svg: null, excessBytes: 0 }

/** A generated id has this form. */
const SAMPLE_ID = 'ABCD1234'

/** Black squares on white need no scan check: they are the reference. */
export const isPlain = ({ settings, logo }: Draft): boolean => settings === null && logo === null

/** The text of a content while it is typed: also of an invalid one, so that the preview does not flicker. */
function typedPayload(type: FormType, content: Content): string | null {
  const { clean, validate, encode } = contentTypes[type]
  if (Object.values(validate(content)).includes('required')) return null
  try {
    return encode(clean(content))
  } catch {
    return null
  }
}

/** The text in the preview: the content itself until the code is saved, the printed text from then on. */
export function previewPayload(draft: Draft, tab: FormTab, progress: Progress): string | null {
  if (progress.name === 'saved') return savedPayload(progress.code)
  const type = contentTypeOf(tab, draft)
  return typedPayload(type, completeContentOf(draft, type))
}

/** The text of the finished code, as far as known: of a dynamic code a link of the same form. */
export function finalPayload(
  draft: Draft,
  tab: FormTab,
  progress: Progress,
  linkBase: string,
): string | null {
  if (progress.name === 'saved') return savedPayload(progress.code)
  const type = contentTypeOf(tab, draft)
  if (kindOf(tab, draft) === 'static') return contentPayload(type, completeContentOf(draft, type))
  return dynamicLinkPayload(`${linkBase}/${draftId(draft)}`)
}

/** The id that a dynamic code will have, or one of the same form. */
const draftId = ({ hasManualId, manualId }: Draft): string =>
  hasManualId && manualIdError(manualId) === null ? manualId : SAMPLE_ID

/** What the frame of the finished code can say in its second line. */
export function labelsOf(draft: Draft, tab: FormTab, progress: Progress, linkBase: string): CodeLabels {
  if (progress.name === 'saved') return codeLabels(progress.code)
  const name = nameOf(draft, contentTypeOf(tab, draft)) || null
  if (kindOf(tab, draft) === 'static') return { name, id: null, link: null }
  const id = draftId(draft)
  return { name, id, link: withoutProtocol(`${linkBase}/${id}`) }
}

/** The picture of a payload; the plain one where the design cannot be drawn. */
export function drawingOf(payload: string | null, design: QrDesign): Drawing {
  if (payload === null) return NOTHING
  const symbol = symbolOf(payload, design.errorCorrectionLevel)
  if (symbol === null) return { ...NOTHING, excessBytes: excessOf(payload) }
  try {
    return { symbol, svg: previewSvg(symbol, design), excessBytes: 0 }
  } catch {
    return { symbol, svg: previewSvg(symbol, DEFAULT_QR_SETTINGS), excessBytes: 0 }
  }
}

function excessOf(payload: string): number {
  try {
    encodeSymbol(payload, { level: 'L' })
    return 0
  } catch (error) {
    if (error instanceof QrCapacityError) return error.excessBytes
    throw error
  }
}
