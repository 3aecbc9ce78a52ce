import multipart from '@fastify/multipart'
import { type FieldError, MAX_PDF_BYTES, resultOf } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import { contentDisposition } from '../../platform/content-disposition'
import type { Database } from '../../platform/db/database'
import { doNotWaitForRest } from '../../platform/discard-body'
import type { FileStore } from '../../platform/files/file-store'
import { currentUser, requireUser } from '../../platform/session'
import { MAX_IMAGE_BYTES } from './limits'
import { findFileOf } from './repository'
import { readImage, storeImage, storePdf } from './service'
import { readImageField, streamPdfField, UPLOAD_LIMITS } from './upload'

const ImageId = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/) })
const UploadedImage = z.object({ id: z.string() })
const UploadedFile = z.object({ id: z.string(), url: z.string() })

/** Room for the other fields and the framing of a request that holds the largest file. */
const FRAMING_BYTES = 256 * 1024

const tags = ['media']

/** Images that users upload, and their public addresses; ids cannot be guessed. */
export const media: FastifyPluginAsyncZod<{
  database: Database
  files: FileStore
  clock: Clock
}> = async (app, { database, files, clock }) => {
  await app.register(multipart, { limits: UPLOAD_LIMITS })

  app.post(
    '/media/images',
    {
      onRequest: [requireUser, refuseLonger(MAX_IMAGE_BYTES, 'photo', 'image-max-size')],
      schema: {
        tags,
        summary: 'Upload a GIF, JPEG or PNG in the multipart field `photo`',
        consumes: ['multipart/form-data'],
        response: { 201: resultOf(UploadedImage) },
      },
      onError: doNotWaitForRest,
    },
    async (request, reply) => {
      const bytes = await readImageField(request, 'photo')
      // The decoders are large and seldom needed: they load with the first upload.
      const { cleanImage } = await import('./image')
      const image = await cleanImage(bytes, 'photo')
      const { id } = await storeImage({ database, files, clock }, currentUser(request).id, image, 'photo')
      return reply.code(201).send({ result: { id } })
    },
  )

  app.get(
    '/media/images/:id',
    { schema: { tags, summary: 'An uploaded image', security: [], params: ImageId } },
    async (request, reply) => {
      const found = await readImage({ database, files }, request.params.id)
      if (!found) throw new AppError('NotFound')
      return reply.type(found.image.type).headers(IMAGE_HEADERS).send(found.bytes)
    },
  )

  app.post(
    '/media/files/upload',
    {
      onRequest: [requireUser, refuseLonger(MAX_PDF_BYTES, 'file', 'pdf-max-size')],
      schema: {
        tags,
        summary: 'Upload a PDF in the multipart field `file`',
        consumes: ['multipart/form-data'],
        response: { 201: resultOf(UploadedFile) },
      },
      onError: doNotWaitForRest,
    },
    async (request, reply) => {
      const { id } = await streamPdfField(request, 'file', (upload) =>
        storePdf({ database, files, clock }, currentUser(request).id, upload),
      )
      return reply.code(201).send({ result: { id, url: `/media/files/${id}` } })
    },
  )

  app.get(
    '/media/files/:id',
    { onRequest: requireUser, schema: { tags, summary: 'An own file, to save', params: ImageId } },
    async (request, reply) => {
      const file = await findFileOf(database.db, request.params.id, currentUser(request).id)
      const bytes = file && (await files.readStream(file.key))
      if (!file || !bytes) throw new AppError('NotFound')
      return reply
        .type('application/octet-stream')
        .headers({ ...IMAGE_HEADERS, 'cache-control': 'private, no-store', 'content-length': file.size })
        .header('content-disposition', contentDisposition('attachment', file.name))
        .send(bytes)
    },
  )
}

/** An image can do nothing but be shown, even when it is opened as a page. */
const IMAGE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
  'x-content-type-options': 'nosniff',
}

/** Hook: refuses a request that announces more than the largest file, before its body is read. */
const refuseLonger =
  (fileBytes: number, field: string, problem: FieldError) =>
  async (request: FastifyRequest): Promise<void> => {
    if (Number(request.headers['content-length'] ?? 0) > fileBytes + FRAMING_BYTES)
      throw new AppError('PayloadTooLarge', { [field]: problem })
  }
