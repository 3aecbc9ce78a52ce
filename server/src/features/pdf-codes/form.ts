import { MAX_PDF_BYTES } from '@scanleaf/shared'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error'
import { discardBody, doNotWaitForRest } from '../../platform/discard-body'
import { currentUser } from '../../platform/session'
import type { FileRow, UploadedFiles } from '../media'

/** What a form with a PDF may hold (threat model: framing). */
export const FORM_LIMITS = {
  fileSize: MAX_PDF_BYTES,
  files: 2,
  fields: 40,
  parts: 42,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  headerPairs: 20,
  headerSize: 8 * 1024,
}
const FILE_FIELD = 'pdfFile'
/** Room for the fields and the framing of a form with the largest file. */
const MAX_REQUEST_BYTES = MAX_PDF_BYTES + 256 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a form, stored but not in use. */
    pdfFile: FileRow | null
  }
}

/** Hook: refuses a request that announces more than the largest file, without a look at its body. */
export async function refuseLongRequest(request: FastifyRequest): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) <= MAX_REQUEST_BYTES) return
  await discardBody(request.raw)
  throw new AppError('PayloadTooLarge', { [FILE_FIELD]: 'pdf-max-size' })
}

/**
 * Hook before validation: a form becomes the body that JSON would have been, and its file is stored while it comes.
 * @throws AppError as `UploadedFiles.store`, BadRequest for a body that is no form
 */
export const readForm = (uploads: UploadedFiles) => async (request: FastifyRequest) => {
  if (!request.isMultipart()) return
  const fields = new Map<string, unknown>()
  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('PayloadTooLarge')
      fields.set(part.fieldname, part.value)
    } else if (part.fieldname !== FILE_FIELD || request.pdfFile) part.file.resume()
    else {
      request.pdfFile = await uploads
        .store(currentUser(request).id, {
          stream: part.file,
          name: part.filename ?? '',
          field: FILE_FIELD,
        })
        .catch((error) => {
          throw error === part.file.errored ? asBadRequest(error) : error
        })
    }
  }
  request.body = Object.fromEntries(fields)
}

async function* partsOf(request: FastifyRequest) {
  const parts = request.parts()
  for (;;) {
    const next = await parts.next().catch((error) => {
      throw asBadRequest(error)
    })
    if (next.done) return
    yield next.value
  }
}

/** What the parser cannot read, it throws or emits without a status. */
const asBadRequest = (error: unknown): unknown =>
  error instanceof AppError || (error as { statusCode?: number }).statusCode
    ? error
    : new AppError('BadRequest', undefined, undefined, { cause: error })

/** Hook: a refused call leaves no file, and the rest of its body is not waited for. */
export const dropForm = (uploads: UploadedFiles) => async (request: FastifyRequest, reply: FastifyReply) => {
  await doNotWaitForRest(request, reply)
  if (request.pdfFile) await uploads.remove(request.pdfFile.id)
}
