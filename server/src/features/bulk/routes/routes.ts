import type { FastifyPluginAsync } from 'fastify'
import { openFileReader } from '../import/reading/file-reader'
import { dryRunRoutes } from './dry-run-routes'
import type { BulkOptions } from './route-context'
import { rowRoutes } from './row-routes'
import { runRoutes } from './run-routes'

/** Changes of many codes at once, and codes of other services: a dry run, then a start, then perhaps an undo. */
export const bulkRunRoutes: FastifyPluginAsync<BulkOptions> = async (app, options) => {
  const reader = openFileReader()
  app.addHook('onClose', () => reader.close())
  const prefix = '/gateway/api/qrcode'
  for (const routes of [dryRunRoutes, runRoutes, rowRoutes])
    await app.register(routes, { prefix, ...options, reader })
}
