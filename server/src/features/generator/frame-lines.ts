import { graphemesOf, type QrFrame, type TextOutline } from '@scanleaf/qr'
import { isLanguage } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { outlineOf } from './outline'

/** Outlines kept ready: one call to action serves all codes of a batch. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024
/** A second line, or a line beside a code, gets an ellipsis from here on: more could not be read at its size. */
export const MAX_CAPTION_LINE = 40

const kept = new Map<string, TextOutline>()
let keptBytes = 0

/** The call to action of a frame. */
export type FrameText = Pick<QrFrame, 'text' | 'language'>

/** The call to action and, if there is one, the second line. */
export type FrameLines = [TextOutline] | [TextOutline, TextOutline]

/**
 * Outlines of the words of a frame.
 * @param second what the second line says; null for none
 * @throws AppError ValidationError naming `frame` for a text with characters that no font has
 */
export async function frameLinesOf(frame: FrameText, second: string | null): Promise<FrameLines> {
  const call = await keptOutline(frame.text, frame.language).catch((error) => {
    if (error instanceof AppError && error.code === 'ValidationError')
      throw new AppError('ValidationError', { frame: 'unknown-characters' }, undefined, { cause: error })
    throw error
  })
  const line = second === null ? null : await captionOutline(second, frame.language)
  return line ? [call, line] : [call]
}

/** Characters without a shape are left out of a name: the code must be had whatever it is called. Null when none is left. */
export async function captionOutline(text: string, language: string): Promise<TextOutline | null> {
  const all = graphemesOf(text)
  const shown = all.length > MAX_CAPTION_LINE ? [...all.slice(0, MAX_CAPTION_LINE - 1), '…'] : all
  const whole = await keptOutline(shown.join(''), language).catch(noShape)
  if (whole) return whole
  const drawn: string[] = []
  for (const grapheme of shown) {
    const isDrawn = grapheme.trim() === '' || (await keptOutline(grapheme, language).catch(noShape)) !== null
    if (isDrawn) drawn.push(grapheme)
  }
  const rest = drawn.join('').trim()
  return rest === '' ? null : keptOutline(rest, language).catch(noShape)
}

function noShape(error: unknown): null {
  if (error instanceof AppError && error.code === 'ValidationError') return null
  throw error
}

async function keptOutline(text: string, language: string): Promise<TextOutline> {
  const key = `${language} ${text}`
  const known = kept.get(key)
  if (known) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const outline = await outlineOf(text, isLanguage(language) ? language : undefined)
  kept.set(key, outline)
  keptBytes += outline.path.length
  for (const [oldest, { path }] of kept) {
    if (keptBytes <= MAX_KEPT_BYTES) break
    kept.delete(oldest)
    keptBytes -= path.length
  }
  return outline
}
