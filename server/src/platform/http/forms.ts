import type { FastifyInstance } from 'fastify'
import type { FileStore } from '../files/file-store'
import { acceptMultipart, type FormFile } from './multipart'
import { spooledFormHooks } from './spooled-file'

const MAX_URLENCODED_BYTES = 64 * 1024

/**
 * Lets all routes of a plugin take forms, of both encodings, besides JSON: a form becomes the body that JSON would have
 * been, and its file is in `request.formFile`.
 */
export async function acceptForms(app: FastifyInstance, file: FormFile, files: FileStore): Promise<void> {
  app.decorateRequest('formFile', null)
  await acceptMultipart(app)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_URLENCODED_BYTES },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  const { onRequest, preValidation, onSend } = spooledFormHooks(file, files)
  app.addHook('onRequest', onRequest)
  app.addHook('preValidation', preValidation)
  app.addHook('onSend', onSend)
}
