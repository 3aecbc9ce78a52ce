import { QR_PRESETS } from '@scanleaf/qr'
import { accentColors, LANGUAGE_CODES, PublicConfig, resultOf, trialReason } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import { handOverCodeOriginsOf, originsOf } from '../../platform/http/origins'
import { relyingPartyOf } from '../../platform/http/relying-party'
import { SECURITY_TXT_PATH, securityTxt } from '../../platform/http/security-txt'
import { sendsMail } from '../../platform/mail'
import { LOGO_PATH, logoPath } from '../../platform/pages/html'

const GOOGLE = 'https://accounts.google.com/'

/** What browsers need to know of this installation. */
export const publicConfigOf = (config: Config): PublicConfig => ({
  appName: config.appName,
  accent: config.accent === null ? null : accentColors(config.accent),
  logo: logoPath(config.logo),
  appUrl: config.appUrl,
  codeHost: config.codeHost,
  trial: trialReason(config.codeHost),
  pdfHost: config.pdfHost,
  accountUrl: config.identityUrl ?? config.appUrl,
  hasEmbeddedAccount: config.identityUrl === null,
  hasApiDocs: config.hasApiDocs,
  callsOutside: config.outsideCalls !== null,
  isPublicDemo: config.isPublicDemo,
  registration: config.registration,
  hasPasskeys: config.identityUrl === null && relyingPartyOf(config.appUrl, config.appName) !== null,
  signInProviders: config.signInProviders.map(({ name, label, issuer }) => ({
    name,
    label,
    icon: issuer === GOOGLE ? 'google' : 'other',
  })),
  returnOrigins: originsOf([config.appUrl, ...config.allowedOrigins]),
  handoverCodeOrigins: config.identityUrl === null ? handOverCodeOriginsOf(config) : [],
  addressRules: config.addressRules,
  languageDetection: config.languageDetection,
  languages: [...LANGUAGE_CODES],
  sendsMail: sendsMail(config),
  supportContact: config.supportContact ?? '',
  billing: config.billing,
  qrPresets: Object.entries(QR_PRESETS).map(([id, settings]) => ({ id, settings })),
  links: config.links,
})

/** A picture can do nothing but be shown, even when it is opened as a page. */
const LOGO_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
  'x-content-type-options': 'nosniff',
}

/** GET /config, the logo, and security.txt where SECURITY_CONTACT is set (open) */
export const publicConfig: FastifyPluginAsyncZod<{ config: Config; clock: Clock }> = async (
  app,
  { config, clock },
) => {
  app.get(
    '/config',
    { config: { access: 'public' }, schema: { tags: ['config'], response: { 200: resultOf(PublicConfig) } } },
    async () => ({ result: publicConfigOf(config) }),
  )
  app.get(
    LOGO_PATH,
    {
      config: { access: 'public' },
      schema: { hide: true, querystring: z.object({ v: z.string().max(64).optional() }) },
    },
    async (request, reply) => {
      const { logo } = config
      if (!logo) throw new AppError('NotFound')
      const isNamed = request.query.v === logo.version
      return reply
        .type(logo.type)
        .headers(LOGO_HEADERS)
        .header('cache-control', isNamed ? 'public, max-age=31536000, immutable' : 'no-cache')
        .send(logo.bytes)
    },
  )
  const { securityContacts, appUrl, codeHost } = config
  if (securityContacts.length === 0) return
  app.get(SECURITY_TXT_PATH, { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(securityTxt(securityContacts, [appUrl, codeHost], clock.now())),
  )
}
