import { OwnReportedCodes, OwnReports } from '@scanleaf/shared'
import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Database } from '../../platform/db/database'
import { acting } from '../../platform/http/acting'
import { findOwnReported, listOpenReports, listOwnReported } from './own-repository'
import { presentOwn } from './present'

interface OwnReportOptions {
  database: Database
}

const tags = ['code-reports']
const MAX_LISTED = 20

/** What an owner sees of the reports of their codes: neither who reported nor what they wrote. */
export const ownReportRoutes: FastifyPluginAsync<OwnReportOptions> = async (app, { database }) => {
  await app.register(routes, { prefix: '/code-reports', database })
}

const routes: FastifyPluginAsyncZod<OwnReportOptions> = async (app, { database: { db } }) => {
  app.get(
    '/',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'reports.list',
        summary: 'Codes that visitors reported',
        tags,
        response: { 200: OwnReportedCodes },
      },
    },
    async (request) => ({
      result: (await listOwnReported(db, acting(request).ownerId, MAX_LISTED)).map(presentOwn),
    }),
  )

  app.get(
    '/:codeId',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'reports.listOfCode',
        summary: 'Reports of one code',
        tags,
        params: z.object({ codeId: z.uuid() }),
        response: { 200: OwnReports },
      },
    },
    async (request) => {
      const { codeId } = request.params
      const found = await findOwnReported(db, acting(request).ownerId, codeId)
      if (!found) throw new AppError('NotFound')
      const reports = await listOpenReports(db, codeId)
      return {
        result: {
          open: found.open,
          isWarned: found.isWarned,
          isWaiting: found.isWaiting,
          reports: reports.map(({ reason, target, count, firstAt, lastAt }) => ({
            reason,
            target,
            count,
            firstAt: firstAt.toISOString(),
            lastAt: lastAt.toISOString(),
          })),
        },
      }
    },
  )
}
