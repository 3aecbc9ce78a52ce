import { createHash } from 'node:crypto'
import { HELP_QUESTION_MAX } from '@scanleaf/shared'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { requestLanguage } from '../../platform/http/error-handler'
import type { Translator } from '../../platform/i18n'
import type { Help } from './help'
import type { HelpSite } from './layout'
import { operatorDocument } from './operator-documents'
import { HELP_PAGE_POLICY } from './page-style'
import { createHelpPages } from './pages'

export interface HelpPageOptions {
  help: Help
  translator: Translator
  site: HelpSite
}

/** GET /help and below (open): pages without script, in the language of `lng` or of the browser. */
export const helpPageRoutes: FastifyPluginAsync<HelpPageOptions> = async (
  app,
  { help, translator, site },
) => {
  const pages = createHelpPages(help, translator, site)
  const hidden = { config: { access: 'public' as const }, schema: { hide: true } }

  app.get('/help', hidden, async (request, reply) => {
    const question = questionOf(request)
    return send(request, reply, 200, pages.home(requestLanguage(request), question))
  })

  app.get('/help/', hidden, (request, reply) => reply.redirect(`/help?lng=${requestLanguage(request)}`, 308))

  app.get<{ Params: { '*': string } }>('/help/*', hidden, async (request, reply) => {
    const language = requestLanguage(request)
    const path = request.params['*']
    const page = help.page(language, path)
    if (page) return send(request, reply, 200, pages.page(language, page))
    const document = operatorDocument(path)
    if (document) return send(request, reply, 200, pages.document(language, document))
    return send(request, reply, 404, pages.missing(language))
  })
}

function questionOf(request: FastifyRequest): string {
  const { q } = request.query as Record<string, unknown>
  return typeof q === 'string' ? q.trim().slice(0, HELP_QUESTION_MAX) : ''
}

/** The same page again costs its headers only. */
function send(request: FastifyRequest, reply: FastifyReply, status: number, html: string) {
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  reply
    .code(status)
    .headers({
      'content-security-policy': HELP_PAGE_POLICY,
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Accept-Language',
    })
    .type('text/html; charset=utf-8')
  if (status !== 200) return reply.send(html)
  reply.header('etag', etag)
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(html)
}
