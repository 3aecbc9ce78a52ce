import { deflateSync } from 'node:zlib'
import { type DrawnSheetPage, drawDesignedPage, isRightToLeft, type PageMark } from '@scanleaf/qr'
import {
  cutToFit,
  type DesignedPage,
  ELLIPSIS,
  type Language,
  PAGE_WEIGHTS,
  type PageText,
} from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { drawableText } from './frame-lines'
import { outlineOf, textMeasure } from './outline'

type Words = Extract<PageMark, { kind: 'words' }>

/** Of a letter in any script, as a multiple of its size. */
const WIDEST = 1.3

/** @param known keys of resources that the file has already */
export async function drawPage(
  { height, language, marks }: DesignedPage,
  known: ReadonlySet<string>,
): Promise<DrawnSheetPage> {
  const drawn: PageMark[] = []
  for (const mark of marks) {
    const placed = mark.kind === 'text' ? await placedWords(mark, language) : mark
    if (placed) drawn.push(placed)
  }
  return drawDesignedPage(height, drawn, known, (data) => deflateSync(data))
}

/** Null for words that no font draws. */
async function placedWords(words: PageText, language: Language): Promise<Words | null> {
  const { em, align, isBold, room, color, y } = words
  const text = await fitting((await drawableText(words.text, language)).text, room / em, language)
  if (text === '') return null
  try {
    const direction = isRightToLeft(text) ? 'rtl' : 'ltr'
    const outline = await outlineOf(
      text,
      language,
      direction,
      isBold ? PAGE_WEIGHTS.bold : PAGE_WEIGHTS.regular,
    )
    const width = (outline.width * em) / outline.em
    const before = { left: 0, middle: width / 2, right: width }[align]
    return { kind: 'words', text, outline, x: words.x - before, y, em, color }
  } catch (error) {
    if (error instanceof AppError && error.code === 'ValidationError') return null
    throw error
  }
}

/** @param room as a multiple of the size of the letters */
async function fitting(text: string, room: number, language: Language): Promise<string> {
  // Most words are short, and measuring takes longer than drawing them.
  if (text.length * WIDEST <= room) return text
  const measure = await textMeasure(text + ELLIPSIS, language)
  return cutToFit(text, (shown) => measure(shown) <= room)
}
