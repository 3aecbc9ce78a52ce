/** Line ends and tabs: a pasted paragraph stays words with a space between. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/** Controls and what no reader draws, among it zero-width and direction marks; variation selectors and joiners are judged below. */
const INVISIBLE = /(?!\p{Join_Control}|\p{Variation_Selector})[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
/** A joiner shapes letters outside Latin and emoji; anywhere else it is only invisible. */
const STRAY_JOINER =
  /(^|(?!\p{Extended_Pictographic}|\p{Emoji_Modifier})[\p{Script=Latin}\p{N}\p{P}\p{S}\p{Z}])\p{Join_Control}+|\p{Join_Control}+(?=$|[\p{Script=Latin}\p{N}\p{P}\p{Z}])/gu
/** After a character with only one shape a variation selector is only invisible; emoji and ideographs have several. */
const STRAY_SELECTOR =
  /(^|(?!\p{Emoji})[\p{Script=Latin}\p{P}\p{Z}])[\p{Variation_Selector}\p{Join_Control}]+/gu
/** The flag of a region, such as Scotland's, is a black flag and tags, which are ignorable elsewhere (UTS #51 §1.4.6). */
const TAGGED_FLAG = /(\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f})/u
const ONLY_INVISIBLE = /^[\p{Z}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]*$/u
const DIGIT = /(?![0-9])\p{Nd}/gu
const IS_DIGIT = /\p{Nd}/u

/** More marks on one letter than any language has (Unicode UAX #15 §13, Stream-Safe Text Format). */
const TOO_MANY_MARKS = /\p{M}{31}/u

/**
 * A text in a normal form of Unicode. One with more than 30 marks on a letter stays as it is: to put them in order takes
 * the square of their number, minutes for a megabyte.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  TOO_MANY_MARKS.test(text) ? text : text.normalize(form)

/**
 * A single-line field as it was meant: in NFC (RFC 5198 §2), without control, zero-width and direction marks that come
 * along when a text is pasted from a chat, a PDF or the contacts of a phone, and without white space around it.
 * @example cleanLine('\u202a+84 901 234 567\u202c\u00a0') // '+84 901 234 567'
 */
export const cleanLine = (text: string): string => cleanSpacedLine(text).trim()

/**
 * As {@link cleanLine}, but with the spaces around it, which are part of a name. Line ends and tabs around it are none.
 * @example cleanSpacedLine('Quan Ca Phe \n') // 'Quan Ca Phe '
 */
export const cleanSpacedLine = (text: string): string =>
  normalForm(
    withoutMarks(
      normalForm(text)
        .replace(BREAKS, '\n')
        .replace(/^\n|\n$/g, '')
        .replaceAll('\n', ' '),
      INVISIBLE,
    )
      .replace(STRAY_SELECTOR, '$1')
      .replace(STRAY_JOINER, '$1'),
  )

/** Whether a text begins or ends with white space, which nobody sees. */
export const hasOuterSpace = (text: string): boolean => text !== text.trim()

/** A text without the characters of a pattern, but with those that a flag is made of. */
export const withoutMarks = (text: string, marks: RegExp): string =>
  text
    .split(TAGGED_FLAG)
    .map((part, place) => (place % 2 === 1 ? part : part.replace(marks, '')))
    .join('')

/** Characters as people count them: grapheme clusters (Unicode UAX #29), so that no mark is torn off its letter. */
export const graphemesOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

/** Whether a reader would see nothing of a text: empty, white space, or invisible characters. */
export const isBlank = (text: string): boolean => ONLY_INVISIBLE.test(text)

/**
 * Decimal digits of every script as ASCII, for fields that mean a number.
 * @example asciiDigits('٠٩٠١') // '0901'
 */
export const asciiDigits = (text: string): string => text.replace(DIGIT, (digit) => String(digitValue(digit)))

/** A line that means a number. @example cleanNumber('\u202d٠٩٠١ \u202c') // '0901' */
export const cleanNumber = (text: string): string => asciiDigits(cleanLine(text))

/** Digits of a script are consecutive from 0 to 9, and sets of mathematical digits follow each other without a gap. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) as number
  let first = code
  while (IS_DIGIT.test(String.fromCodePoint(first - 1))) first--
  return (code - first) % 10
}
