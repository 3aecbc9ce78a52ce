import type { MultipartFile } from '@fastify/multipart'
import { MAX_PDF_BYTES } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error'
import { MAX_IMAGE_BYTES } from './limits'
import type { PdfUpload } from './pdf'

/** What a multipart request with one image may hold (threat model: framing). */
export const UPLOAD_LIMITS = {
  fileSize: MAX_IMAGE_BYTES,
  files: 1,
  fields: 40,
  parts: 41,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  headerPairs: 20,
  headerSize: 8 * 1024,
}

/**
 * The bytes of the only file, which must be in the given field; reading stops as soon as there are too many.
 * @throws AppError ValidationError without such a file, PayloadTooLarge, BadRequest for a body that is no multipart
 */
export async function readImageField(request: FastifyRequest, field: string): Promise<Buffer> {
  const tooLarge = () => new AppError('PayloadTooLarge', { [field]: 'image-max-size' })
  const read = async (part: MultipartFile) => {
    // The parser would read on to the end of the part, wherever that is.
    part.file.once('limit', () => part.file.destroy(tooLarge()))
    const chunks: Buffer[] = []
    for await (const chunk of part.file) chunks.push(chunk as Buffer)
    if (part.file.truncated) throw tooLarge()
    return Buffer.concat(chunks)
  }
  const bytes = await withFile(request, field, MAX_IMAGE_BYTES, read)
  if (bytes === null) throw new AppError('ValidationError', { [field]: 'required' })
  return bytes
}

/**
 * What `store` makes of the only PDF while it streams in.
 * @throws AppError ValidationError without a file in the field, BadRequest for a body that is no multipart
 */
export async function streamPdfField<T>(
  request: FastifyRequest,
  field: string,
  store: (upload: PdfUpload & { name: string }) => Promise<T>,
): Promise<T> {
  const stored = await withFile(request, field, MAX_PDF_BYTES, async ({ file, filename }) => ({
    value: await store({ stream: file, name: filename, field }),
  }))
  if (stored === null) throw new AppError('ValidationError', { [field]: 'not-upload-file-pdf' })
  return stored.value
}

/** Null when the first file of the request is in another field, or there is none. */
async function withFile<T>(
  request: FastifyRequest,
  field: string,
  fileSize: number,
  use: (part: MultipartFile) => Promise<T>,
): Promise<T | null> {
  if (!request.isMultipart()) throw new AppError('UnsupportedMediaType')
  const part = await request.file({ limits: { fileSize } }).catch((error) => {
    throw asBadRequest(error)
  })
  if (part?.fieldname !== field) {
    part?.file.resume()
    return null
  }
  try {
    return await use(part)
  } catch (error) {
    throw error === part.file.errored && !(error instanceof AppError) ? asBadRequest(error) : error
  }
}

/** What the parser cannot read, it throws or emits without a status. */
const asBadRequest = (error: unknown): unknown =>
  (error as { statusCode?: number }).statusCode
    ? error
    : new AppError('BadRequest', undefined, undefined, { cause: error })
