import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { FileStore, ReceivedFile } from '../files/file-store'
import { type FormFile, formHooks } from './multipart'

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a form, on the local disk until the request is answered; null when there is none. */
    formFile: (ReceivedFile & { name: string }) | null
  }
}

/** Hooks of a route that takes a form with a file that has to be checked whole: it is in `request.formFile`. */
export function spooledFormHooks(file: FormFile, files: FileStore) {
  const hooks = formHooks(file, async (request, { file: bytes, filename }) => {
    const received = await files.receive(bytes)
    // A form whose file was not chosen has an empty one.
    if (received.size > 0) request.formFile = { ...received, name: filename ?? '' }
    else await files.discard(received)
  })
  return {
    ...hooks,
    async onSend(request: FastifyRequest): Promise<void> {
      const received = request.formFile
      request.formFile = null
      if (received) await files.discard(received)
    },
  }
}

/** SHA-256 of the file of a form; empty without one. */
export async function formFileHash({ formFile }: FastifyRequest): Promise<string> {
  if (!formFile) return ''
  const hash = createHash('sha256')
  await pipeline(createReadStream(formFile.path), hash)
  return hash.digest('base64url')
}
