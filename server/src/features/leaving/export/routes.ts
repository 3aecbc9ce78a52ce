import type { OutgoingHttpHeaders } from 'node:http'
import { AccountExport, AccountExports, ExportLink, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Config } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import { sendFile } from '../../../platform/files/send-file'
import { contentDisposition } from '../../../platform/http/content-disposition'
import { requestLanguage } from '../../../platform/http/error-handler'
import { currentUser, requireConfirmation } from '../../../platform/http/session'
import { requireTiedSession, tieSession } from '../../../platform/http/tied-session'
import { requestRun } from '../../../platform/jobs'
import { createToken, findToken } from '../../account'
import { EXPORT_JOB } from './make-export'
import { findReady, findRoom, insertExport, listExports, presentExport } from './repository'

const tags = ['identity']
const FILE_PATH = '/identity/exports/file'
/** Long enough to fetch a large file over a slow line, part by part. */
const LINK_MS = 60 * 60_000

export interface ExportRoutes {
  database: Database
  files: FileStore
  /** The name begins that of the file. */
  config: Pick<Config, 'appUrl' | 'appName'>
}

/** Everything of a person in one file, for that person alone. */
export const exportRoutes: FastifyPluginAsyncZod<ExportRoutes> = async (app, { database, files, config }) => {
  const { db } = database

  app.get(
    '/identity/exports',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Own exports, the newest first', response: { 200: resultOf(AccountExports) } },
    },
    async (request) => {
      const { id } = currentUser(request)
      const rows = await listExports(db, id)
      const { leftToday, isMaking } = await findRoom(db, id)
      return {
        result: { exports: rows.map(presentExport), mayRequest: leftToday > 0 && !isMaking, leftToday },
      }
    },
  )

  app.post(
    '/identity/exports',
    {
      config: { access: 'person' },
      onRequest: async (request) => requireConfirmation(request),
      schema: {
        tags,
        summary: 'Ask for a file with everything of the own account: one at a time, three a day',
        response: { 202: resultOf(AccountExport) },
      },
    },
    async (request, reply) => {
      const { id } = currentUser(request)
      const row = await insertExport(db, id, requestLanguage(request))
      if (!row) throw new AppError((await findRoom(db, id)).isMaking ? 'ExportInProgress' : 'ExportsUsedUp')
      await requestRun(db, EXPORT_JOB)
      return reply.code(202).send({ result: presentExport(row) })
    },
  )

  app.post(
    '/identity/exports/:id/link',
    {
      config: { access: 'person' },
      onRequest: async (request) => requireConfirmation(request),
      schema: {
        tags,
        summary: 'Make an address that fetches the file of an own export for an hour',
        params: z.object({ id: z.uuid() }),
        response: { 201: resultOf(ExportLink) },
      },
    },
    async (request, reply) => {
      const { id: userId } = currentUser(request)
      const own = (await listExports(db, userId)).find(({ id }) => id === request.params.id)
      if (!own) throw new AppError('NotFound')
      if (!(await findReady(db, own.id))) throw new AppError('ExportNotReady')
      const kind = 'export-file'
      const result = await database.transaction(async (tx) => {
        const data = (token: string) => ({ exportId: own.id, session: tieSession(request, token) })
        const token = await createToken(tx, { kind, userId, data, lifetimeMs: LINK_MS })
        const made = await findToken(tx, kind, token)
        const url = `${config.appUrl}${FILE_PATH}?token=${encodeURIComponent(token)}`
        return { url, expiresAt: made?.expiresAt.toISOString() ?? '' }
      })
      return reply.code(201).send({ result })
    },
  )

  app.get(
    FILE_PATH,
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'The file of an export, whole or in parts (Range), by an address made for it',
        security: [],
        querystring: z.object({ token: z.string().max(128) }),
      },
    },
    async (request, reply) => {
      const token = await findToken(db, 'export-file', request.query.token)
      const found = token && (await findReady(db, String(token.data['exportId'])))
      if (!found || found.userId !== token.userId) throw new AppError('LinkExpired')
      await requireTiedSession(request, String(token.data['session']), request.query.token)
      const name = `${config.appName}-${found.requestedAt.toISOString().slice(0, 10)}.zip`
      // The file bypasses the reply, and so would the headers that every response has.
      const common = reply.getHeaders() as OutgoingHttpHeaders
      reply.hijack()
      // A file of gigabytes, in as many parts as a download manager likes.
      request.turn?.end()
      const isSent = await sendFile(request.raw, reply.raw, files, {
        key: found.key,
        size: found.bytes,
        etag: `"${found.id}-${found.attempt}"`,
        headers: {
          ...common,
          'content-type': 'application/zip',
          'content-disposition': contentDisposition('attachment', name),
          'cache-control': 'private, no-store',
          'content-security-policy': "default-src 'none'; sandbox",
          'referrer-policy': 'no-referrer',
        },
      })
      if (!isSent) reply.raw.writeHead(404, { ...common, 'content-length': 0 }).end()
    },
  )
}
