import {
  CodeReportDetails,
  Decide,
  dynamicIdKey,
  ListCodeReports,
  Paging,
  pageMeta,
  ReportedCode,
  ReportedCodePage,
  resultOf,
  TakeDown,
  TakenDown,
  Text,
} from '@scanleaf/shared'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import { operatorOf, operatorRoute, requirePermission } from '../account'
import {
  dismissReports,
  reopenReportsOf,
  restoreCode,
  takeDownCode,
  takeDownOwner,
  warnOfCode,
} from './decide'
import { presentAction, presentReport, presentReportedCode } from './present'
import {
  findCodeIdByKey,
  findReportedCodes,
  listActionsOf,
  listReportedIds,
  listReportsOf,
} from './repository'

interface CodeReportOptions {
  database: Database
  clock: Clock
  codeHost: string
}

const tags = ['code-reports']
const ByCode = z.object({ codeId: z.uuid() })
const ByOwner = z.object({ userId: Text.min(1).max(200) })
const One = resultOf(ReportedCode)

/** What visitors report, for administrators and for members with a mask for `code-reports`. */
export const codeReportRoutes: FastifyPluginAsync<CodeReportOptions> = async (app, options) => {
  await app.register(routes, { prefix: '/admin/code-reports', ...options })
}

const routes: FastifyPluginAsyncZod<CodeReportOptions> = async (app, { database, clock, codeHost }) => {
  const { db } = database
  const toRead = requirePermission('code-reports', 'read')
  const update = { resource: 'code-reports', action: 'update', on: 'code' } as const
  const toUpdate = operatorRoute({ ...update, confirm: false })
  /** A whole business stops. */
  const toUpdateAll = operatorRoute({ ...update, confirm: true })
  const deciding = (request: FastifyRequest) => ({ database, clock, operator: operatorOf(request) })

  const present = async (ids: readonly string[]) =>
    (await findReportedCodes(db, ids)).map((row) => presentReportedCode(row, codeHost))

  async function one(codeId: string) {
    const [code] = await present([codeId])
    if (!code) throw new AppError('NotFound')
    return code
  }

  app.get(
    '/',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, querystring: ListCodeReports, response: { 200: ReportedCodePage } },
    },
    async (request) => {
      const { code, ...asked } = request.query
      if (code !== '') {
        const id = await findCodeIdByKey(db, keyIn(code))
        const result = id === null ? [] : await present([id])
        return { result, meta: pageMeta(result.length, asked) }
      }
      const { ids, total } = await listReportedIds(db, asked)
      return { result: await present(ids), meta: pageMeta(total, asked) }
    },
  )

  app.get(
    '/:codeId',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, params: ByCode, querystring: Paging, response: { 200: CodeReportDetails } },
    },
    async (request) => {
      const { codeId } = request.params
      const code = await one(codeId)
      const { rows, total } = await listReportsOf(db, codeId, request.query)
      const actions = (await listActionsOf(db, codeId)).map(presentAction)
      return {
        result: { code, reports: rows.map(presentReport), actions },
        meta: pageMeta(total, request.query),
      }
    },
  )

  app.post(
    '/:codeId/takedown',
    { ...toUpdate, schema: { tags, params: ByCode, body: TakeDown, response: { 200: One } } },
    async (request) => {
      const { codeId } = request.params
      await takeDownCode(deciding(request), codeId, request.body)
      return { result: await one(codeId) }
    },
  )

  for (const [action, work] of [
    ['restore', restoreCode],
    ['dismiss', dismissReports],
    ['warn', warnOfCode],
    ['reopen', reopenReportsOf],
  ] as const)
    app.post(
      `/:codeId/${action}`,
      { ...toUpdate, schema: { tags, params: ByCode, body: Decide, response: { 200: One } } },
      async (request) => {
        const { codeId } = request.params
        await work(deciding(request), codeId, request.body)
        return { result: await one(codeId) }
      },
    )

  app.post(
    '/owners/:userId/takedown',
    {
      ...toUpdateAll,
      schema: {
        tags,
        summary: 'Take down every dynamic code of an owner',
        params: ByOwner,
        body: TakeDown,
        response: { 200: resultOf(TakenDown) },
      },
    },
    async (request) => ({
      result: { codes: await takeDownOwner(deciding(request), request.params.userId, request.body) },
    }),
  )
}

/** The id of a printed link, or the typed text. */
const keyIn = (code: string): string =>
  dynamicIdKey(
    code
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .replace(/^.*\//, '')
      .replace(/\+.*$/, ''),
  )
