import { MAX_IMAGE_BYTES, PICTURE_USES, resultOf, UploadedPicture } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { FileStore } from '../../platform/files/file-store'
import { acting, requireVerifiedEmail } from '../../platform/http/acting'
import { acceptMultipart } from '../../platform/http/multipart'
import { spooledFormHooks } from '../../platform/http/spooled-file'
import type { ImageDecoder } from '../media'
import type { PagesContext } from './judged-page'
import { lockPage } from './lock-page'
import { PICTURE_FIELD, storePicture } from './pictures/pictures'

/** Pictures that owners upload for a page. */
export const pictureRoutes: FastifyPluginAsyncZod<
  PagesContext & { files: FileStore; decoder: ImageDecoder }
> = async (app, context) => {
  const { clock, database, files } = context
  await acceptMultipart(app)
  app.decorateRequest('formFile', null)
  const form = spooledFormHooks(
    { field: PICTURE_FIELD, maxBytes: MAX_IMAGE_BYTES, tooLarge: 'image-max-size' },
    files,
  )

  app.post(
    '/pages/:id/pictures',
    {
      config: { access: 'codes:write', isHeavy: true },
      ...form,
      onRequest: [requireVerifiedEmail, form.onRequest],
      schema: {
        tags: ['pages'],
        operationId: 'pages.uploadPicture',
        summary:
          'Upload a GIF, JPEG or PNG in the multipart field `photo`, which the draft of the page can name from then on',
        params: z.object({ id: z.uuid() }),
        querystring: z.object({ use: z.enum(PICTURE_USES).default('photo') }),
        consumes: ['multipart/form-data'],
        response: { 201: resultOf(UploadedPicture) },
      },
    },
    async (request, reply) => {
      const { formFile } = request
      if (!formFile) throw new AppError('ValidationError', { [PICTURE_FIELD]: 'required' })
      const { ownerId } = acting(request)
      const { id: pageId } = request.params
      const lock = async (tx: Parameters<typeof lockPage>[0]) => {
        await lockPage(tx, ownerId, pageId)
      }
      // Nothing is decoded for a page that is not there.
      await database.transaction(lock)
      const picture = { pageId, userId: ownerId, use: request.query.use, now: clock.now() }
      const id = await storePicture(context, picture, formFile, lock)
      return reply.code(201).send({ result: { id } })
    },
  )
}
