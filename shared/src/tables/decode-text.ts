import type { Language } from '../languages'
import type { TextEncoding } from '../text-encodings'
import { fittingCodePages } from './fitting-code-pages'
import { TableError } from './table'

export interface DecodedText {
  text: string
  encoding: TextEncoding
}

const MARKS = [
  { mark: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { mark: [0xff, 0xfe], label: 'utf-16le' },
  { mark: [0xfe, 0xff], label: 'utf-16be' },
] as const

/** What only bytes that are no text decode to; UTF-16 with the wrong end first has them, too. */
const NO_TEXT = /(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u
/** What every table has. */
const DIVIDER = /[\r\n,;\t]/

/**
 * The text of a file as written: by its byte order mark, else in UTF-8 or UTF-16 where it is valid in them, else in the
 * code page that it fits.
 * @param language decides between two code pages that fit
 * @throws {TableError} `not-a-table` for bytes that are no text
 */
export function decodeText(bytes: Uint8Array, language: Language): DecodedText {
  const [encoding = 'utf-8'] = fittingEncodings(bytes, language)
  return decodeAs(bytes, encoding)
}

/**
 * The encodings that a file may be in, the likeliest first; one where there is no doubt.
 * @throws {TableError} `not-a-table` for bytes that are no text
 */
export function fittingEncodings(bytes: Uint8Array, language: Language): TextEncoding[] {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return [marked.label === 'utf-8' ? 'utf-8' : 'utf-16']
  if (bytes.includes(0)) return ['utf-16']
  return isUtf8(bytes) ? ['utf-8'] : fittingCodePages(bytes, language)
}

/** This many letters to a broken one show UTF-8, as where a program cut a cell in the middle of a letter. */
const MOSTLY = 20

/**
 * A file in an encoding that a person chose; what is not a letter in it becomes U+FFFD.
 * @throws {TableError} `not-a-table` for bytes that are no text
 */
export function decodeAs(bytes: Uint8Array, encoding: TextEncoding): DecodedText {
  const text = encoding === 'utf-16' ? decodeUtf16(bytes) : new TextDecoder(encoding).decode(bytes)
  // No text has this character; it is frequent in pictures and programs.
  if (text.includes('\0')) throw new TableError('not-a-table')
  return { text, encoding }
}

function isUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes)
  if (!text.includes('\ufffd')) return true
  let broken = 0
  let letters = 0
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place)
    if (unit === 0xfffd) broken++
    else if (unit > 0x7f) letters++
  }
  return letters >= MOSTLY * broken
}

/** Without a mark by the end at which the text is one: a line feed with its bytes turned around is not a character. */
function decodeUtf16(bytes: Uint8Array): string {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return new TextDecoder(marked.label).decode(bytes)
  const texts = ['utf-16le', 'utf-16be'].map((label) => new TextDecoder(label).decode(bytes))
  const text = texts.find((each) => !NO_TEXT.test(each) && DIVIDER.test(each))
  if (text === undefined) throw new TableError('not-a-table')
  return text
}
