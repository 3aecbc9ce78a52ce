/** How much of the start and of the end of a file {@link pdfBytesProblem} looks at, in bytes. */
export const PDF_HEAD_BYTES = 1024
export const PDF_TAIL_BYTES = 1024 + 4096

const HEADER = '%PDF-'
/** Where the end of the document is looked for, before padding. */
const END_WITHIN_BYTES = 1024
const END = /startxref\s+\d+\s+%%EOF/

/** The bytes are no PDF, or those of a PDF whose end is missing. */
export type PdfBytesProblem = 'invalid-pdf-file' | 'incomplete-pdf-file'

/**
 * Why bytes are not a PDF, judged only by them: neither the name nor the declared type decides what a file is.
 * The header is followed by `startxref`, an offset and `%%EOF` in the last 1024 bytes (ISO 32000-1 §7.5.5, annex H.3 note
 * 18), not counting zeros and blanks that some programs append.
 * @param head the first {@link PDF_HEAD_BYTES} of the file, or all of it
 * @param tail the last {@link PDF_TAIL_BYTES} of the file, or all of it
 */
export function pdfBytesProblem(head: Uint8Array, tail: Uint8Array): PdfBytesProblem | null {
  if (!hasPdfHeader(head)) return 'invalid-pdf-file'
  let end = tail.length
  while (end > 0 && (tail[end - 1] === 0 || tail[end - 1] === 0x20)) end--
  const last = tail.subarray(Math.max(0, end - END_WITHIN_BYTES), end)
  return END.test(latin1(last)) ? null : 'incomplete-pdf-file'
}

/**
 * Whether a PDF begins in the first 1024 bytes (ISO 32000-1 annex H.3 note 13): a byte order mark or a line end may
 * come before it.
 */
export const hasPdfHeader = (head: Uint8Array): boolean =>
  latin1(head.subarray(0, PDF_HEAD_BYTES)).includes(HEADER)

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)
