import { MAX_PDF_BYTES, PDF_TYPE } from '@scanleaf/shared'

/** What can be wrong with a file; the texts are `dynamic-codes.generator.{problem}` (spec §5). */
export type PdfProblem = 'invalid-pdf-file' | 'pdf-max-size'

/** A PDF begins with this, after at most a kilobyte of other bytes (ISO 32000-1, annex H.3.4.1). */
const SIGNATURE = '%PDF-'
const SIGNATURE_WITHIN = 1024

/**
 * What is wrong with a file before it is sent, told by its bytes: some systems give a PDF no type.
 * @throws DOMException when the file cannot be read, as one that was moved meanwhile
 */
export async function pdfProblem(file: File): Promise<PdfProblem | null> {
  if (file.type !== PDF_TYPE && file.type !== '') return 'invalid-pdf-file'
  const start = await file.slice(0, SIGNATURE_WITHIN).arrayBuffer()
  if (!new TextDecoder('latin1').decode(start).includes(SIGNATURE)) return 'invalid-pdf-file'
  return file.size > MAX_PDF_BYTES ? 'pdf-max-size' : null
}
