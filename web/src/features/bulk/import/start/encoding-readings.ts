import type { Language } from '@scanleaf/shared'
import type { TextEncoding } from '@scanleaf/shared/tables'

/** One way to read a file, with two of its rows. */
export interface EncodingReading {
  encoding: TextEncoding
  rows: string[]
}

/** Rows are shown from the beginning of a file. */
const SHOWN_BYTES = 65_536

/** How a file may be read; the server says what is wrong with one that is not a text, or too large. */
export async function readingsOf(file: File, language: Language): Promise<EncodingReading[]> {
  const { decodeAs, exampleRows, fittingEncodings, MAX_FILE_BYTES } = await import('@scanleaf/shared/tables')
  if (file.size > MAX_FILE_BYTES) return []
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const encodings = fittingEncodings(bytes, language)
    if (encodings.length < 2) return []
    return encodings.map((encoding) => ({
      encoding,
      rows: exampleRows(decodeAs(bytes.subarray(0, SHOWN_BYTES), encoding).text.split(/[\r\n]+/)),
    }))
  } catch {
    return []
  }
}
