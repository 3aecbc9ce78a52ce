import { type AddressRules, DEFAULT_QR_SETTINGS, type QrCustomSettings } from '@scanleaf/qr'
import {
  ChooseImageLogo,
  GenerateCode,
  GeneratedCode,
  type ImgLogo,
  ImgLogoResponse,
  type LogoInput,
  MAX_IMAGE_BYTES,
  MakeTextLogo,
  OutlinedText,
  OutlineText,
  resultOf,
  ScanCheck,
  ScanVerdict,
  type StoredLogo,
  UploadImageLogo,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import { callerOf } from '../../platform/http/client-address'
import { requestLanguage } from '../../platform/http/error-handler'
import { acceptForms } from '../../platform/http/forms'
import { createRateLimits, type Window } from '../../platform/http/rate-limit'
import { currentUser, requireUser } from '../../platform/http/session'
import type { UploadedImages } from '../media'
import { payloadFor } from './content'
import { downloadRoutes, type OwnPicture } from './download-routes'
import { downloadNameOf, generatedPictures } from './generated'
import type { Generator } from './generator'
import { logoSvg } from './outline'

/** Per caller, for calls that need no session. */
const DRAWINGS: Window = { limit: 60, windowMs: 60_000 }
/** Per caller, for pictures that are drawn when they are shown. */
const SHOWINGS: Window = { limit: 300, windowMs: 60_000 }
const CHECKS: Window = { limit: 20, windowMs: 60_000 }
/** Calls to action are chosen, names are typed. */
const OUTLINES: Window = { limit: 120, windowMs: 60_000 }

export interface GeneratorRouteOptions {
  generator: Generator
  images: UploadedImages
  files: FileStore
  database: Database
  clock: Clock
  appUrl: string
  addressRules: AddressRules
  /** The pictures of saved codes, for a download by their owner. */
  ownPicture: OwnPicture
}

const tags = ['qrcode-generator']

/** Pictures, logos and verdicts for callers who save no code (spec §7, "Generators and media"). */
export const generatorRoutes: FastifyPluginAsyncZod<GeneratorRouteOptions> = async (app, options) => {
  const { generator, images, files, database, clock, appUrl, addressRules } = options
  const limits = createRateLimits(database, clock)
  const pictures = generatedPictures(database, clock)
  await acceptForms(app, { field: 'file', maxBytes: MAX_IMAGE_BYTES, tooLarge: 'image-max-size' }, files)

  /** The text of the code that leads to an address; null without one. */
  const payloadOf = (link: string): Promise<string | null> =>
    named({ content: 'link' }, async () => (link === '' ? null : payloadFor('url', link, addressRules)))

  const limited = (scope: string, window: Window) => async (request: FastifyRequest) => {
    const waitMs = await limits.use(scope, callerOf(request.ip), window)
    if (waitMs > 0) throw new AppError('TooManyRequests', undefined, waitMs / 1000)
  }
  await app.register(downloadRoutes, { ...options, pictures, limitShowing: limited('showing', SHOWINGS) })

  const pictureOf = async (
    payload: string,
    settings: QrCustomSettings,
    logo: StoredLogo | null,
    format: 'png' | 'svg' | 'eps' | 'pdf',
    userId: string | null,
  ): Promise<GeneratedCode> => {
    // Only designs that can be drawn are stored.
    await generator.draw({ payload, settings, logo }, format)
    const kept = await pictures.keep({ payload, settings, logo }, format, downloadNameOf(payload), userId)
    return { ...kept, imgUrl: `${appUrl}/media/qrcodes/${kept.dirName}/${kept.fileName}` }
  }

  app.post(
    '/qrcode-generator/qrcode',
    {
      onRequest: limited('generate', DRAWINGS),
      schema: { tags, security: [], body: GenerateCode, response: { 201: resultOf(GeneratedCode) } },
    },
    async (request, reply) => {
      const { content, contentType, format, qrCustomSettings } = request.body
      const payload = payloadFor(contentType, content, addressRules)
      const settings = { ...DEFAULT_QR_SETTINGS, ...qrCustomSettings }
      return reply.code(201).send({ result: await pictureOf(payload, settings, null, format, null) })
    },
  )

  app.post(
    '/qrcode-generator/scan-check',
    {
      onRequest: limited('scan-check', CHECKS),
      schema: { tags, security: [], body: ScanCheck, response: { 200: resultOf(ScanVerdict) } },
    },
    async (request) => {
      const { content, contentType, qrCustomSettings, logo } = request.body
      const payload = payloadFor(contentType, content, addressRules)
      const settings = { ...DEFAULT_QR_SETTINGS, ...qrCustomSettings }
      const drawable = logo && (await generator.prepareLogo(null, logo, requestLanguage(request)))
      return { result: await generator.check({ payload, settings, logo: drawable }) }
    },
  )

  app.post(
    '/qrcode-generator/text-outline',
    {
      onRequest: limited('outline', OUTLINES),
      schema: { tags, security: [], body: OutlineText, response: { 200: resultOf(OutlinedText) } },
    },
    async (request) => {
      const { text, language = requestLanguage(request), second } = request.body
      const lines = await named({ frame: 'text' }, () => generator.frameLines({ text, language }, second))
      return { result: { outline: lines[0], second: lines[1] ?? null } }
    },
  )

  /** The logo as it is shown, and when there is something to encode the code with it. */
  async function answerOf(
    request: FastifyRequest,
    input: LogoInput,
    payload: string | null,
    settings: Partial<QrCustomSettings>,
  ): Promise<{ imgLogo: string; result: ImgLogo }> {
    const { id: userId } = currentUser(request)
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
      onRequest: requireUser,
      schema: { ...logoSchema, consumes: ['multipart/form-data'], body: UploadImageLogo },
    },
    async (request) => {
      if (!request.formFile) throw new AppError('ValidationError', { file: 'required' })
      const { background, link, qrCustomSettings } = request.body
      const payload = await payloadOf(link)
      const { id } = await images.store(currentUser(request).id, request.formFile, 'file')
      const logo = imageLogo(`/media/images/${id}`, background)
      return answerOf(request, logo, payload, qrCustomSettings)
    },
  )

  app.post(
    '/qrcode-generator/qrcode-url-logo-img/user-logo',
    { onRequest: requireUser, schema: { ...logoSchema, body: ChooseImageLogo } },
    async (request) => answerOf(request, imageLogo(request.body.link, request.body.background), null, {}),
  )

  app.post(
    '/qrcode-generator/qrcode-url-logo-text/user',
    { onRequest: requireUser, schema: { ...logoSchema, body: MakeTextLogo } },
    async (request) => {
      const { textLogo, background, link, qrCustomSettings } = request.body
      const logo = { ...imageLogo('', background), isImageLogo: false, text: textLogo }
      return answerOf(request, logo, await payloadOf(link), qrCustomSettings)
    },
  )
}

/** Fields of a logo as the logo calls name them. */
const LOGO_FIELDS = { 'logo.link': 'link', 'logo.text': 'textLogo' }

/** Runs something that refuses fields under names that are not the caller's. */
async function named<T>(names: Record<string, string>, run: () => Promise<T>): Promise<T> {
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

const imageLogo = (link: string, background: string): LogoInput => ({
  isImageLogo: true,
  background,
  chooseBackground: background !== '',
  link,
  text: '',
})
