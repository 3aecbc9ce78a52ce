import { graphemesOf } from '../contents/clean-line'

/** Width of a line of text, as a multiple of the size of its letters. */
export type MeasureText = (text: string) => number

/** Words of a caption, set in lines. */
export interface SetWords {
  /** From top to bottom, without the spaces between them. */
  readonly lines: readonly string[]
  /** Size of the letters, in millimetres. */
  readonly em: number
  /** Whether the words end in an ellipsis, because not even small letters fit. */
  readonly isCut: boolean
}

/** Room for words, in millimetres, and the size that their letters have at most. */
export interface WordsRoom {
  readonly width: number
  readonly height: number
  readonly em: number
}

/** Height of a line as a multiple of the size of its letters: marks of all scripts above and below. */
export const LINE_HEIGHT = 1.4
/** Smallest letters, as a share of the size that they would have. */
const MIN_LETTERS = 0.5
/** Four points: smaller letters are printed and not read, so words are cut instead. */
const LEAST_EM = 1.4
const ELLIPSIS = '…'
/** Measures of a line that is exactly as wide as its room. */
const NEARLY = 1 + 1e-9

/** Scripts that have no spaces between words. */
const SPACELESS =
  /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Mymr}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]/u
const OPENS = /^[\p{Ps}\p{Pi}]/u
/** Signs that repeat or lengthen what is before them, and marks: no line begins with one. */
const FOLLOWS = /^[\p{Lm}\p{M}]/u
const BREAKING_SPACE = /(?![\u00a0\u2007\u202f])\s$/u
const HYPHEN = /^[-‐–—/]$/u

/** Unicode UAX #9, P2: the first letter decides. */
export function isRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0] ?? ''
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
}

/** Parts of a text between which a line may end: words with the space behind them, by the dictionary where there is none. */
function partsOf(text: string, language: string): string[] {
  const parts: string[] = []
  let before = ''
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const part = parts.length - 1
    if (part < 0 || mayBreak(before, segment, isWordLike ?? false, parts[part] as string)) parts.push(segment)
    else parts[part] += segment
    before = segment
  }
  return parts
}

function mayBreak(before: string, segment: string, isWord: boolean, part: string): boolean {
  if (BREAKING_SPACE.test(before)) return segment.trim() !== ''
  if (FOLLOWS.test(segment) || OPENS.test(before)) return false
  if (HYPHEN.test(before)) return part.length > before.length && /^\p{L}/u.test(segment)
  return (isWord || OPENS.test(segment)) && (SPACELESS.test(before) || SPACELESS.test(segment))
}

/** Parts with their widths: in a line, and without their spaces at its end. */
interface MeasuredPart {
  readonly text: string
  readonly width: number
  readonly last: number
}

const measured = (parts: readonly string[], measure: MeasureText): MeasuredPart[] =>
  parts.map((text) => ({ text, width: measure(text), last: measure(text.trimEnd()) }))

/** Lines of at most a width, each as full as it can be; a wider part has a line of its own. */
function filled(parts: readonly MeasuredPart[], width: number): string[] {
  const lines: string[] = []
  let used = 0
  for (const { text, width: own, last } of parts) {
    if (lines.length > 0 && used + last <= width * NEARLY) {
      lines[lines.length - 1] += text
      used += own
    } else {
      lines.push(text)
      used = own
    }
  }
  return lines
}

/** The narrowest width in which parts take so many lines, which makes the lines nearly equal. */
function narrowest(parts: readonly MeasuredPart[], lines: number): number {
  let low = Math.max(...parts.map(({ last }) => last))
  let high = parts.reduce((sum, { width }) => sum + width, 0)
  if (filled(parts, low).length <= lines) return low
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2
    if (filled(parts, middle).length <= lines) high = middle
    else low = middle
  }
  return high
}

/** The lines with the largest letters that fit, and the fewest of them. */
function largest(parts: readonly MeasuredPart[], { width, height, em }: WordsRoom, least: number) {
  let best = { lines: [] as string[], em: 0 }
  const most = Math.max(1, Math.min(parts.length, Math.floor(height / (least * LINE_HEIGHT) + 1e-6)))
  for (let count = 1; count <= most && best.em < em; count++) {
    const needed = narrowest(parts, count)
    const size = Math.min(em, height / (count * LINE_HEIGHT), width / needed)
    if (size > best.em * NEARLY) best = { lines: filled(parts, needed), em: size }
  }
  return best
}

/**
 * Sets words in a room: in as many lines as they need, in smaller letters where the lines are too many, and cut where
 * not even half of the size fits. Lines end between words; a word is divided, between grapheme clusters, where it is
 * wider than the room.
 * @param language BCP 47
 */
export function setWords(text: string, room: WordsRoom, measure: MeasureText, language: string): SetWords {
  const least = Math.min(room.em, Math.max(room.em * MIN_LETTERS, LEAST_EM))
  if (measure(text) * room.em <= room.width * NEARLY && room.em * LINE_HEIGHT <= room.height * NEARLY)
    return { lines: [text], em: room.em, isCut: false }
  const widest = room.width / least
  const words = measured(partsOf(text, language), measure)
  const whole = largest(words, room, least)
  const trimmed = (lines: readonly string[]): string[] => lines.map((line) => line.trim())
  if (whole.em * NEARLY >= least) return { lines: trimmed(whole.lines), em: whole.em, isCut: false }
  const divided = words.flatMap((word) =>
    word.last <= widest * NEARLY ? [word] : measured(graphemesOf(word.text), measure),
  )
  const parted = largest(divided, room, least)
  if (parted.em * NEARLY >= least) return { lines: trimmed(parted.lines), em: parted.em, isCut: false }
  const em = Math.min(least, room.height / LINE_HEIGHT)
  const count = Math.max(1, Math.floor(room.height / (em * LINE_HEIGHT) + 1e-6))
  const lines = trimmed(filled(divided, room.width / em))
  const isWhole = lines.length <= count
  const shown = lines.slice(0, count)
  if (!isWhole) shown[count - 1] = shortened(shown[count - 1] as string, room.width / em, measure)
  return { lines: shown, em, isCut: !isWhole }
}

/** A line that ends in an ellipsis. */
function shortened(line: string, width: number, measure: MeasureText): string {
  const letters = graphemesOf(line)
  for (;;) {
    const cut = `${letters.join('').trimEnd()}${ELLIPSIS}`
    if (letters.length <= 1 || measure(cut) <= width * NEARLY) return cut
    letters.pop()
  }
}
