import multipart from '@fastify/multipart'
import { resultOf } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config'
import type { Database } from '../../platform/db/database'
import { openFiles } from '../../platform/files/file-store'
import { currentUser, requireUser } from '../../platform/session'
import { MAX_IMAGE_BYTES } from './limits'
import { readImage, storeImage } from './service'
import { readImageField, UPLOAD_LIMITS } from './upload'

const ImageId = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/) })
const UploadedImage = z.object({ id: z.string() })

/** Room for the other fields and the framing of a request that holds the largest image. */
const MAX_REQUEST_BYTES = MAX_IMAGE_BYTES + 256 * 1024

const tags = ['media']

/** Images that users upload, and their public addresses; ids cannot be guessed. */
export const media: FastifyPluginAsyncZod<{
  database: Database
  config: Pick<Config, 'dataDir'>
  clock: Clock
}> = async (app, { database, config, clock }) => {
  const files = await openFiles(config.dataDir)
  await app.register(multipart, { limits: UPLOAD_LIMITS })

  app.post(
    '/media/images',
    {
      onRequest: [requireUser, refuseLongRequest],
      schema: {
        tags,
        summary: 'Upload a GIF, JPEG or PNG in the multipart field `photo`',
        consumes: ['multipart/form-data'],
        response: { 201: resultOf(UploadedImage) },
      },
      onError: async (request, reply) => {
        // The rest of a refused upload is not waited for.
        if (!request.raw.complete) reply.header('connection', 'close')
      },
    },
    async (request, reply) => {
      const bytes = await readImageField(request, 'photo')
      // The decoders are large and seldom needed: they load with the first upload.
      const { cleanImage } = await import('./image')
      const image = await cleanImage(bytes, 'photo')
      const { id } = await storeImage({ database, files, clock }, currentUser(request).id, image)
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
}

/** An image can do nothing but be shown, even when it is opened as a page. */
const IMAGE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
  'x-content-type-options': 'nosniff',
}

async function refuseLongRequest(request: FastifyRequest): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES)
    throw new AppError('PayloadTooLarge')
}
