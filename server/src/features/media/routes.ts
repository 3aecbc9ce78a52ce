import { MAX_IMAGE_BYTES, resultOf } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import { acting } from '../../platform/http/acting'
import { contentDisposition } from '../../platform/http/content-disposition'
import { acceptMultipart } from '../../platform/http/multipart'
import { spooledFormHooks } from '../../platform/http/spooled-file'
import { pdfFormHooks } from './pdf-form'
import { findFileOf } from './repository'
import { readImage } from './service'
import { uploadedFiles } from './uploaded-files'
import type { UploadedImages } from './uploaded-images'

const ImageId = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/) })
const UploadedImage = z.object({ id: z.string() })
const UploadedFile = z.object({ id: z.string(), url: z.string() })

const tags = ['media']

/** Images that users upload, and their public addresses; ids cannot be guessed. */
export const media: FastifyPluginAsyncZod<{
  database: Database
  files: FileStore
  images: UploadedImages
  clock: Clock
}> = async (app, { database, files, images, clock }) => {
  await acceptMultipart(app)
  app.decorateRequest('formFile', null)
  app.decorateRequest('pdfFile', null)
  const photo = spooledFormHooks(
    { field: 'photo', maxBytes: MAX_IMAGE_BYTES, tooLarge: 'image-max-size' },
    files,
  )
  const pdf = pdfFormHooks('file', uploadedFiles({ database, files, clock }))

  app.post(
    '/media/images',
    {
      config: { access: 'codes:create', isHeavy: true },
      ...photo,
      onRequest: [refuseOthers, photo.onRequest],
      schema: {
        operationId: 'images.upload',
        tags,
        summary: 'Upload a GIF, JPEG or PNG in the multipart field `photo`',
        consumes: ['multipart/form-data'],
        response: { 201: resultOf(UploadedImage) },
      },
    },
    async (request, reply) => {
      if (!request.formFile) throw new AppError('ValidationError', { photo: 'required' })
      const { id } = await images.store(acting(request).ownerId, request.formFile, 'photo')
      return reply.code(201).send({ result: { id } })
    },
  )

  app.get(
    '/media/images/:id',
    {
      config: { access: 'public' },
      schema: { tags, summary: 'An uploaded image', security: [], params: ImageId },
    },
    async (request, reply) => {
      const found = await readImage({ database, files }, request.params.id)
      if (!found) throw new AppError('NotFound')
      return reply.type(found.image.type).headers(IMAGE_HEADERS).send(found.bytes)
    },
  )

  app.post(
    '/media/files/upload',
    {
      config: { access: 'codes:create', isHeavy: true },
      ...pdf,
      onRequest: [refuseOthers, pdf.onRequest],
      schema: {
        operationId: 'files.upload',
        tags,
        summary: 'Upload a PDF in the multipart field `file`',
        consumes: ['multipart/form-data'],
        response: { 201: resultOf(UploadedFile) },
      },
    },
    async (request, reply) => {
      if (!request.pdfFile) throw new AppError('ValidationError', { file: 'not-upload-file-pdf' })
      const { id } = request.pdfFile
      return reply.code(201).send({ result: { id, url: `/media/files/${id}` } })
    },
  )

  app.get(
    '/media/files/:id',
    {
      config: { access: 'codes:read' },
      schema: { operationId: 'files.get', tags, summary: 'An own file, to save', params: ImageId },
    },
    async (request, reply) => {
      const file = await findFileOf(database.db, request.params.id, acting(request).ownerId)
      const bytes = file && (await files.readStream(file.key))
      if (!file || !bytes) throw new AppError('NotFound')
      return reply
        .type('application/octet-stream')
        .headers({ ...IMAGE_HEADERS, 'content-length': file.size })
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

/** Hook: takes nothing but a form. */
async function refuseOthers({ headers }: FastifyRequest): Promise<void> {
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? ''))
    throw new AppError('UnsupportedMediaType')
}
