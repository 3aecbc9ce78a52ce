import { MAX_PDF_BYTES } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import { acting } from '../../platform/http/acting'
import { formHooks } from '../../platform/http/multipart'
import type { FileRow } from './repository'
import type { UploadedFiles } from './uploaded-files'

declare module 'fastify' {
  interface FastifyRequest {
    /** The PDF of a form, stored but not in use; null when there is none. */
    pdfFile: FileRow | null
  }
}

/**
 * Hooks of a route that takes a form with a PDF, which is stored while it comes: it is in `request.pdfFile`. A refused
 * call leaves no file.
 */
export function pdfFormHooks(field: string, uploads: UploadedFiles) {
  const file = { field, maxBytes: MAX_PDF_BYTES, tooLarge: 'pdf-max-size' } as const
  const hooks = formHooks(file, async (request, { file: stream, filename }) => {
    const incoming = { stream, name: filename ?? '', field }
    request.pdfFile = await uploads.store(acting(request).ownerId, { ...incoming })
  })
  return {
    ...hooks,
    async onError(request: FastifyRequest): Promise<void> {
      if (request.pdfFile) await uploads.remove(request.pdfFile.id)
    },
  }
}
