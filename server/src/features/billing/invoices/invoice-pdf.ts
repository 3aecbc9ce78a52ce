import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Language, languageOf } from '@scanleaf/shared'
import { type FontFile, fontsFor } from '../../../platform/fonts'
import { LANGUAGE_TRAITS } from '../../../platform/language-traits'
import type { InvoiceTexts } from './invoice-texts'

/** A4 in points, and its margins. */
const WIDTH = 595
const HEIGHT = 842
const MARGIN = 48
const INNER = WIDTH - 2 * MARGIN

const INK = '#141C18'
const DIM = '#5A665F'
const BRAND = '#0C7D4B'
const LINE = '#E4E9E6'

/** Ends of the columns from the leading edge: what, how many, price, amount. */
const COLUMN_ENDS = [0.52, 0.64, 0.82, 1].map((share) => share * INNER)
const GAP = 12

interface Style {
  size: number
  weight?: number
  color?: string
}
const BODY: Style = { size: 10 }
const SMALL: Style = { size: 8.5, color: DIM }
const BOLD: Style = { size: 10, weight: 600 }

/**
 * The invoice as a PDF of A4 pages, set with our own fonts in the direction of the language: letters are joined,
 * reordered and stacked as their script asks.
 */
export async function drawInvoicePdf(texts: InvoiceTexts, language: Language): Promise<Buffer> {
  // The same file on every machine: the fonts that happen to be installed are not asked.
  process.env['DISABLE_SYSTEM_FONTS_LOAD'] = '1'
  const { GlobalFonts, PDFDocument } = await import('@napi-rs/canvas')
  const fonts = await fontsOf(texts, language)
  for (const { family, path } of fonts) {
    if (!GlobalFonts.has(family)) GlobalFonts.registerFromPath(path, family)
  }
  const document = new PDFDocument({ title: `${texts.title} ${texts.number}` })
  const sheet = new Sheet(
    () => document.beginPage(WIDTH, HEIGHT) as SKRSContext2D,
    () => document.endPage(),
    language,
    fonts,
  )
  drawHead(sheet, texts)
  drawParties(sheet, texts)
  drawLines(sheet, texts)
  sheet.close()
  return document.close()
}

/** The files that have the characters; one that none has is drawn as an empty box. */
async function fontsOf(texts: InvoiceTexts, language: Language): Promise<FontFile[]> {
  const characters = new Set(JSON.stringify(texts))
  const found = await Promise.all([...characters].map((each) => fontsFor(each, language, () => true)))
  const latin = await fontsFor('a', language, () => true)
  return [...new Set([...(latin ?? []), ...found.flatMap((files) => files ?? [])])]
}

/** Sets lines from the top down and begins a new page when one is full. Places are from the leading edge. */
class Sheet {
  y = MARGIN
  readonly #begin: () => SKRSContext2D
  readonly #end: () => void
  readonly #language: Language
  readonly #isRtl: boolean
  readonly #families: string
  readonly #lineHeight: number
  #context: SKRSContext2D

  constructor(begin: () => SKRSContext2D, end: () => void, language: Language, fonts: readonly FontFile[]) {
    this.#begin = begin
    this.#end = end
    this.#language = language
    this.#isRtl = languageOf(language).dir === 'rtl'
    this.#families = fonts.map(({ family }) => `"${family}"`).join(', ')
    this.#lineHeight = LANGUAGE_TRAITS[language].hasTallLines ? 1.75 : 1.45
    this.#context = begin()
  }

  close(): void {
    this.#end()
  }

  /** Room for `height` points, on a new page when this one has none. */
  reserve(height: number): void {
    if (this.y + height <= HEIGHT - MARGIN) return
    this.#end()
    this.#context = this.#begin()
    this.y = MARGIN
  }

  heightOf = ({ size }: Style): number => size * this.#lineHeight

  /** One line at `y`; its leading edge, or with `isEnd` its trailing edge, is at `at`. */
  text(text: string, at: number, style: Style, isEnd = false): void {
    const context = this.#styled(style)
    context.direction = isRightToLeft(text) ? 'rtl' : 'ltr'
    context.textAlign = isEnd === this.#isRtl ? 'left' : 'right'
    context.fillText(text, this.#x(at), this.y + this.heightOf(style) * 0.72)
  }

  rule(color: string, thickness = 0.75): void {
    this.#context.fillStyle = color
    this.#context.fillRect(MARGIN, this.y, INNER, thickness)
  }

  /** The text in lines of at most `width` points. */
  wrap(text: string, width: number, style: Style): string[] {
    const context = this.#styled(style)
    const lines: string[] = []
    let line = ''
    for (const part of this.#partsOf(text)) {
      if (line !== '' && context.measureText(line + part).width > width) {
        lines.push(line.trimEnd())
        line = part.trimStart()
      } else line += part
    }
    return [...lines, line]
  }

  #styled({ size, weight = 400, color = INK }: Style): SKRSContext2D {
    const context = this.#context
    context.font = `${size}px ${this.#families}`
    context.fontVariationSettings = `'wght' ${weight}`
    context.fillStyle = color
    return context
  }

  #x = (at: number): number => (this.#isRtl ? WIDTH - MARGIN - at : MARGIN + at)

  /** Words, also of scripts that put nothing between them. */
  #partsOf(text: string): string[] {
    const words = new Intl.Segmenter(this.#language, { granularity: 'word' }).segment(text)
    return Array.from(words, ({ segment }) => segment)
  }
}

/** By the first letter (Unicode UAX #9, P2): a Latin address keeps its order on an Arabic invoice. */
const isRightToLeft = (text: string): boolean => /^\p{Script=Arabic}/u.test(/\p{L}/u.exec(text)?.[0] ?? '')

function drawHead(sheet: Sheet, { title, number, details }: InvoiceTexts): void {
  const top = sheet.y
  sheet.text(title, 0, { size: 22, weight: 650 })
  sheet.y += sheet.heightOf({ size: 22 })
  sheet.text(number, 0, { ...BODY, color: DIM })
  const bottom = sheet.y + sheet.heightOf(BODY)
  sheet.y = top + 4
  for (const [label, value] of details) {
    sheet.text(value, INNER, BOLD, true)
    sheet.text(label, INNER - 110, { ...BODY, color: DIM }, true)
    sheet.y += sheet.heightOf(BODY) + 2
  }
  sheet.y = Math.max(bottom, sheet.y) + 12
  sheet.rule(BRAND, 1.5)
  sheet.y += 20
}

function drawParties(sheet: Sheet, { parties }: InvoiceTexts): void {
  const width = INNER / 2 - GAP
  const top = sheet.y
  let bottom = top
  for (const [place, { title, lines }] of parties.entries()) {
    const at = place * (INNER / 2)
    sheet.y = top
    sheet.text(title, at, SMALL)
    sheet.y += sheet.heightOf(SMALL) + 3
    for (const [row, line] of lines.entries()) {
      const style = row === 0 ? BOLD : BODY
      for (const part of sheet.wrap(line, width, style)) {
        sheet.text(part, at, style)
        sheet.y += sheet.heightOf(style)
      }
    }
    bottom = Math.max(bottom, sheet.y)
  }
  sheet.y = bottom + 24
}

function drawLines(sheet: Sheet, { heads, lines, sums, total, foot }: InvoiceTexts): void {
  drawCells(sheet, heads, SMALL)
  for (const { cells, note } of lines) {
    const [what = '', ...figures] = cells
    const parts = sheet.wrap(what, (COLUMN_ENDS[0] ?? 0) - GAP, BODY)
    const notes = note === null ? [] : sheet.wrap(note, (COLUMN_ENDS[0] ?? 0) - GAP, SMALL)
    sheet.reserve(parts.length * sheet.heightOf(BODY) + notes.length * sheet.heightOf(SMALL) + 16)
    sheet.rule(LINE)
    sheet.y += 8
    drawFigures(sheet, figures, BODY)
    for (const part of parts) {
      sheet.text(part, 0, BODY)
      sheet.y += sheet.heightOf(BODY)
    }
    for (const part of notes) {
      sheet.text(part, 0, SMALL)
      sheet.y += sheet.heightOf(SMALL)
    }
    sheet.y += 8
  }
  sheet.reserve(80 + sums.length * sheet.heightOf(BODY))
  if (sums.length > 0) sheet.rule(LINE)
  sheet.y += sums.length > 0 ? 8 : 0
  for (const { label, amount } of sums) {
    sheet.text(label, 0, BODY)
    sheet.text(amount, INNER, BODY, true)
    sheet.y += sheet.heightOf(BODY)
  }
  sheet.y += sums.length > 0 ? 8 : 0
  sheet.rule(INK, 1.5)
  sheet.y += 10
  const style: Style = { size: 13, weight: 650 }
  sheet.text(total.label, 0, style)
  sheet.text(total.amount, INNER, style, true)
  sheet.y += sheet.heightOf(style) + 14
  for (const part of sheet.wrap(foot, INNER, SMALL)) {
    sheet.text(part, 0, SMALL)
    sheet.y += sheet.heightOf(SMALL)
  }
}

function drawCells(sheet: Sheet, [first = '', ...others]: string[], style: Style): void {
  sheet.text(first, 0, style)
  drawFigures(sheet, others, style)
  sheet.y += sheet.heightOf(style) + 6
}

/** The cells after the first, each at the end of its column. */
function drawFigures(sheet: Sheet, figures: readonly string[], style: Style): void {
  for (const [place, figure] of figures.entries()) {
    sheet.text(figure, COLUMN_ENDS[place + 1] ?? INNER, style, true)
  }
}
