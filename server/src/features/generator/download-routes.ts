import { DownloadCode } from '@scanleaf/shared'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import { acting } from '../../platform/http/acting'
import { contentDisposition } from '../../platform/http/content-disposition'
import type { UploadedImages } from '../media'
import { isQrFormat } from './drawing'
import type { GeneratedPicture, GeneratedPictures } from './generated'
import type { DrawnFile, Generator } from './generator'
import type { GeneratedCodeRow } from './repository'

/**
 * A picture of a code that the user saved, by the last two parts of its address; null when these name none.
 */
export type OwnPicture = (userId: string, picture: GeneratedPicture) => Promise<DrawnFile | null>

export interface DownloadOptions {
  generator: Generator
  images: UploadedImages
  pictures: GeneratedPictures
  ownPicture: OwnPicture
  /** Hook of what needs no session. */
  limitShowing: (request: FastifyRequest) => Promise<void>
}

/** Anything else names nothing; a path is never made of it (threats §2.4). */
const NAME = /^[A-Za-z0-9_-]{1,64}(\.(png|svg|eps|pdf))?$/
const UPLOADS = 'images'

const PictureAddress = z.object({ dirName: z.string().regex(NAME), fileName: z.string().regex(NAME) })

/** A picture can do nothing but be shown, even when it is opened as a page. */
const PICTURE_HEADERS = {
  'cache-control': 'public, max-age=3600',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

const tags = ['qrcode-generator']

/** Images made for a caller, to show and to save. */
export const downloadRoutes: FastifyPluginAsyncZod<DownloadOptions> = async (
  app,
  { generator, images, pictures, ownPicture, limitShowing },
) => {
  const drawn = ({ payload, settings, logo, fileName }: GeneratedCodeRow): Promise<DrawnFile> => {
    const format = fileName.slice(fileName.lastIndexOf('.') + 1)
    if (!isQrFormat(format)) throw new AppError('NotFound')
    return generator.draw({ payload, settings, logo }, format)
  }

  /** Null for those of somebody else. */
  async function generatedFor(userId: string | null, picture: GeneratedPicture): Promise<DrawnFile | null> {
    const row = await pictures.find(picture)
    return row && (row.userId === null || row.userId === userId) ? drawn(row) : null
  }

  async function uploadOf(
    userId: string,
    { dirName, fileName }: GeneratedPicture,
  ): Promise<DrawnFile | null> {
    if (dirName !== UPLOADS || !(await images.isOf(fileName, userId))) return null
    const image = await images.read(fileName)
    return image && { bytes: Buffer.from(image.bytes), type: image.type }
  }

  app.get(
    '/media/qrcodes/:dirName/:fileName',
    {
      config: { access: 'public' },
      onRequest: limitShowing,
      schema: { tags: ['media'], security: [], params: PictureAddress },
    },
    async (request, reply) => {
      const row = await pictures.find(request.params)
      if (!row) throw new AppError('NotFound')
      const { bytes, type } = await drawn(row)
      if (!type.startsWith('image/'))
        reply.header('content-disposition', contentDisposition('attachment', row.fileName))
      return reply.type(type).headers(PICTURE_HEADERS).send(bytes)
    },
  )

  app.post(
    '/qrcode-generator/download-qrcode',
    {
      config: { access: 'public' },
      onRequest: limitShowing,
      schema: { tags, security: [], body: DownloadCode },
    },
    async (request, reply) => {
      const picture = wellNamed(request.body)
      return send(reply, picture, await generatedFor(null, picture))
    },
  )

  app.post(
    '/qrcode-generator/download-qrcode/user',
    {
      config: { access: 'codes:read', isHeavy: true },
      schema: {
        operationId: 'images.download',
        summary: 'The picture of a code that is not saved, with an own logo',
        tags,
        body: DownloadCode,
      },
    },
    async (request, reply) => {
      const { ownerId: id } = acting(request)
      const picture = wellNamed(request.body)
      const found =
        (await generatedFor(id, picture)) ?? (await uploadOf(id, picture)) ?? (await ownPicture(id, picture))
      return send(reply, picture, found)
    },
  )
}

/** After its name the URL of a saved code's image has the version of its design. */
const VERSION = /\?v=[\w-]{0,64}$/

function wellNamed({ dirName, fileName }: GeneratedPicture): GeneratedPicture {
  const picture = { dirName, fileName: fileName.replace(VERSION, '') }
  if (!NAME.test(picture.dirName) || !NAME.test(picture.fileName)) throw new AppError('NotFound')
  return picture
}

function send(reply: FastifyReply, { fileName }: GeneratedPicture, file: DrawnFile | null) {
  if (!file) throw new AppError('NotFound')
  return reply
    .type(file.type)
    .headers({ ...PICTURE_HEADERS, 'cache-control': 'private, no-store' })
    .header('content-disposition', contentDisposition('attachment', fileName))
    .send(file.bytes)
}
