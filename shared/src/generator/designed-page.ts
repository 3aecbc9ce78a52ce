import { graphemesOf, type PageMark } from '@scanleaf/qr'
import type { Language } from '../languages'

type Shape = Exclude<PageMark, { kind: 'words' }>
type Words = Extract<PageMark, { kind: 'words' }>

/** Words that are drawn by the fonts of who draws the page. */
export interface PageText extends Omit<Words, 'kind' | 'outline'> {
  kind: 'text'
  /** Which point of the words is at `x`. */
  align: 'left' | 'middle' | 'right'
  isBold: boolean
  /** Most millimetres that they take; longer ones end in an ellipsis. */
  room: number
}

/** A page of a document, in millimetres from its top left. */
export interface DesignedPage {
  height: number
  language: Language
  marks: (Shape | PageText)[]
}

/** How heavy the letters of a page are. */
export const PAGE_WEIGHTS = { regular: 450, bold: 700 } as const

/** Words that are longer than their room end in it. */
export const ELLIPSIS = '…'

/** As much of words as fits, with an ellipsis where they are cut. */
export function cutToFit(text: string, fits: (shown: string) => boolean): string {
  if (fits(text)) return text
  const letters = graphemesOf(text)
  const cut = (length: number): string => `${letters.slice(0, length).join('').trimEnd()}${ELLIPSIS}`
  let [low, high] = [0, letters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(cut(middle))) low = middle
    else high = middle - 1
  }
  return cut(low)
}
