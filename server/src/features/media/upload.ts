import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error'
import { MAX_IMAGE_BYTES } from './limits'

/** What a multipart request with one image may hold (threat model: framing). */
export const UPLOAD_LIMITS = {
  fileSize: MAX_IMAGE_BYTES,
  files: 1,
  fields: 40,
  parts: 41,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  headerPairs: 20,
}

/**
 * The bytes of the only file, which must be in the given field; reading stops as soon as there are too many.
 * @throws AppError ValidationError without such a file, PayloadTooLarge, BadRequest for a body that is no multipart
 */
export async function readImageField(request: FastifyRequest, field: string): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError('UnsupportedMediaType')
  const bytes = await readFile(request, field).catch((cause) => {
    if (cause instanceof AppError || cause.statusCode) throw cause
    // What the parser cannot read, it throws or emits without a status.
    throw new AppError('BadRequest', undefined, undefined, { cause })
  })
  if (bytes === null) throw new AppError('ValidationError', { [field]: 'required' })
  return bytes
}

/** Null when the first file of the request is in another field, or there is none. */
async function readFile(request: FastifyRequest, field: string): Promise<Buffer | null> {
  const part = await request.file()
  if (part?.fieldname !== field) {
    part?.file.resume()
    return null
  }
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(chunk as Buffer)
  if (part.file.truncated) throw new AppError('PayloadTooLarge')
  return Buffer.concat(chunks)
}
