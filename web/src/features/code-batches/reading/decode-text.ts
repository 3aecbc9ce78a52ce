import { TableError } from './table'

const MARKS = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

export interface DecodedText {
  text: string
  isWindows1258: boolean
}

/**
 * The text of a CSV file: UTF-16 by its byte order mark, else UTF-8, else windows-1258, in which older Vietnamese
 * programs save.
 * @throws {TableError} `not-a-table` for bytes that are no text
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  const decoded = marked
    ? { text: new TextDecoder(marked.encoding).decode(bytes), isWindows1258: false }
    : decodeUnmarked(bytes)
  // No text has this character; it is frequent in pictures, programs and UTF-16 without a mark.
  if (decoded.text.includes('\0')) throw new TableError('not-a-table')
  return decoded
}

function decodeUnmarked(bytes: Uint8Array): DecodedText {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isWindows1258: false }
  } catch {
    return { text: new TextDecoder('windows-1258').decode(bytes), isWindows1258: true }
  }
}
