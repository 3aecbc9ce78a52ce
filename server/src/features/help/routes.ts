import { HelpHit, HelpQuery, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { requestLanguage } from '../../platform/http/error-handler'
import type { Help } from './help'

/** GET /gateway/api/help (open): the pages that answer a question, or all of them. */
export const helpRoutes: FastifyPluginAsyncZod<{ help: Help }> = async (app, { help }) => {
  app.get(
    '/gateway/api/help',
    {
      config: { access: 'public' },
      schema: {
        tags: ['help'],
        summary: 'Help pages for a question',
        security: [],
        querystring: HelpQuery,
        response: { 200: resultOf(z.array(HelpHit)) },
      },
    },
    async (request, reply) => {
      const { lng = requestLanguage(request), q, limit } = request.query
      reply.header('cache-control', 'public, max-age=300').header('vary', 'Accept-Language')
      if (q.trim() !== '') return { result: help.search(lng, q, limit) }
      const all = help.list(lng).map(({ slug, title, summary }) => ({ slug, title, summary, score: 0 }))
      return { result: all.slice(0, limit) }
    },
  )
}
