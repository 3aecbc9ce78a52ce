import { MessageTokens } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { acting } from '../../../platform/http/acting'
import { openTokens } from './assistant-tokens'

/** GET my-message-tokens (billing-spec §7): `package` at the top, beside the `result` of every answer. */
export const tokenRoutes: FastifyPluginAsyncZod<{ database: Database; clock: Clock }> = async (
  app,
  options,
) => {
  const tokens = openTokens(options)

  app.get(
    '/my-message-tokens',
    {
      config: { access: 'assistant' },
      schema: { tags: ['billing'], response: { 200: MessageTokens.extend({ result: MessageTokens }) } },
    },
    async (request) => {
      const answer = { package: await tokens.read(acting(request).ownerId) }
      return { ...answer, result: answer }
    },
  )
}
