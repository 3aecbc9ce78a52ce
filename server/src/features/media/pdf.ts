import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { PDF_TYPE } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'

const HEAD = Buffer.from('%PDF-')
/** Where the end of the file is looked for, from the last byte that is no padding. */
const TAIL_BYTES = 1024
/** Padding that is kept beside the tail: zeros and blanks that some programs append. */
const MOST_PADDING_BYTES = 4096

/** A file as it is uploaded. */
export interface PdfUpload {
  /** Tells by `limit`, and from then on by `truncated`, that more was sent than is taken: a part of a form. */
  stream: Readable & { truncated: boolean }
  /** Media type that the sender declares. */
  type: string
  /** Name of the form's field, for the refusal. */
  field: string
}

/** What is known of a PDF once it has been read to its end. */
export interface PdfFacts {
  size: number
  sha256: string
}

/**
 * The bytes of an upload, judged as they pass: the stream fails with an AppError as soon as they cannot be a PDF of
 * the size that is taken. Nothing of the file is opened or unpacked.
 *
 * A PDF begins with `%PDF-` (ISO 32000-1 §7.5.2; readers forgive bytes before it, and so do those who hide another
 * file there) and ends with `startxref`, a place and `%%EOF` (§7.5.5).
 * @param facts filled when the stream has ended
 */
export async function* judgedPdf(
  { stream, type, field }: PdfUpload,
  facts: PdfFacts,
): AsyncGenerator<Buffer> {
  const refuse = () => new AppError('ValidationError', { [field]: 'invalid-pdf-file' })
  const tooLarge = () => new AppError('PayloadTooLarge', { [field]: 'pdf-max-size' })
  // The parser would read on to the end of the part, wherever that is.
  stream.once('limit', () => stream.destroy(tooLarge()))
  if (type.toLowerCase() !== PDF_TYPE) throw refuse()
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (head.length < HEAD.length) head = Buffer.concat([head, chunk.subarray(0, HEAD.length)])
    if (!HEAD.subarray(0, head.length).equals(head.subarray(0, HEAD.length))) throw refuse()
    tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES - MOST_PADDING_BYTES)
    facts.size += chunk.length
    hash.update(chunk)
    yield chunk
  }
  if (stream.truncated) throw tooLarge()
  if (head.length < HEAD.length || !hasEnd(tail)) throw refuse()
  facts.sha256 = hash.digest('hex')
}

function hasEnd(tail: Buffer): boolean {
  let end = tail.length
  while (end > 0 && (tail[end - 1] === 0 || tail[end - 1] === 0x20)) end--
  const text = tail.toString('latin1', Math.max(0, end - TAIL_BYTES), end)
  return /startxref\s+\d+\s+%%EOF/.test(text)
}
