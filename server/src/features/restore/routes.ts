import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FindBackups, FoundBackups, RestoreBackup, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import { DUMP, listFinished } from '../../platform/backup/layout'
import { backupsFolder, readRestoreRequest, writeRestoreRequest } from '../../platform/backup/restore-request'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import { createRateLimits } from '../../platform/http/rate-limit'
import { limitByAddress, requireSetupToken } from '../account'

interface RestoreOptions {
  database: Database
  config: Pick<Config, 'dataDir' | 'role' | 'setupToken'>
  clock: Clock
  /** Absent where nothing would start the program again. */
  restart: (() => void) | undefined
}

const MAX_LISTED = 100
/** The screen looks again every two seconds while a backup is restored. */
const LOOKS_PER_MINUTE = 60

const tags = ['restore']

/** With the link of the first administrator: an installation in which nobody has registered is filled from a backup. */
export const restoreRoutes: FastifyPluginAsyncZod<RestoreOptions> = async (app, parts) => {
  const { database, config, clock, restart } = parts
  const limits = createRateLimits(database, clock)

  app.post(
    '/backups',
    {
      config: { access: 'public' },
      onRequest: limitByAddress(limits, 'restore-look', LOOKS_PER_MINUTE),
      schema: {
        tags,
        summary: 'Find backups',
        security: [],
        body: FindBackups,
        response: { 200: resultOf(FoundBackups) },
      },
    },
    async ({ body }) => {
      await requireSetupToken(database.db, body.setupToken, config.setupToken)
      return { result: await findBackups(config.dataDir) }
    },
  )

  app.post(
    '/',
    {
      config: { access: 'public' },
      onRequest: limitByAddress(limits, 'restore'),
      schema: {
        tags,
        summary: 'Restore a backup',
        security: [],
        body: RestoreBackup,
        response: { 202: resultOf(z.object({ name: z.string() })) },
      },
    },
    async ({ body: { name, setupToken } }, reply) => {
      await requireSetupToken(database.db, setupToken, config.setupToken)
      // Others would go on with what they remember of the tables.
      if (config.role !== 'all' || !restart)
        throw new AppError('ValidationError', { name: 'several-processes' })
      const finished = await listFinished(backupsFolder(config.dataDir))
      if (!finished.some((backup) => backup.name === name)) throw new AppError('NotFound')
      await writeRestoreRequest(config.dataDir, { name, setupToken, hasBegun: false, failure: null })
      reply.raw.once('close', restart)
      return reply.code(202).send({ result: { name } })
    },
  )
}

async function findBackups(dataDir: string): Promise<FoundBackups> {
  const folder = backupsFolder(dataDir)
  const finished = await listFinished(folder)
  const request = await readRestoreRequest(dataDir)
  return {
    folder,
    backups: await Promise.all(
      finished.slice(0, MAX_LISTED).map(async ({ name, madeAt }) => ({
        name,
        madeAt: madeAt.toISOString(),
        bytes: (await stat(join(folder, name, DUMP)).catch(() => null))?.size ?? 0,
      })),
    ),
    hasMore: finished.length > MAX_LISTED,
    requested: request?.failure === null ? request.name : null,
    failure: request?.failure ? { name: request.name, reason: request.failure } : null,
  }
}
