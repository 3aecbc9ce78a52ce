import { byteLength } from './byte-length'

/** Longest line in bytes before it is folded, RFC 2426 §2.6 and RFC 5545 §3.1. */
const MAX_LINE_BYTES = 75

/** Escapes a text value or a component of one, RFC 2426 §4 and RFC 5545 §3.3.11. */
export const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

export const unescapeText = (text: string): string =>
  text.replace(/\\(.)/gsu, (_, character: string) => (/n/i.test(character) ? '\n' : character))

/** Cuts a line into pieces of at most 75 bytes; a following piece starts with a space. Characters stay whole. */
export function fold(line: string): string {
  if (byteLength(line) <= MAX_LINE_BYTES) return line
  const pieces: string[] = []
  let piece = ''
  let room = MAX_LINE_BYTES
  for (const character of line) {
    const bytes = byteLength(character)
    if (bytes > room) {
      pieces.push(piece)
      piece = ''
      room = MAX_LINE_BYTES - 1
    }
    piece += character
    room -= bytes
  }
  return [...pieces, piece].join('\r\n ')
}

export interface Property {
  readonly name: string
  /** In upper case, each behind a semicolon. */
  readonly parameters: string
  readonly value: string
}

/** The lines of a card or an event, unfolded; what is none is left out. */
export function readProperties(payload: string): Property[] {
  const lines = payload.replace(/(?:\r\n|\r|\n)[ \t]/g, '').split(/\r\n|\r|\n/)
  return lines.flatMap((line) => {
    const match = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:"]*(?:"[^"]*")?)*):(.*)$/s.exec(line)
    if (!match) return []
    return [
      {
        name: (match[1] ?? '').toUpperCase(),
        parameters: (match[2] ?? '').toUpperCase(),
        value: match[3] ?? '',
      },
    ]
  })
}
