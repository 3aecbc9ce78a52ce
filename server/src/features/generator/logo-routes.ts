import { type AddressRules, DEFAULT_QR_SETTINGS, type QrCustomSettings } from '@scanleaf/qr'
import {
  ChooseImageLogo,
  type GeneratedCode,
  type ImgLogo,
  ImgLogoResponse,
  type LogoInput,
  MakeTextLogo,
  type StoredLogo,
  UploadImageLogo,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../platform/app-error'
import { acting } from '../../platform/http/acting'
import { requestLanguage } from '../../platform/http/error-handler'
import type { UploadedImages } from '../media'
import { payloadFor } from './content'
import type { Generator } from './generator'
import { logoSvg } from './outline'

/** Keeps a picture of a code that can be drawn. @param userId of its owner; null without an account */
export type PictureOf = (
  payload: string,
  settings: QrCustomSettings,
  logo: StoredLogo | null,
  format: 'png' | 'svg' | 'eps' | 'pdf',
  userId: string | null,
) => Promise<GeneratedCode>

interface LogoRouteOptions {
  generator: Generator
  images: UploadedImages
  appUrl: string
  addressRules: AddressRules
  pictureOf: PictureOf
}

const tags = ['qrcode-generator']
/** Fields of a logo as the logo calls name them. */
const LOGO_FIELDS = { 'logo.link': 'link', 'logo.text': 'textLogo' }

/** Logos as they are shown, with the code that they are for. */
export const logoRoutes: FastifyPluginAsyncZod<LogoRouteOptions> = async (app, options) => {
  const { generator, images, appUrl, addressRules, pictureOf } = options

  /** The text of the code that leads to an address; null without one. */
  const payloadOf = (link: string): Promise<string | null> =>
    named({ content: 'link' }, async () => (link === '' ? null : payloadFor('url', link, addressRules)))

  /** The logo as it is shown, and when there is something to encode the code with it. */
  async function answerOf(
    request: FastifyRequest,
    input: LogoInput,
    payload: string | null,
    settings: Partial<QrCustomSettings>,
  ): Promise<{ imgLogo: string; result: ImgLogo }> {
    const { ownerId: userId } = acting(request)
    const logo = await named(LOGO_FIELDS, () =>
      generator.prepareLogo(userId, input, requestLanguage(request)),
    )
    const imgLogo = logo.outline ? logoSvg(logo.outline, logo.background) : `${appUrl}${logo.link}`
    const design = { ...DEFAULT_QR_SETTINGS, ...settings }
    const qrImage = payload === null ? null : await pictureOf(payload, design, logo, 'png', userId)
    const { link, text, background, outline } = logo
    return { imgLogo, result: { imgLogo, link, text, background, outline, qrImage } }
  }
  const logoSchema = { tags, response: { 200: ImgLogoResponse } }

  app.post(
    '/qrcode-generator/qrcode-url-logo-img/user',
    {
      config: { access: 'codes:create', isHeavy: true },
      schema: {
        operationId: 'logos.upload',
        summary: 'Upload a logo, and see a code with it',
        ...logoSchema,
        consumes: ['multipart/form-data'],
        body: UploadImageLogo,
      },
    },
    async (request) => {
      if (!request.formFile) throw new AppError('ValidationError', { file: 'required' })
      const { background, link, qrCustomSettings } = request.body
      const payload = await payloadOf(link)
      const { id } = await images.store(acting(request).ownerId, request.formFile, 'file')
      const logo = imageLogo(`/media/images/${id}`, background)
      return answerOf(request, logo, payload, qrCustomSettings)
    },
  )

  app.post(
    '/qrcode-generator/qrcode-url-logo-img/user-logo',
    {
      config: { access: 'codes:create', isHeavy: true },
      schema: {
        operationId: 'logos.choose',
        summary: 'A logo that is uploaded already, on a background',
        ...logoSchema,
        body: ChooseImageLogo,
      },
    },
    async (request) => answerOf(request, imageLogo(request.body.link, request.body.background), null, {}),
  )

  app.post(
    '/qrcode-generator/qrcode-url-logo-text/user',
    {
      config: { access: 'codes:create', isHeavy: true },
      schema: {
        operationId: 'logos.write',
        summary: 'A logo of letters, and a code with it',
        ...logoSchema,
        body: MakeTextLogo,
      },
    },
    async (request) => {
      const { textLogo, background, link, qrCustomSettings } = request.body
      const logo = { ...imageLogo('', background), isImageLogo: false, text: textLogo }
      return answerOf(request, logo, await payloadOf(link), qrCustomSettings)
    },
  )
}

const imageLogo = (link: string, background: string): LogoInput => ({
  isImageLogo: true,
  background,
  chooseBackground: background !== '',
  link,
  text: '',
})

/** Runs something that refuses fields under names that are not the caller's. */
export async function named<T>(names: Record<string, string>, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof AppError && error.fields)) throw error
    const fields = Object.entries(error.fields).map(([field, problem]) => [names[field] ?? field, problem])
    const details = Object.entries(error.details ?? {}).map(([field, of]) => [names[field] ?? field, of])
    throw new AppError(error.code, Object.fromEntries(fields), undefined, {
      cause: error,
      ...(details.length > 0 && { details: Object.fromEntries(details) }),
    })
  }
}
