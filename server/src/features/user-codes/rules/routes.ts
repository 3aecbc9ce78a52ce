import {
  explainRules,
  hasTicketLeft,
  LinkRules,
  localTimeAt,
  RuleTry,
  resultOf,
  TriedRules,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { acting } from '../../../platform/http/acting'
import { findUserCode } from '../repository'
import { readRules } from './read-rules'

const tags = ['user-codes']

/** The rules of a code, and what rules would do; a PATCH of the code changes them. */
export const ruleRoutes: FastifyPluginAsyncZod<{ database: Database; clock: Clock }> = async (
  app,
  { database, clock },
) => {
  app.get(
    '/user-codes/:id/rules',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'codes.getRules',
        summary:
          'The rules of a dynamic code; `codes.update` takes them back as they are, and ignores `retired` and `tickets`',
        tags,
        params: z.object({ id: z.uuid() }),
        response: { 200: resultOf(LinkRules) },
      },
    },
    async (request) => {
      const row = await findUserCode(database.db, acting(request).ownerId, request.params.id)
      if (!row) throw new AppError('NotFound')
      return { result: await readRules(database.db, row) }
    },
  )

  app.post(
    '/user-codes/rules/try',
    {
      config: { access: 'codes:read' },
      schema: {
        tags,
        operationId: 'codes.tryRules',
        summary: 'Which of some rules a visitor would get, and why; nothing is stored',
        body: RuleTry,
        response: { 200: resultOf(TriedRules) },
      },
    },
    async (request) => {
      const { zone, rules, at, tickets, ...visitor } = request.body
      const time = at === undefined ? clock.now() : new Date(at)
      const placed = rules.map(({ on, when }, place) => ({ id: place, on, when }))
      const explained = explainRules({ zone, rules: placed }, time.getTime(), {
        ...{ ...visitor, name: '' },
        hasTicket: (place, first) => hasTicketLeft(tickets, rules[place]?.id, first),
      })
      return {
        result: {
          rule: explained.ruleId,
          localTime: localTimeAt(time, zone),
          rules: explained.rules.map(({ fits, because }) => ({ fits, because })),
        },
      }
    },
  )
}
