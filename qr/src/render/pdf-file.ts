import { zlibPadded } from './deflate'

export const POINTS_PER_MM = 72 / 25.4

export const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff)

/** A text string as UTF-16BE with byte order mark in hexadecimal (ISO 32000-1 §7.9.2.2). */
export function textString(text: string): string {
  let hex = 'FEFF'
  for (let index = 0; index < text.length; index++) {
    hex += text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0')
  }
  return `<${hex}>`
}

/** Compresses as zlib does (RFC 1950). */
export type Deflate = (data: Uint8Array) => Uint8Array

/** Compressed data, filled up with line ends that no reader of content minds. */
export const packed: Deflate = (data) => zlibPadded(data, 0x0a)

const HEADER = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n'

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const file = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    file.set(part, at)
    at += part.length
  }
  return file
}

/**
 * Writes numbered objects and the cross-reference table (ISO 32000-1 §7.5). The bytes of finished objects can be taken
 * while others follow, so that a long file need not be in memory.
 */
export class PdfFile {
  /** Where each object begins; 0 for one that is not written yet. */
  private readonly offsets: number[] = []
  private parts: Uint8Array[] = [latin1(HEADER)]
  private length = HEADER.length

  /** Number of a new object that is set later. */
  reserve(): number {
    return this.offsets.push(0)
  }

  set(number: number, body: string): void {
    this.write(number, [latin1(body)])
  }

  add(body: string): number {
    const number = this.reserve()
    this.set(number, body)
    return number
  }

  /** A compressed stream; `entries` go into its dictionary. */
  addStream(data: Uint8Array, entries = ''): number {
    return this.addPacked(packed(data), entries)
  }

  /** As `addStream`, of data from {@link packed}. */
  addPacked(data: Uint8Array, entries = ''): number {
    const number = this.reserve()
    const head = latin1(`<< ${entries} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`)
    this.write(number, [head, data, latin1('\nendstream')])
    return number
  }

  /** The bytes since the last call. */
  take(): Uint8Array {
    const bytes = joined(this.parts)
    this.parts = []
    return bytes
  }

  /** The rest of the file. */
  end(root: number, info: number): Uint8Array {
    const table = this.offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    const count = this.offsets.length + 1
    const trailer = `trailer\n<< /Size ${count} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${this.length}\n%%EOF\n`
    this.push(latin1(`xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`))
    return this.take()
  }

  private write(number: number, body: readonly Uint8Array[]): void {
    this.offsets[number - 1] = this.length
    for (const part of [latin1(`${number} 0 obj\n`), ...body, latin1('\nendobj\n')]) this.push(part)
  }

  private push(bytes: Uint8Array): void {
    this.parts.push(bytes)
    this.length += bytes.length
  }
}
