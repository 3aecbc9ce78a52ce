import { MAX_BULK_BYTES, MAX_IMPORT_BYTES, NewBulkRun, OneBulkRun, PatchImport } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Db } from '../../../platform/db/database'
import { requireCapability } from '../../../platform/http/access'
import { acting, refuseUnverified } from '../../../platform/http/acting'
import { requestLanguage } from '../../../platform/http/error-handler'
import { acceptMultipart } from '../../../platform/http/multipart'
import type { Window } from '../../../platform/http/rate-limit'
import { formFileHash, spooledFormHooks } from '../../../platform/http/spooled-file'
import { idempotentCallOf, knownResponse } from '../../../platform/idempotency'
import { type DryRunCall, dryRunOfCodes } from '../dry-run'
import { dryRunOfFile, type ImportContext, patchImport } from '../import/dry-run'
import type { Run } from '../repository'
import { ById, limiterOf, PATH, presentOne, type RouteOptions, type RunAnswer, tags } from './route-context'

const DRY_RUNS: Window = { limit: 60, windowMs: 3_600_000 }

/** Judging changes before they are made. */
export const dryRunRoutes: FastifyPluginAsyncZod<RouteOptions> = async (app, options) => {
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
      config: { access: 'codes:write', isRepeatable: true },
      ...form,
      bodyLimit: MAX_BULK_BYTES,
      schema: {
        operationId: 'batches.create',
        tags,
        summary:
          'Judge a change of many codes, without making it: new codes by rows or a range, codes of a selection, a move of some to another workspace, or as a form of the kind `import` the `file` of another service, CSV or JSON of up to 10 MB and 10,000 rows, with the host on which its codes were printed',
        consumes: ['application/json', 'multipart/form-data'],
        body: NewBulkRun,
        response: { 201: OneBulkRun },
      },
    },
    async (request, reply) => {
      const author = acting(request)
      const { body, formFile } = request
      const repeat = idempotentCallOf(request, 'POST /bulk-runs', await formFileHash(request))
      const known = repeat && (await knownResponse<RunAnswer>(db, repeat))
      if (known) return reply.code(201).send(known.body)
      if (body.kind === 'move') requireCapability(request, 'codes:move')
      if (body.kind === 'create' || body.kind === 'import') refuseUnverified(author)
      await limited('bulk-runs', request, DRY_RUNS)
      const present = (tx: Db, run: Run) => presentOne(options, request, tx, run)
      const call: DryRunCall<RunAnswer, ImportContext> = { context: options, author, repeat, present }
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
      config: { access: 'codes:write' },
      schema: {
        operationId: 'batches.update',
        tags,
        summary: 'Judge all rows of a file again, with other columns, another host, or as the account is now',
        params: ById,
        body: PatchImport,
        response: { 200: OneBulkRun },
      },
    },
    async (request) => {
      await limited('bulk-runs', request, DRY_RUNS)
      const run = await patchImport(options, acting(request), request.params.id, request.body)
      return presentOne(options, request, db, run)
    },
  )
}
