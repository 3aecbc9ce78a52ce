import {
  type BulkRun,
  BulkRuns,
  ListBulkRuns,
  OneBulkRun,
  OneCheckedImport,
  StartBulkRun,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { acting } from '../../../platform/http/acting'
import type { Window } from '../../../platform/http/rate-limit'
import { checkImport } from '../import/check'
import { findOwn, findRunsBehind } from '../repository'
import { startRun, stopRun, undoRun } from '../runs'
import { ById, limiterOf, PATH, presenterOf, presentOne, type RouteOptions, tags } from './route-context'

/** Each check asks servers of others. */
const CHECKS: Window = { limit: 60, windowMs: 10 * 60_000 }

export const runRoutes: FastifyPluginAsyncZod<RouteOptions> = async (app, options) => {
  const { db } = options.database
  const limited = limiterOf(options)

  app.get(
    PATH,
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'batches.list',
        tags,
        summary: 'Own runs that were started, and files whether they were or not, the newest first',
        querystring: ListBulkRuns,
        response: { 200: BulkRuns },
      },
    },
    async (request) => {
      const { cursor: behind = null, limit, isImport } = request.query
      const filter = { behind, limit: limit + 1, isListed: true }
      const rows = await findRunsBehind(db, acting(request).ownerId, {
        ...filter,
        ...(isImport !== undefined && { isImport: isImport === 'true' }),
      })
      const shown = rows.slice(0, limit)
      const presenter = presenterOf(options, request)
      const result: BulkRun[] = []
      for (const row of shown) result.push(await presenter.run(db, row))
      const nextCursor = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
      return { result, meta: { limit, nextCursor } }
    },
  )

  app.get(
    `${PATH}/:id`,
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'batches.get',
        tags,
        summary: 'A run with its counts',
        params: ById,
        response: { 200: OneBulkRun },
      },
    },
    async (request) =>
      presentOne(options, request, db, await findOwn(db, acting(request), request.params.id)),
  )

  app.post(
    `${PATH}/:id/start`,
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'batches.start',
        tags,
        summary: 'Start a run, or let a stopped one go on',
        params: ById,
        body: StartBulkRun,
        response: { 200: OneBulkRun },
      },
    },
    async (request) => {
      const run = await startRun(options, acting(request), request.params.id, request.body)
      return presentOne(options, request, db, run)
    },
  )

  for (const [action, act, summary] of [
    ['stop', stopRun, 'Stop a running run; what is done stays done'],
    ['undo', undoRun, 'Take back what a run did, for 24 hours after its end'],
  ] as const)
    app.post(
      `${PATH}/:id/${action}`,
      {
        config: { access: 'codes:write' },
        schema: {
          operationId: `batches.${action}`,
          tags,
          summary,
          params: ById,
          response: { 200: OneBulkRun },
        },
      },
      async (request) =>
        presentOne(options, request, db, await act(options, acting(request), request.params.id)),
    )

  app.post(
    `${PATH}/:id/check`,
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'batches.check',
        tags,
        summary:
          'Ask for ten old paths of an import at the own listener, and for the DNS records of their host',
        params: ById,
        response: { 200: OneCheckedImport },
      },
    },
    async (request) => {
      await limited('check-import', request, CHECKS)
      return { result: await checkImport(options, acting(request), request.params.id) }
    },
  )
}
