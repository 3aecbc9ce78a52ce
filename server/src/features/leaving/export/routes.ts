import type { OutgoingHttpHeaders } from 'node:http'
import { AccountExport, AccountExports, ExportLink, resultOf } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Config } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import { sendFile } from '../../../platform/files/send-file'
import { type Actor, recordAct } from '../../../platform/history'
import { acting } from '../../../platform/http/acting'
import { contentDisposition } from '../../../platform/http/content-disposition'
import { requestLanguage } from '../../../platform/http/error-handler'
import { currentUser, requireConfirmation } from '../../../platform/http/session'
import { requireTiedSession, tieSession } from '../../../platform/http/tied-session'
import { requestRun } from '../../../platform/jobs'
import { createToken, findToken } from '../../account'
import { findRoleOf } from '../../workspaces'
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

/** Of whom an export is asked for, and by whom. */
interface Asking {
  ownerId: string
  person: { id: string; acting?: Actor }
}

/** Everything of a person in one file, or of a further workspace, each for its owner alone. */
export const exportRoutes: FastifyPluginAsyncZod<ExportRoutes> = async (app, options) => {
  const { database, files, config } = options
  const { db } = database
  await app.register(exportCalls, {
    ...{ ...options, prefix: '/identity/exports', access: 'person', tags, of: 'the own account' },
    asking: (request) => ({ ownerId: currentUser(request).id, person: currentUser(request) }),
  })
  await app.register(exportCalls, {
    ...{ ...options, prefix: '/gateway/api/workspaces/:workspaceId/exports', access: 'workspace:delete' },
    ...{ tags: ['workspaces'], of: 'a further workspace' },
    asking: (request) => {
      const { ownerId, personId: id } = acting(request)
      return { ownerId, person: { id, acting: acting(request) } }
    },
  })

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
      if (!found || !token.userId || (await findRoleOf(db, found.userId, token.userId)) !== 'owner')
        throw new AppError('LinkExpired')
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

interface ExportCalls extends ExportRoutes {
  access: 'person' | 'workspace:delete'
  tags: string[]
  /** What it is of, for the description. */
  of: string
  asking: (request: FastifyRequest) => Asking
}

const exportCalls: FastifyPluginAsyncZod<ExportCalls> = async (app, options) => {
  const { database, config, access, tags, of, asking } = options
  const { db } = database
  const params = z.object(access === 'person' ? {} : { workspaceId: z.string() })

  app.get(
    '/',
    {
      config: { access },
      schema: {
        tags,
        summary: `Exports of ${of}, the newest first`,
        params,
        response: { 200: resultOf(AccountExports) },
      },
    },
    async (request) => {
      const { ownerId } = asking(request)
      const rows = await listExports(db, ownerId)
      const { leftToday, isMaking } = await findRoom(db, ownerId)
      return {
        result: { exports: rows.map(presentExport), mayRequest: leftToday > 0 && !isMaking, leftToday },
      }
    },
  )

  app.post(
    '/',
    {
      config: { access },
      onRequest: async (request) => requireConfirmation(request),
      schema: {
        tags,
        summary: `Ask for a file with everything of ${of}: one at a time, three a day`,
        params,
        response: { 202: resultOf(AccountExport) },
      },
    },
    async (request, reply) => {
      const { ownerId, person } = asking(request)
      const row = await database.transaction(async (tx) => {
        const inserted = await insertExport(tx, ownerId, requestLanguage(request))
        if (inserted && person.acting) await recordAct(tx, person.acting, { action: 'export-made' })
        return inserted
      })
      if (!row)
        throw new AppError((await findRoom(db, ownerId)).isMaking ? 'ExportInProgress' : 'ExportsUsedUp')
      await requestRun(db, EXPORT_JOB)
      return reply.code(202).send({ result: presentExport(row) })
    },
  )

  app.post(
    '/:id/link',
    {
      config: { access },
      onRequest: async (request) => requireConfirmation(request),
      schema: {
        tags,
        summary: 'Make an address that fetches the file of an export for an hour',
        params: params.extend({ id: z.uuid() }),
        response: { 201: resultOf(ExportLink) },
      },
    },
    async (request, reply) => {
      const { ownerId, person } = asking(request)
      const own = (await listExports(db, ownerId)).find(({ id }) => id === request.params.id)
      if (!own) throw new AppError('NotFound')
      if (!(await findReady(db, own.id))) throw new AppError('ExportNotReady')
      const kind = 'export-file'
      const result = await database.transaction(async (tx) => {
        const data = (token: string) => ({ exportId: own.id, session: tieSession(request, token) })
        const token = await createToken(tx, { kind, userId: person.id, data, lifetimeMs: LINK_MS })
        const made = await findToken(tx, kind, token)
        const url = `${config.appUrl}${FILE_PATH}?token=${encodeURIComponent(token)}`
        return { url, expiresAt: made?.expiresAt.toISOString() ?? '' }
      })
      return reply.code(201).send({ result })
    },
  )
}
