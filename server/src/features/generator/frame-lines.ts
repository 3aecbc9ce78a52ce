import { type FrameTextOutline, graphemesOf, isRightToLeft, type QrFrame } from '@scanleaf/qr'
import { isLanguage, type Language } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { lettersWithoutFont, outlineOf } from './outline'

/** Outlines kept ready: one call to action serves all codes of a batch. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024
/** A second line gets an ellipsis from here on: more could not be read at its size. */
const MAX_SECOND_LINE = 40

const kept = new Map<string, FrameTextOutline>()
let keptBytes = 0

/** The call to action of a frame. */
export type FrameText = Pick<QrFrame, 'text' | 'language'>

/** The call to action and, if there is one, the second line. */
export type FrameLines = [FrameTextOutline] | [FrameTextOutline, FrameTextOutline]

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
  const line =
    second === null
      ? null
      : await lineOutline((await secondLine(second, frame.language)).text, frame.language)
  return line ? [call, line] : [call]
}

/** A second line as it is drawn, and what of it is not. */
interface DrawableText {
  text: string
  /** Letters that no font has, each once: they are left out, because a code must be had whatever it is called. */
  missing: string[]
}

/** A text without the letters that no font has. */
export async function drawableText(text: string, language: string): Promise<DrawableText> {
  const missing = await lettersWithoutFont(text, languageOf(language))
  if (missing.length === 0) return { text, missing }
  const isDrawn = (letter: string): boolean => !missing.includes(letter)
  return { text: graphemesOf(text).filter(isDrawn).join('').replace(/ {2,}/g, ' ').trim(), missing }
}

/** A second line, and whether it had to be cut. */
export async function secondLine(text: string, language: string): Promise<DrawableText & { isCut: boolean }> {
  const drawable = await drawableText(text, language)
  const letters = graphemesOf(drawable.text)
  if (letters.length <= MAX_SECOND_LINE) return { ...drawable, isCut: false }
  const cut = `${letters.slice(0, MAX_SECOND_LINE - 1).join('')}…`
  return { ...drawable, text: cut, isCut: true }
}

/** The outline of a line of words without letters that no font has; null where nothing would be seen. */
export const lineOutline = async (
  text: string,
  language: string,
  isFromRight = isRightToLeft(text),
): Promise<FrameTextOutline | null> =>
  text === '' ? null : keptOutline(text, language, isFromRight).catch(noShape)

const languageOf = (language: string): Language | undefined => (isLanguage(language) ? language : undefined)

function noShape(error: unknown): null {
  if (error instanceof AppError && error.code === 'ValidationError') return null
  throw error
}

async function keptOutline(
  text: string,
  language: string,
  isFromRight = isRightToLeft(text),
): Promise<FrameTextOutline> {
  const key = `${language} ${isFromRight} ${text}`
  const known = kept.get(key)
  if (known) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const outline = await outlineOf(text, languageOf(language), isFromRight ? 'rtl' : 'ltr')
  kept.set(key, outline)
  keptBytes += outline.path.length
  for (const [oldest, { path }] of kept) {
    if (keptBytes <= MAX_KEPT_BYTES) break
    kept.delete(oldest)
    keptBytes -= path.length
  }
  return outline
}
