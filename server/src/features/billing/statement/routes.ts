import { Readable } from 'node:stream'
import { resultOf, StatementDays, WalletStatement } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { acting } from '../../../platform/http/acting'
import { contentDisposition } from '../../../platform/http/content-disposition'
import { requestLanguage } from '../../../platform/http/error-handler'
import type { BillingContext } from '../payments/payments'
import { statementCsv, statementOf } from './statement'

/** The wallet of the signed-in user over a period: its totals, and as a file for the books. */
export const statementRoutes: FastifyPluginAsyncZod<BillingContext> = async (
  app,
  { database: { db }, translator },
) => {
  const tags = ['billing']

  app.get(
    '/statement',
    {
      config: { access: 'billing:read' },
      schema: { tags, querystring: StatementDays, response: { 200: resultOf(WalletStatement) } },
    },
    async (request) => ({ result: await statementOf(db, acting(request).ownerId, request.query) }),
  )

  app.get(
    '/statement.csv',
    { config: { access: 'billing:read' }, schema: { tags, querystring: StatementDays } },
    async (request, reply) => {
      const { query: days } = request
      const name = ['statement', days.from, days.to].filter((part) => part !== undefined).join('-')
      const lines = statementCsv(db, acting(request).ownerId, {
        days,
        language: requestLanguage(request),
        translator,
      })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('attachment', `${name}.csv`))
        .send(Readable.from(lines, { objectMode: false }))
    },
  )
}
