import { Readable } from 'node:stream'
import {
  type CodeBatch,
  CodeBatches,
  CodeBatchRows,
  ListBatchRows,
  ListCodeBatches,
  MAX_BATCH_BYTES,
  MendedBatchRow,
  NewCodeBatch,
  OneCodeBatch,
  StartBatch,
} from '@scanleaf/shared'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { spreadsheetCsv } from '../../platform/export/csv'
import { contentDisposition } from '../../platform/http/content-disposition'
import { requestLanguage } from '../../platform/http/error-handler'
import { createRateLimits } from '../../platform/http/rate-limit'
import { currentUser, refuseUnverified, requireUser } from '../../platform/http/session'
import type { Translator } from '../../platform/i18n'
import { bodyHashOf, type IdempotentCall, idempotencyKeyOf, knownResponse } from '../../platform/idempotency'
import { findLinkHost, type UserCodeContext } from '../user-codes'
import { findOwn, startBatch, stopBatch, undoBatch } from './batches'
import { dryRun } from './dry-run'
import { patchRow } from './patch-row'
import { BatchPresenter } from './present'
import { type BatchRow, findBatchesBehind } from './repository'
import { resultCsv } from './result-csv'
import { findRows } from './rows-repository'

export type CodeBatchOptions = UserCodeContext & { translator: Translator }

const DRY_RUNS = { limit: 30, windowMs: 3_600_000 }
const ROWS_PER_PAGE = 100
const ById = z.object({ id: z.uuid() })
const tags = ['code-batches']
const PATH = '/code-batches'

/** Changes of many codes at once: a dry run, then a start, then perhaps an undo. */
export const codeBatches: FastifyPluginAsync<CodeBatchOptions> = async (app, options) => {
  const prefix = '/gateway/api/qrcode'
  for (const routes of [batchRoutes, rowRoutes]) await app.register(routes, { prefix, ...options })
}

const presenterOf = (options: CodeBatchOptions, request: FastifyRequest) =>
  new BatchPresenter(options, options.translator, requestLanguage(request))

const batchRoutes: FastifyPluginAsyncZod<CodeBatchOptions> = async (app, options) => {
  app.addHook('onRequest', requireUser)
  const { database, clock } = options
  const limits = createRateLimits(database, clock)
  const presentOne = async (request: FastifyRequest, db: Db, batch: BatchRow) => ({
    result: await presenterOf(options, request).batch(db, batch),
  })

  app.post(
    PATH,
    {
      bodyLimit: MAX_BATCH_BYTES,
      schema: {
        tags,
        summary:
          'Judge a change of many codes, without making it: new codes by rows or a range, or codes of a selection',
        body: NewCodeBatch,
        response: { 201: OneCodeBatch },
      },
    },
    async (request, reply) => {
      const user = currentUser(request)
      const repeat = repeatOf(request)
      const known = repeat && (await knownResponse<z.output<typeof OneCodeBatch>>(database.db, repeat))
      if (known) return reply.code(201).send(known.body)
      if (request.body.kind === 'create') refuseUnverified(user)
      const waitMs = await limits.use('code-batches', user.id, DRY_RUNS)
      if (waitMs > 0) throw new AppError('TooManyRequests', undefined, waitMs / 1000)
      const present = (db: Db, batch: BatchRow) => presentOne(request, db, batch)
      const { body } = await dryRun({ context: options, user, repeat, present }, request.body)
      return reply.code(201).send(body)
    },
  )

  app.get(
    PATH,
    {
      schema: {
        tags,
        summary: 'Own batches that were started, the newest first',
        querystring: ListCodeBatches,
        response: { 200: CodeBatches },
      },
    },
    async (request) => {
      const { cursor: behind = null, limit } = request.query
      const asked = { behind, limit: limit + 1, isStarted: true }
      const rows = await findBatchesBehind(database.db, currentUser(request).id, asked)
      const shown = rows.slice(0, limit)
      const presenter = presenterOf(options, request)
      const result: CodeBatch[] = []
      for (const row of shown) result.push(await presenter.batch(database.db, row))
      const nextCursor = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
      return { result, meta: { limit, nextCursor } }
    },
  )

  app.get(
    `${PATH}/:id`,
    { schema: { tags, summary: 'A batch with its counts', params: ById, response: { 200: OneCodeBatch } } },
    async (request) =>
      presentOne(request, database.db, await findOwn(database.db, currentUser(request), request.params.id)),
  )

  app.post(
    `${PATH}/:id/start`,
    {
      schema: {
        tags,
        summary: 'Start a batch, or let a stopped one go on',
        params: ById,
        body: StartBatch,
        response: { 200: OneCodeBatch },
      },
    },
    async (request) => {
      const batch = await startBatch(options, currentUser(request), request.params.id, request.body)
      return presentOne(request, database.db, batch)
    },
  )

  for (const [action, act, summary] of [
    ['stop', stopBatch, 'Stop a running batch; what is done stays done'],
    ['undo', undoBatch, 'Take back what a batch did, for 24 hours after its end'],
  ] as const)
    app.post(
      `${PATH}/:id/${action}`,
      { schema: { tags, summary, params: ById, response: { 200: OneCodeBatch } } },
      async (request) =>
        presentOne(request, database.db, await act(options, currentUser(request), request.params.id)),
    )
}

/** The call of an `Idempotency-Key`; null without one. */
function repeatOf(request: FastifyRequest): IdempotentCall | null {
  const key = idempotencyKeyOf(request)
  if (key === null) return null
  const bodyHash = bodyHashOf(JSON.stringify(request.body))
  return { userId: currentUser(request).id, call: 'POST /code-batches', key, bodyHash }
}

const rowRoutes: FastifyPluginAsyncZod<CodeBatchOptions> = async (app, options) => {
  app.addHook('onRequest', requireUser)
  const { db } = options.database

  app.get(
    `${PATH}/:id/rows`,
    {
      schema: {
        tags,
        summary: 'Rows of a batch with their problems, 100 a page',
        params: ById,
        querystring: ListBatchRows,
        response: { 200: CodeBatchRows },
      },
    },
    async (request) => {
      const user = currentUser(request)
      const { id } = await findOwn(db, user, request.params.id)
      const { outcome, cursor = 0 } = request.query
      const rows = await findRows(db, id, { outcome, after: cursor, limit: ROWS_PER_PAGE + 1 })
      const shown = rows.slice(0, ROWS_PER_PAGE)
      const linkHost = await findLinkHost(db, user.id)
      const presenter = presenterOf(options, request)
      return {
        result: shown.map((row) => presenter.row(row, linkHost)),
        meta: { nextCursor: rows.length > shown.length ? (shown.at(-1)?.row ?? null) : null },
      }
    },
  )

  app.patch(
    `${PATH}/:id/rows/:row`,
    {
      schema: {
        tags,
        summary: 'Correct a refused row of new codes before the start; the body is the row',
        params: ById.extend({ row: z.coerce.number().int().positive().max(1_000_000) }),
        body: z.unknown(),
        response: { 200: MendedBatchRow },
      },
    },
    async (request) => {
      const user = currentUser(request)
      const { id, row } = request.params
      const mended = await patchRow(options, user, id, row, request.body)
      const presenter = presenterOf(options, request)
      const linkHost = await findLinkHost(db, user.id)
      return {
        result: {
          row: presenter.row(mended.row, linkHost),
          batch: await presenter.batch(db, mended.batch),
        },
      }
    },
  )

  app.get(
    `${PATH}/:id/result.csv`,
    { schema: { tags, summary: 'All rows of a batch with what became of them, as CSV', params: ById } },
    async (request, reply) => {
      const user = currentUser(request)
      const { id } = await findOwn(db, user, request.params.id)
      const form = {
        linkHost: await findLinkHost(db, user.id),
        csv: spreadsheetCsv(requestLanguage(request)),
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('attachment', `batch-${id}.csv`))
        .send(Readable.from(resultCsv(db, id, presenterOf(options, request), form)))
    },
  )
}
