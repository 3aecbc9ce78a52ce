import type { PageMark } from '@scanleaf/qr'
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
