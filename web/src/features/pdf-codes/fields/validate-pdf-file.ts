import {
  MAX_PDF_BYTES,
  PDF_HEAD_BYTES,
  PDF_TAIL_BYTES,
  type PdfBytesProblem,
  pdfBytesProblem,
} from '@scanleaf/shared'

/** What can be wrong with a file; the texts are `dynamic-codes.generator.{problem}` (spec §5). */
export type PdfProblem = PdfBytesProblem | 'pdf-max-size'

/**
 * The error of a file before it is sent, by the rule of the server.
 * @throws DOMException when the file cannot be read, as one that was moved meanwhile
 */
export async function pdfProblem(file: File): Promise<PdfProblem | null> {
  const [head, tail] = await Promise.all([
    bytesOf(file.slice(0, PDF_HEAD_BYTES)),
    bytesOf(file.slice(-PDF_TAIL_BYTES)),
  ])
  const problem = pdfBytesProblem(head, tail)
  // A file that is too large is reported first: it may be truncated because of that.
  return problem !== 'invalid-pdf-file' && file.size > MAX_PDF_BYTES ? 'pdf-max-size' : problem
}

const bytesOf = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer())
