import { normalForm, withoutMarks } from './clean-line'

/** Every line end of Unicode (UAX #14, mandatory breaks). */
const LINE_END = /\r\n|[\r\u0085\u2028\u2029\v\f]/g
/**
 * Controls and what no reader draws. Unlike in a single line, marks that order or break the text stay: direction marks
 * and isolates of Arabic and Hebrew, and the zero-width space, at which Khmer, Lao, Burmese and Thai wrap.
 */
const INVISIBLE =
  /(?![\n\t\u200b\u200e\u200f\u061c\u2066-\u2069]|\p{Join_Control}|\p{Variation_Selector})[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/** At an end none of them orders or breaks anything; those that open or close an isolate stay. */
const NOTHING_AT_ENDS = /[\s\u200b\u200e\u200f\u061c]/

/**
 * A text of several lines as it was meant: in NFC, lines ended by a line feed, without control and invisible characters
 * and without white space around it.
 * @example cleanText('\nThứ 2\r\n  nghỉ\u2060\n') // 'Thứ 2\n  nghỉ'
 */
export const cleanText = (text: string): string =>
  withoutEnds(normalForm(withoutMarks(text.replace(LINE_END, '\n'), INVISIBLE)))

/** One pass from each end: a pattern that is anchored only at the end takes quadratic time. */
function withoutEnds(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && NOTHING_AT_ENDS.test(text.charAt(start))) start++
  while (end > start && NOTHING_AT_ENDS.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
