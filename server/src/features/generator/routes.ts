import { type AddressRules, DEFAULT_QR_SETTINGS } from '@scanleaf/qr'
import {
  GenerateCode,
  GeneratedCode,
  MAX_IMAGE_BYTES,
  OutlinedText,
  OutlineText,
  resultOf,
  ScanCheck,
  ScanVerdict,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import { callerOf } from '../../platform/http/client-address'
import { requestLanguage } from '../../platform/http/error-handler'
import { acceptForms } from '../../platform/http/forms'
import { createRateLimits, type Window } from '../../platform/http/rate-limit'
import type { UploadedImages } from '../media'
import { payloadFor } from './content'
import { downloadRoutes, type OwnPicture } from './download-routes'
import { downloadNameOf, generatedPictures } from './generated'
import type { Generator } from './generator'
import { logoRoutes, named, type PictureOf } from './logo-routes'
import { readRoutes } from './read-routes'

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
  const { generator, files, database, clock, appUrl, addressRules } = options
  const limits = createRateLimits(database, clock)
  const pictures = generatedPictures(database, clock)
  await acceptForms(app, { field: 'file', maxBytes: MAX_IMAGE_BYTES, tooLarge: 'image-max-size' }, files)

  const limited = (scope: string, window: Window) => async (request: FastifyRequest) => {
    await limits.enforce(scope, callerOf(request.ip), window)
  }
  await app.register(downloadRoutes, { ...options, pictures, limitShowing: limited('showing', SHOWINGS) })
  await app.register(readRoutes, { generator, addressRules, limitReading: limited('reading', CHECKS) })

  const pictureOf: PictureOf = async (payload, settings, logo, format, userId) => {
    // Only designs that can be drawn are stored.
    await generator.draw({ payload, settings, logo }, format)
    const kept = await pictures.keep({ payload, settings, logo }, format, downloadNameOf(payload), userId)
    return { ...kept, imgUrl: `${appUrl}/media/qrcodes/${kept.dirName}/${kept.fileName}` }
  }

  app.post(
    '/qrcode-generator/qrcode',
    {
      config: { access: 'public' },
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
      config: { access: 'public' },
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
      config: { access: 'public' },
      onRequest: limited('outline', OUTLINES),
      schema: { tags, security: [], body: OutlineText, response: { 200: resultOf(OutlinedText) } },
    },
    async (request) => {
      const { text, language = requestLanguage(request), second } = request.body
      const lines = await named({ frame: 'text' }, () => generator.frameLines({ text, language }, second))
      return { result: { outline: lines[0], second: lines[1] ?? null } }
    },
  )
  await app.register(logoRoutes, { ...options, pictureOf })
}
