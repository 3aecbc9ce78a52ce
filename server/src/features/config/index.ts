import { QR_PRESETS } from '@scanleaf/qr'
import { LANGUAGE_CODES, PublicConfig, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Config } from '../../platform/config'

/** What browsers need to know of this installation. */
export const publicConfigOf = (config: Config): PublicConfig => ({
  appName: config.appName,
  appUrl: config.appUrl,
  codeHost: config.codeHost,
  pdfHost: config.pdfHost,
  accountUrl: config.identityUrl ?? config.appUrl,
  hasEmbeddedAccount: config.identityUrl === null,
  returnOrigins: [config.appUrl, ...config.allowedOrigins].map((url) => new URL(url).origin),
  addressRules: config.addressRules,
  languageDetection: config.languageDetection,
  languages: [...LANGUAGE_CODES],
  billing: config.billing,
  qrPresets: Object.entries(QR_PRESETS).map(([id, settings]) => ({ id, settings })),
  links: config.links,
})

/** GET /config (open) */
export const publicConfig: FastifyPluginAsyncZod<{ config: Config }> = async (app, { config }) => {
  const result = publicConfigOf(config)
  app.get(
    '/config',
    { schema: { tags: ['config'], response: { 200: resultOf(PublicConfig) } } },
    async () => ({
      result,
    }),
  )
}
