import { MAX_IMAGE_SIZE, MAX_MARGIN, MIN_IMAGE_SIZE } from '@scanleaf/qr'
import { isTrialLink, TRIAL_PREFIX, trialReason } from '@scanleaf/shared'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Database } from '../../../platform/db/database'
import { acting } from '../../../platform/http/acting'
import { type DrawOptions, QR_FORMATS, TYPE_OF_FORMAT } from '../../generator'
import { codeRedirectOf, type Drawable, imageVersionOf } from '../present'
import { findByImageKey, findUserCode } from '../repository'
import type { CodeImages } from './code-image'

interface ImageRouteOptions {
  database: Database
  codeHost: string
  images: CodeImages
}

const ImageQuery = z.object({
  size: z.coerce.number().int().min(MIN_IMAGE_SIZE).max(MAX_IMAGE_SIZE).optional(),
  margin: z.coerce.number().int().min(0).max(MAX_MARGIN).optional(),
  cmyk: z.stringbool().optional(),
})
const Format = z.enum(QR_FORMATS)
const ById = z.object({ id: z.uuid(), format: Format })
const ByKey = z.object({ imageKey: z.string().regex(/^[A-Za-z0-9_-]{20}$/), format: Format })

const drawOptionsOf = ({ size, margin, cmyk }: z.output<typeof ImageQuery>): DrawOptions => ({
  ...(size !== undefined && { size }),
  ...(margin !== undefined && { margin }),
  ...(cmyk !== undefined && { cmyk }),
})

/** GET /user-codes/{id}/image.{format}: the file of an own code, to download. */
export const ownImage: FastifyPluginAsyncZod<ImageRouteOptions> = async (
  app,
  { database, codeHost, images },
) => {
  app.get(
    '/user-codes/:id/image.:format',
    {
      config: { access: 'codes:read', isHeavy: true },
      schema: {
        operationId: 'codes.image',
        summary: 'The picture of a code',
        tags: ['user-codes'],
        params: ById,
        querystring: ImageQuery,
      },
    },
    async (request, reply) => {
      const { id, format } = request.params
      const row = await findUserCode(database.db, acting(request).ownerId, id)
      if (!row) throw new AppError('NotFound')
      reply.header('content-disposition', attachmentOf(row, format, codeHost))
      return sendImage(request, reply, images, row, format, drawOptionsOf(request.query))
    },
  )
}

/** The images that `qrImageUrl` names: open, under an unguessable key. */
export const publicImage: FastifyPluginAsyncZod<ImageRouteOptions> = async (
  app,
  { database, codeHost, images },
) => {
  app.get(
    '/media/codes/:imageKey.:format',
    {
      config: { access: 'public' },
      schema: {
        tags: ['media'],
        security: [],
        params: ByKey,
        querystring: ImageQuery.extend({ v: z.string().optional() }),
      },
    },
    async (request, reply) => {
      const row = await findByImageKey(database.db, request.params.imageKey)
      if (!row) throw new AppError('NotFound')
      // Under its version a picture never changes; without one it is requested each time.
      const isVersion = request.query.v === imageVersionOf(row, codeHost)
      reply
        .header('cache-control', isVersion ? 'public, max-age=31536000, immutable' : 'public, no-cache')
        .header('cross-origin-resource-policy', 'cross-origin')
      // Formats other than images are downloads: no document opens at the address of the application.
      if (!TYPE_OF_FORMAT[request.params.format].startsWith('image/'))
        reply.header('content-disposition', attachmentOf(row, request.params.format, codeHost))
      return sendImage(request, reply, images, row, request.params.format, drawOptionsOf(request.query))
    },
  )
}

/** An id is ASCII without quotation marks; the picture of a trial says so. */
function attachmentOf(row: Drawable, format: z.output<typeof Format>, codeHost: string): string {
  const isTrial = isTrialLink(codeRedirectOf(row, codeHost), { codeHost, trial: trialReason(codeHost) })
  return `attachment; filename="${isTrial ? TRIAL_PREFIX : ''}${row.dynamicId ?? 'qrcode'}.${format}"`
}

async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  images: CodeImages,
  row: Drawable,
  format: z.output<typeof Format>,
  options: DrawOptions,
) {
  reply
    .header('etag', images.etagOf(row, format, options))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (request.headers['if-none-match'] === images.etagOf(row, format, options)) return reply.code(304).send()
  const { bytes } = await images.draw(row, format, options)
  return reply.type(TYPE_OF_FORMAT[format]).send(bytes)
}
