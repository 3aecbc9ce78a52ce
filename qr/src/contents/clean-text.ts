import { withoutMarks } from './clean-line'

/** Every line end of Unicode (UAX #14, mandatory breaks). */
const LINE_END = /\r\n|[\r\u0085\u2028\u2029\v\f]/g
/**
 * Controls and what no reader draws. Unlike in a single line, marks that order or break the text stay: direction marks
 * and isolates of Arabic and Hebrew, and the zero-width space, at which Khmer, Lao, Burmese and Thai wrap.
 */
const INVISIBLE =
  /(?![\n\t\u200b\u200e\u200f\u061c\u2066-\u2069]|\p{Join_Control}|\p{Variation_Selector})[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
const BLANK_LINES_BEFORE = /^(?:[^\S\n]*\n)+/

/**
 * A text of several lines as it was meant: in NFC, lines ended by a line feed, without control and invisible characters,
 * blank lines before it and white space after it.
 * @example cleanText('\n  Thứ 2\r\nnghỉ\u2060\n') // '  Thứ 2\nnghỉ'
 */
export const cleanText = (text: string): string =>
  withoutMarks(text.replace(LINE_END, '\n'), INVISIBLE)
    .normalize('NFC')
    .replace(BLANK_LINES_BEFORE, '')
    .trimEnd()
