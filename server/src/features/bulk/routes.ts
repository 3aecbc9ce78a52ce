import { Readable } from 'node:stream'
import {
  BulkRows,
  type BulkRun,
  BulkRuns,
  ListBulkRows,
  ListBulkRuns,
  MAX_BULK_BYTES,
  MAX_IMPORT_BYTES,
  MendedBulkRow,
  NewBulkRun,
  OneBulkRun,
  OneCheckedImport,
  PatchImport,
  StartBulkRun,
} from '@scanleaf/shared'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { spreadsheetCsv } from '../../platform/export/csv'
import type { FileStore } from '../../platform/files/file-store'
import { contentDisposition } from '../../platform/http/content-disposition'
import { requestLanguage } from '../../platform/http/error-handler'
import { acceptMultipart } from '../../platform/http/multipart'
import { createRateLimits } from '../../platform/http/rate-limit'
import { currentUser, refuseUnverified, requireUser } from '../../platform/http/session'
import { formFileHash, spooledFormHooks } from '../../platform/http/spooled-file'
import type { Translator } from '../../platform/i18n'
import { bodyHashOf, type IdempotentCall, idempotencyKeyOf, knownResponse } from '../../platform/idempotency'
import { patchRow } from './create/patch-row'
import { type DryRunCall, dryRunOfCodes } from './dry-run'
import { type CheckContext, checkImport } from './import/check'
import { dryRunOfFile, type ImportContext, patchImport } from './import/dry-run'
import { openFileReader } from './import/reading/file-reader'
import { BulkPresenter } from './present'
import { reportCsv } from './report-csv'
import { findOwn, findRunsBehind, type Run } from './repository'
import { findRows } from './rows-repository'
import { startRun, stopRun, undoRun } from './runs'

export type BulkOptions = Omit<ImportContext, 'reader'> &
  CheckContext & { translator: Translator; files: FileStore }
type RouteOptions = ImportContext & BulkOptions
type Answer = z.output<typeof OneBulkRun>

const DRY_RUNS = { limit: 60, windowMs: 3_600_000 }
/** Each check asks servers of others. */
const CHECKS = { limit: 60, windowMs: 10 * 60_000 }
const ROWS_PER_PAGE = 100
const ById = z.object({ id: z.uuid() })
const tags = ['bulk-runs']
const PATH = '/bulk-runs'

/** Changes of many codes at once, and codes of other services: a dry run, then a start, then perhaps an undo. */
export const bulkRunRoutes: FastifyPluginAsync<BulkOptions> = async (app, options) => {
  const reader = openFileReader()
  app.addHook('onClose', () => reader.close())
  const prefix = '/gateway/api/qrcode'
  for (const routes of [dryRunRoutes, runRoutes, rowRoutes])
    await app.register(routes, { prefix, ...options, reader })
}

const presenterOf = (options: RouteOptions, request: FastifyRequest) =>
  new BulkPresenter(options, options.translator, requestLanguage(request))

const presentOne = async (
  options: RouteOptions,
  request: FastifyRequest,
  db: Db,
  run: Run,
): Promise<Answer> => ({
  result: await presenterOf(options, request).run(db, run),
})

/** @throws AppError TooManyRequests */
const limiterOf = ({ database, clock }: RouteOptions) => {
  const limits = createRateLimits(database, clock)
  return async (name: string, request: FastifyRequest, limit: typeof DRY_RUNS): Promise<void> => {
    const waitMs = await limits.use(name, currentUser(request).id, limit)
    if (waitMs > 0) throw new AppError('TooManyRequests', undefined, waitMs / 1000)
  }
}

const dryRunRoutes: FastifyPluginAsyncZod<RouteOptions> = async (app, options) => {
  app.addHook('onRequest', requireUser)
  app.decorateRequest('formFile', null)
  await acceptMultipart(app)
  const { db } = options.database
  const limited = limiterOf(options)
  const form = spooledFormHooks(
    { field: 'file', maxBytes: MAX_IMPORT_BYTES, tooLarge: 'file-too-large' },
    options.files,
  )

  app.post(
    PATH,
    {
      ...form,
      bodyLimit: MAX_BULK_BYTES,
      schema: {
        tags,
        summary:
          'Judge a change of many codes, without making it: new codes by rows or a range, codes of a selection, or as a form of the kind `import` the `file` of another service, CSV or JSON of up to 10 MB and 10,000 rows, with the host on which its codes were printed',
        consumes: ['application/json', 'multipart/form-data'],
        body: NewBulkRun,
        response: { 201: OneBulkRun },
      },
    },
    async (request, reply) => {
      const user = currentUser(request)
      const { body, formFile } = request
      const repeat = await repeatOf(request)
      const known = repeat && (await knownResponse<Answer>(db, repeat))
      if (known) return reply.code(201).send(known.body)
      if (body.kind === 'create' || body.kind === 'import') refuseUnverified(user)
      await limited('bulk-runs', request, DRY_RUNS)
      const present = (tx: Db, run: Run) => presentOne(options, request, tx, run)
      const call: DryRunCall<Answer, ImportContext> = { context: options, user, repeat, present }
      const made =
        body.kind !== 'import'
          ? await dryRunOfCodes(call, body)
          : await dryRunOfFile(call, formFile, body, requestLanguage(request))
      return reply.code(201).send(made.body)
    },
  )

  app.patch(
    `${PATH}/:id`,
    {
      schema: {
        tags,
        summary: 'Judge all rows of a file again, with other columns, another host, or as the account is now',
        params: ById,
        body: PatchImport,
        response: { 200: OneBulkRun },
      },
    },
    async (request) => {
      await limited('bulk-runs', request, DRY_RUNS)
      const run = await patchImport(options, currentUser(request), request.params.id, request.body)
      return presentOne(options, request, db, run)
    },
  )
}

/** The call of an `Idempotency-Key`; null without one. */
async function repeatOf(request: FastifyRequest): Promise<IdempotentCall | null> {
  const key = idempotencyKeyOf(request)
  if (key === null) return null
  const bodyHash = bodyHashOf(JSON.stringify(request.body), await formFileHash(request))
  return { userId: currentUser(request).id, call: 'POST /bulk-runs', key, bodyHash }
}

const runRoutes: FastifyPluginAsyncZod<RouteOptions> = async (app, options) => {
  app.addHook('onRequest', requireUser)
  const { db } = options.database
  const limited = limiterOf(options)

  app.get(
    PATH,
    {
      schema: {
        tags,
        summary: 'Own runs that were started, and files whether they were or not, the newest first',
        querystring: ListBulkRuns,
        response: { 200: BulkRuns },
      },
    },
    async (request) => {
      const { cursor: behind = null, limit, isImport } = request.query
      const filter = { behind, limit: limit + 1, isListed: true }
      const rows = await findRunsBehind(db, currentUser(request).id, {
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
    { schema: { tags, summary: 'A run with its counts', params: ById, response: { 200: OneBulkRun } } },
    async (request) =>
      presentOne(options, request, db, await findOwn(db, currentUser(request), request.params.id)),
  )

  app.post(
    `${PATH}/:id/start`,
    {
      schema: {
        tags,
        summary: 'Start a run, or let a stopped one go on',
        params: ById,
        body: StartBulkRun,
        response: { 200: OneBulkRun },
      },
    },
    async (request) => {
      const run = await startRun(options, currentUser(request), request.params.id, request.body)
      return presentOne(options, request, db, run)
    },
  )

  for (const [action, act, summary] of [
    ['stop', stopRun, 'Stop a running run; what is done stays done'],
    ['undo', undoRun, 'Take back what a run did, for 24 hours after its end'],
  ] as const)
    app.post(
      `${PATH}/:id/${action}`,
      { schema: { tags, summary, params: ById, response: { 200: OneBulkRun } } },
      async (request) =>
        presentOne(options, request, db, await act(options, currentUser(request), request.params.id)),
    )

  app.post(
    `${PATH}/:id/check`,
    {
      schema: {
        tags,
        summary:
          'Ask for ten old paths of an import at the own listener, and for the DNS records of their host',
        params: ById,
        response: { 200: OneCheckedImport },
      },
    },
    async (request) => {
      await limited('check-import', request, CHECKS)
      return { result: await checkImport(options, currentUser(request), request.params.id) }
    },
  )
}

const rowRoutes: FastifyPluginAsyncZod<RouteOptions> = async (app, options) => {
  app.addHook('onRequest', requireUser)
  const { db } = options.database

  app.get(
    `${PATH}/:id/rows`,
    {
      schema: {
        tags,
        summary: 'Rows of a run with their problems, 100 a page',
        params: ById,
        querystring: ListBulkRows,
        response: { 200: BulkRows },
      },
    },
    async (request) => {
      const run = await findOwn(db, currentUser(request), request.params.id)
      const { cursor: after = 0, ...filter } = request.query
      const rows = await findRows(db, run.id, { ...filter, after, limit: ROWS_PER_PAGE + 1 })
      const shown = rows.slice(0, ROWS_PER_PAGE)
      return {
        result: await presenterOf(options, request).rows(db, run, shown),
        meta: { nextCursor: rows.length > shown.length ? (shown.at(-1)?.row ?? null) : null },
      }
    },
  )

  app.patch(
    `${PATH}/:id/rows/:row`,
    {
      schema: {
        tags,
        summary: 'Correct a skipped row of new codes before the start; the body is the row',
        params: ById.extend({ row: z.coerce.number().int().positive().max(1_000_000) }),
        body: z.unknown(),
        response: { 200: MendedBulkRow },
      },
    },
    async (request) => {
      const { id, row } = request.params
      const mended = await patchRow(options, currentUser(request), id, row, request.body)
      const presenter = presenterOf(options, request)
      const [shown] = await presenter.rows(db, mended.run, [mended.row])
      if (!shown) throw new Error('a row is presented as one')
      return { result: { row: shown, run: await presenter.run(db, mended.run) } }
    },
  )

  app.get(
    `${PATH}/:id/report.csv`,
    { schema: { tags, summary: 'All rows of a run with what became of them, as CSV', params: ById } },
    async (request, reply) => {
      const run = await findOwn(db, currentUser(request), request.params.id)
      const csv = spreadsheetCsv(requestLanguage(request))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('attachment', `${run.kind}-${run.id}.csv`))
        .send(Readable.from(reportCsv(db, run, presenterOf(options, request), csv)))
    },
  )
}
