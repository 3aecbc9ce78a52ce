import { Readable } from 'node:stream'
import {
  CodeImport,
  CodeImportRows,
  ListImportRows,
  ListImports,
  MAX_IMPORT_BYTES,
  NewImport,
  OneCheckedImport,
  OneCodeImport,
  PatchImport,
  pageMeta,
  pageOf,
} from '@scanleaf/shared'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import { spreadsheetCsv } from '../../platform/export/csv'
import type { FileStore } from '../../platform/files/file-store'
import { contentDisposition } from '../../platform/http/content-disposition'
import { requestLanguage } from '../../platform/http/error-handler'
import { acceptMultipart } from '../../platform/http/multipart'
import { createRateLimits } from '../../platform/http/rate-limit'
import { currentUser, refuseUnverified, requireUser } from '../../platform/http/session'
import { spooledFormHooks } from '../../platform/http/spooled-file'
import type { Translator } from '../../platform/i18n'
import { type CheckContext, checkImport } from './check'
import { createImport, type ImportContext, patchImport } from './dry-run'
import { findOwn, runImport, stopImport, undoImport } from './lifecycle'
import { ImportPresenter } from './present'
import { openFileReader } from './reading/file-reader'
import { reportCsv } from './report-csv'
import { type ImportRow, listImports } from './repository'
import { findRows } from './rows-repository'

export type ImportOptions = Omit<ImportContext, 'reader'> &
  CheckContext & { translator: Translator; files: FileStore }
type RouteOptions = ImportContext & ImportOptions

const DRY_RUNS = { limit: 60, windowMs: 3_600_000 }
/** Each check asks servers of others. */
const CHECKS = { limit: 60, windowMs: 10 * 60_000 }
const ROWS_PER_PAGE = 100
const ById = z.object({ id: z.uuid() })
const tags = ['imports']
const PATH = '/imports'

/** Codes of other services: a dry run of their file, then the import, then perhaps an undo. */
export const codeImports: FastifyPluginAsync<ImportOptions> = async (app, options) => {
  const reader = openFileReader()
  app.addHook('onClose', () => reader.close())
  const prefix = '/gateway/api/qrcode'
  for (const routes of [importRoutes, rowRoutes]) await app.register(routes, { prefix, ...options, reader })
}

const presenterOf = (options: RouteOptions, request: FastifyRequest) =>
  new ImportPresenter(options, options.translator, requestLanguage(request))

const importRoutes: FastifyPluginAsyncZod<RouteOptions> = async (app, options) => {
  app.addHook('onRequest', requireUser)
  app.decorateRequest('formFile', null)
  await acceptMultipart(app)
  const { database, clock } = options
  const { db } = database
  const limits = createRateLimits(database, clock)
  const limited = async (name: string, request: FastifyRequest, limit: typeof DRY_RUNS) => {
    const waitMs = await limits.use(name, currentUser(request).id, limit)
    if (waitMs > 0) throw new AppError('TooManyRequests', undefined, waitMs / 1000)
  }
  const presentOne = async (request: FastifyRequest, work: ImportRow) => ({
    result: await presenterOf(options, request).import(db, work),
  })
  const form = spooledFormHooks(
    { field: 'file', maxBytes: MAX_IMPORT_BYTES, tooLarge: 'file-too-large' },
    options.files,
  )

  app.post(
    PATH,
    {
      ...form,
      schema: {
        tags,
        summary:
          'Judge the codes of another service, without importing them: a form with the `file`, CSV or JSON of up to 10 MB and 10,000 rows, and the host on which they were printed',
        consumes: ['multipart/form-data'],
        body: NewImport,
        response: { 201: OneCodeImport },
      },
    },
    async (request, reply) => {
      const user = currentUser(request)
      refuseUnverified(user)
      const { formFile } = request
      if (!formFile) throw new AppError('ValidationError', { file: 'required' })
      await limited('imports', request, DRY_RUNS)
      const work = await createImport(options, user, formFile, request.body, requestLanguage(request))
      return reply.code(201).send(await presentOne(request, work))
    },
  )

  app.get(
    PATH,
    {
      schema: {
        tags,
        summary: 'Own imports, the newest first',
        querystring: ListImports,
        response: { 200: pageOf(CodeImport) },
      },
    },
    async (request) => {
      const { rows, total } = await listImports(db, currentUser(request).id, request.query)
      const presenter = presenterOf(options, request)
      const result: CodeImport[] = []
      for (const row of rows) result.push(await presenter.import(db, row))
      return { result, meta: pageMeta(total, request.query) }
    },
  )

  app.get(
    `${PATH}/:id`,
    {
      schema: { tags, summary: 'An import with its counts', params: ById, response: { 200: OneCodeImport } },
    },
    async (request) => presentOne(request, await findOwn(db, currentUser(request), request.params.id)),
  )

  app.patch(
    `${PATH}/:id`,
    {
      schema: {
        tags,
        summary: 'Judge all rows again, with other columns, another host, or as the account is now',
        params: ById,
        body: PatchImport,
        response: { 200: OneCodeImport },
      },
    },
    async (request) => {
      await limited('imports', request, DRY_RUNS)
      const work = await patchImport(options, currentUser(request), request.params.id, request.body)
      return presentOne(request, work)
    },
  )

  for (const [action, act, summary] of [
    ['run', runImport, 'Import the rows that are ready, or let a stopped import go on'],
    ['stop', stopImport, 'Stop a running import; what is imported stays'],
    ['undo', undoImport, 'Take back what an import made, for 24 hours after its end'],
  ] as const)
    app.post(
      `${PATH}/:id/${action}`,
      { schema: { tags, summary, params: ById, response: { 200: OneCodeImport } } },
      async (request) => presentOne(request, await act(options, currentUser(request), request.params.id)),
    )

  app.post(
    `${PATH}/:id/check`,
    {
      schema: {
        tags,
        summary: 'Ask for ten old paths at the own listener, and for the DNS records of their host',
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
        summary: 'Rows of an import with their verdicts, 100 a page',
        params: ById,
        querystring: ListImportRows,
        response: { 200: CodeImportRows },
      },
    },
    async (request) => {
      const work = await findOwn(db, currentUser(request), request.params.id)
      const { verdict, outcome, cursor = 0 } = request.query
      const rows = await findRows(db, work.id, { verdict, outcome, after: cursor, limit: ROWS_PER_PAGE + 1 })
      const shown = rows.slice(0, ROWS_PER_PAGE)
      return {
        result: await presenterOf(options, request).rows(db, work, shown),
        meta: { nextCursor: rows.length > shown.length ? (shown.at(-1)?.n ?? null) : null },
      }
    },
  )

  app.get(
    `${PATH}/:id/report.csv`,
    { schema: { tags, summary: 'All rows of an import with their verdicts, as CSV', params: ById } },
    async (request, reply) => {
      const work = await findOwn(db, currentUser(request), request.params.id)
      const csv = spreadsheetCsv(requestLanguage(request))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('attachment', `import-${work.id}.csv`))
        .send(Readable.from(reportCsv(db, work, presenterOf(options, request), csv)))
    },
  )
}
