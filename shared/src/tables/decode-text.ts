import { TableError } from './table'

export const TEXT_ENCODINGS = ['utf-8', 'utf-16', 'windows-1258', 'windows-1252'] as const
export type TextEncoding = (typeof TEXT_ENCODINGS)[number]

export interface DecodedText {
  text: string
  encoding: TextEncoding
}

const MARKS = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/**
 * The text of a file: UTF-16 by its byte order mark, else UTF-8, else windows-1258, in which older Vietnamese programs
 * save, or windows-1252, in which older Western ones do.
 * @throws {TableError} `not-a-table` for bytes that are no text
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  const decoded: DecodedText = marked
    ? { text: new TextDecoder(marked.encoding).decode(bytes), encoding: 'utf-16' }
    : decodeUnmarked(bytes)
  // No text has this character; it is frequent in pictures, programs and UTF-16 without a mark.
  if (decoded.text.includes('\0')) throw new TableError('not-a-table')
  return decoded
}

function decodeUnmarked(bytes: Uint8Array): DecodedText {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    const text = new TextDecoder('windows-1258').decode(bytes)
    if (isVietnamese(text)) return { text, encoding: 'windows-1258' }
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}

/** A tone mark of windows-1258 on a vowel, or a letter that only Vietnamese has, where Portuguese has ã and õ otherwise. */
const VIETNAMESE = /[aeiouyâêôăơư][\u0300\u0301\u0303\u0309\u0323]|[đư]|ă[cmnpt]|ơ[cimnpt]/giu
/** What other languages read as windows-1258 give: a mark on a consonant or on nothing, and the endings of Portuguese. */
const WESTERN = /[^aeiouyâêôăơư][\u0300\u0301\u0303\u0309\u0323]|ă[eos\s]|ơe/giu

/** The two encodings differ in the letters of Vietnamese alone, so the more frequent sort of pairs tells. */
const isVietnamese = (text: string): boolean =>
  (text.match(VIETNAMESE)?.length ?? 0) > (text.match(WESTERN)?.length ?? 0)
