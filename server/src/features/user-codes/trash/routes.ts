import {
  EmptyTrash,
  ListTrash,
  Purged,
  PurgeMany,
  pageMeta,
  Restored,
  RestoreMany,
  resultOf,
  TRASH_DAYS,
  TrashEmptied,
  TrashPage,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { acting } from '../../../platform/http/acting'
import type { UserCodeContext } from '../create'
import { type Addresses, presentUserCode } from '../present'
import { findScannedTrash, findTrash, measureTrash, type TrashRow } from '../trash-repository'
import { emptyTrash, purgeUserCodes, restoreUserCodes } from './trash'

const DAY_MS = 86_400_000
/** Names of printed codes that a warning lists. */
const NAMED = 5
const tags = ['user-codes']

type Options = Addresses & Pick<UserCodeContext, 'database' | 'quotas'>

export const trashRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { database } = options
  const { db } = database
  const present = (row: TrashRow) => ({
    ...presentUserCode(row, options),
    deletedAt: row.deletedAt.toISOString(),
    purgedOn: new Date(row.deletedAt.getTime() + TRASH_DAYS * DAY_MS).toISOString(),
    scannedRecently: row.scannedRecently,
  })

  app.get(
    '/user-codes/trash',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'trash.list',
        tags,
        summary: 'Codes that were deleted in the last 30 days, what was deleted last at the top',
        querystring: ListTrash,
        response: { 200: TrashPage },
      },
    },
    async (request) => {
      const { ownerId: id } = acting(request)
      const { page, limit } = request.query
      const [{ total, upTo }, rows, scanned] = await Promise.all([
        measureTrash(db, id),
        findTrash(db, id, { page, limit }),
        findScannedTrash(db, id, NAMED),
      ])
      return {
        result: rows.map(present),
        meta: { ...pageMeta(total, { page, limit }), upTo: upTo?.toISOString() ?? null, scanned },
      }
    },
  )

  app.delete(
    '/user-codes/trash',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'trash.delete',
        tags,
        summary: 'Delete codes of the trash for good: their printed links never work again',
        body: PurgeMany,
        response: { 200: resultOf(Purged) },
      },
    },
    async (request) => ({
      result: { purged: await purgeUserCodes(database, acting(request).ownerId, request.body.purged) },
    }),
  )

  app.post(
    '/user-codes/trash/empty',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'trash.empty',
        tags,
        summary:
          'Delete for good all codes that were in the trash at a time; to be repeated until it is empty',
        body: EmptyTrash,
        response: { 200: resultOf(TrashEmptied) },
      },
    },
    async (request) => ({
      result: await emptyTrash(database, acting(request).ownerId, request.body.upTo),
    }),
  )

  app.post(
    '/user-codes/restore',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'codes.restore',
        summary: 'Take codes back from the trash',
        tags,
        body: RestoreMany,
        response: { 200: resultOf(Restored) },
      },
    },
    async (request) => ({
      result: { restored: await restoreUserCodes(options, acting(request), request.body.restored) },
    }),
  )
}
