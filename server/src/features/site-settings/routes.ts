import {
  MAX_IMAGE_BYTES,
  resultOf,
  SetSiteMail,
  SiteSettings,
  TestMail,
  UpdateSiteSettings,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../platform/app-error'
import type { FileStore } from '../../platform/files/file-store'
import { requestLanguage } from '../../platform/http/error-handler'
import { acceptMultipart } from '../../platform/http/multipart'
import { createRateLimits } from '../../platform/http/rate-limit'
import { spooledFormHooks } from '../../platform/http/spooled-file'
import type { Translator } from '../../platform/i18n'
import { sendTestMail } from '../../platform/mail'
import { escapeHtml } from '../../platform/pages/html'
import { operatorOf, operatorRoute, requireAdmin } from '../account'
import type { UploadedImages } from '../media'
import { changeSettings, logoOf, mailOf, presentSettings, type SiteSettingParts } from './settings'

interface SiteSettingOptions extends SiteSettingParts {
  files: FileStore
  images: Pick<UploadedImages, 'clean'>
  /** With the namespace `site-settings`. */
  translator: Translator
}

/** Of one administrator. */
const TEST_MAILS = { limit: 10, windowMs: 60 * 60_000 }
/** Longest side in pixels: small enough to be inside a page. */
const LOGO_SIDE = 192

const tags = ['site-settings']
const toChange = operatorRoute({ resource: null, action: 'update', on: 'installation', confirm: true })
const response = { 200: resultOf(SiteSettings) }

/** What an administrator changes while the server runs. */
export const siteSettingRoutes: FastifyPluginAsyncZod<SiteSettingOptions> = async (app, parts) => {
  const { database, clock, config, files, images, translator } = parts
  const limits = createRateLimits(database, clock)
  await acceptMultipart(app)
  app.decorateRequest('formFile', null)
  const picture = spooledFormHooks(
    { field: 'logo', maxBytes: MAX_IMAGE_BYTES, tooLarge: 'image-max-size' },
    files,
  )

  app.get(
    '/',
    { config: { access: 'operator' }, onRequest: requireAdmin, schema: { tags, response } },
    async () => ({ result: presentSettings(config) }),
  )

  app.patch('/', { ...toChange, schema: { tags, body: UpdateSiteSettings, response } }, async (request) => ({
    result: await changeSettings(parts, operatorOf(request), request.body),
  }))

  app.put(
    '/logo',
    {
      ...toChange,
      ...picture,
      onRequest: [toChange.onRequest, picture.onRequest].flat(),
      schema: {
        tags,
        summary: 'Set the logo: a GIF, JPEG or PNG in the multipart field `logo`',
        consumes: ['multipart/form-data'],
        response,
      },
    },
    async (request) => {
      if (!request.formFile) throw new AppError('ValidationError', { logo: 'required' })
      const logo = logoOf(await images.clean(request.formFile, 'logo', LOGO_SIDE))
      return { result: await changeSettings(parts, operatorOf(request), { logo }) }
    },
  )

  app.delete('/logo', { ...toChange, schema: { tags, response } }, async (request) => ({
    result: await changeSettings(parts, operatorOf(request), { logo: null }),
  }))

  app.put('/mail', { ...toChange, schema: { tags, body: SetSiteMail, response } }, async (request) => ({
    result: await changeSettings(parts, operatorOf(request), { mail: mailOf(config, request.body) }),
  }))

  app.delete('/mail', { ...toChange, schema: { tags, response } }, async (request) => ({
    result: await changeSettings(parts, operatorOf(request), { mail: null }),
  }))

  app.post(
    '/test-mail',
    {
      ...operatorRoute({ resource: null, action: 'update', on: 'installation', confirm: false }),
      schema: {
        tags,
        summary: 'Send a test message to the own address',
        response: { 200: resultOf(TestMail) },
      },
    },
    async (request) => {
      if (config.mail === null) throw new AppError('MailNotConfigured')
      const { id, email } = operatorOf(request)
      const waitMs = await limits.use('site-test-mail', id, TEST_MAILS)
      if (waitMs > 0) throw new AppError('TooManyRequests', undefined, waitMs / 1000)
      const language = requestLanguage(request)
      const t = translator.in(language, 'site-settings')
      const subject = t('test-mail.subject', { app: config.appName })
      const text = t('test-mail.text', { app: config.appName })
      const message = { to: email, subject, text, html: `<p>${escapeHtml(text)}</p>`, language }
      const sent = await sendTestMail(config.mail, message)
      return {
        result: { address: email, isSent: sent.is === 'sent', error: sent.is === 'sent' ? '' : sent.error },
      }
    },
  )
}
