import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  hasPdfHeader,
  PDF_HEAD_BYTES,
  PDF_TAIL_BYTES,
  type PdfBytesProblem,
  pdfBytesProblem,
} from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'

/** A file as it is uploaded. */
export interface PdfUpload {
  /** Raises `limit`, and sets `truncated`, when more was sent than is accepted: a part of a form. */
  stream: Readable & { truncated: boolean }
  /** Name of the form's field, for the refusal. */
  field: string
}

/** Properties of a PDF once it has been read to its end. */
export interface PdfProperties {
  size: number
  sha256: string
}

/**
 * The bytes of an upload, checked as they pass: the stream fails with an AppError as soon as they cannot be a PDF of
 * an accepted size. Nothing of the file is opened or unpacked; `pdfBytesProblem` defines a PDF.
 * @param properties filled when the stream has ended
 */
export async function* validatePdf(
  { stream, field }: PdfUpload,
  properties: PdfProperties,
): AsyncGenerator<Buffer> {
  const tooLarge = () => new AppError('PayloadTooLarge', { [field]: 'pdf-max-size' })
  const refused = (problem: PdfBytesProblem) => new AppError('ValidationError', { [field]: problem })
  // The parser would read on to the end of the part, wherever that is.
  stream.once('limit', () => stream.destroy(tooLarge()))
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (head.length < PDF_HEAD_BYTES) {
      head = Buffer.concat([head, chunk]).subarray(0, PDF_HEAD_BYTES)
      if (head.length === PDF_HEAD_BYTES && !hasPdfHeader(head)) throw refused('invalid-pdf-file')
    }
    tail = Buffer.concat([tail, chunk]).subarray(-PDF_TAIL_BYTES)
    properties.size += chunk.length
    hash.update(chunk)
    yield chunk
  }
  if (stream.truncated) throw tooLarge()
  const problem = pdfBytesProblem(head, tail)
  if (problem) throw refused(problem)
  properties.sha256 = hash.digest('hex')
}
