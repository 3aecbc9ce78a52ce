import multipart from '@fastify/multipart'
import type { FieldError } from '@scanleaf/shared'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error'
import { doNotWaitForRest } from './discard-body'

/** What a form may hold (threat model: framing). */
const LIMITS = {
  files: 1,
  fields: 40,
  parts: 41,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  headerPairs: 20,
  headerSize: 8 * 1024,
}
/** Room for the fields and the framing of a request with the largest file. */
const FRAMING_BYTES = 512 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a form; null when there is none. */
    formFile: Buffer | null
  }
}

/** The one file that a form may hold. */
export interface FormFile {
  field: string
  maxBytes: number
  /** What a larger one is told. */
  tooLarge: FieldError
}

/**
 * Lets the routes of a plugin take forms, of both encodings, besides JSON: a form becomes the body that JSON would have
 * been, and its file `request.formFile`.
 */
export async function acceptForms(app: FastifyInstance, file: FormFile): Promise<void> {
  app.decorateRequest('formFile', null)
  await app.register(multipart, { limits: { ...LIMITS, fileSize: file.maxBytes } })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LIMITS.fieldSize },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  app.addHook('onRequest', async (request) => {
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > file.maxBytes + FRAMING_BYTES) throw tooLargeFile(file)
  })
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) await readForm(request, file)
  })
  app.addHook('onError', doNotWaitForRest)
}

const tooLargeFile = ({ field, tooLarge }: FormFile) => new AppError('PayloadTooLarge', { [field]: tooLarge })

/** @throws AppError BadRequest for a body that is no form, PayloadTooLarge */
async function readForm(request: FastifyRequest, file: FormFile): Promise<void> {
  const fields = new Map<string, unknown>()
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('PayloadTooLarge')
        fields.set(part.fieldname, part.value)
        continue
      }
      // The parser would read on to the end of the part, wherever that is.
      part.file.once('limit', () => part.file.destroy(tooLargeFile(file)))
      const bytes = await part.toBuffer()
      if (part.fieldname === file.field && bytes.length > 0) request.formFile = bytes
    }
  } catch (cause) {
    if (cause instanceof AppError || (cause as { statusCode?: number }).statusCode) throw cause
    // What the parser cannot read, it throws or emits without a status.
    throw new AppError('BadRequest', undefined, undefined, { cause })
  }
  request.body = Object.fromEntries(fields)
}
