import { MAX_IMAGE_BYTES } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error'

/** Room for the fields and the framing of a request with the largest picture. */
const MAX_REQUEST_BYTES = MAX_IMAGE_BYTES + 512 * 1024

/** What a save as a form may hold (threat model: framing). */
export const SAVE_LIMITS = {
  fileSize: MAX_IMAGE_BYTES,
  files: 2,
  fields: 40,
  parts: 42,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  headerPairs: 20,
  headerSize: 8 * 1024,
}

const IMAGE_FIELD = 'qrImage'

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a save as a form. */
    qrImage: Buffer | null
  }
}

export async function refuseLongRequest(request: FastifyRequest): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES) throw tooLarge()
}

const tooLarge = () => new AppError('PayloadTooLarge', { [IMAGE_FIELD]: 'image-max-size' })

/**
 * Hook before validation: a form becomes the body that JSON would have been, and its file `qrImage`.
 * @throws AppError BadRequest for a body that is no form, PayloadTooLarge
 */
export async function readForm(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return
  const fields = new Map<string, unknown>()
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('PayloadTooLarge')
        fields.set(part.fieldname, part.value)
      } else {
        const bytes = await part.toBuffer().catch((error) => {
          throw part.file.truncated ? tooLarge() : error
        })
        if (part.fieldname === IMAGE_FIELD && bytes.length > 0) request.qrImage = bytes
      }
    }
  } catch (cause) {
    if (cause instanceof AppError || (cause as { statusCode?: number }).statusCode) throw cause
    // What the parser cannot read, it throws or emits without a status.
    throw new AppError('BadRequest', undefined, undefined, { cause })
  }
  request.body = Object.fromEntries(fields)
}
