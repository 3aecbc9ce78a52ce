import { DeletionPreview, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import type { ExportOf } from '../../platform/export/entry'
import type { FileStore } from '../../platform/files/file-store'
import { currentUser, requireUser } from '../../platform/http/session'
import type { RepeatedJob } from '../../platform/jobs'
import type { Log } from '../../platform/logging'
import { exportAccount } from '../account'
import { exportBilling } from '../billing'
import { exportChat } from '../chat'
import { exportDomains } from '../custom-domains'
import { exportUploads } from '../media'
import { exportNotifications } from '../notifications'
import { exportPdfs } from '../pdf-codes'
import { exportScans } from '../scans'
import { exportCodes } from '../user-codes'
import { deletionJob } from './deletion/job'
import { previewDeletion } from './deletion/preview'
import { exportJob } from './export/make-export'
import { exportRoutes } from './export/routes'

export interface LeavingDependencies {
  database: Database
  files: FileStore
  config: Pick<Config, 'appUrl' | 'appName' | 'codeHost' | 'billing'>
}

/** What a person takes along, and what an end of the account would touch. */
export const leaving: FastifyPluginAsyncZod<LeavingDependencies> = async (
  app,
  { database, files, config },
) => {
  const { appUrl, appName, billing } = config
  await app.register(exportRoutes, { database, files, appUrl, appName })
  app.get(
    '/identity/users/profile/deletion',
    {
      onRequest: requireUser,
      schema: {
        tags: ['identity'],
        summary: 'What a deletion of the own account would touch',
        response: { 200: resultOf(DeletionPreview) },
      },
    },
    async (request) => ({
      result: await previewDeletion(database.db, currentUser(request).id, billing),
    }),
  )
}

/** Deletes the accounts whose day has come, and makes the exports that were asked for. */
export function leavingJobs(dependencies: LeavingDependencies & { clock: Clock; log: Log }): RepeatedJob[] {
  return [deletionJob(dependencies), exportJob({ ...dependencies, parts: exportParts(dependencies) })]
}

/** Each feature gives what it has of an owner, in the order in which it stands in the file. */
function exportParts(dependencies: LeavingDependencies): ExportOf[] {
  const { database, config } = dependencies
  return [
    exportAccount(database),
    exportCodes(database, config),
    exportDomains(database),
    exportPdfs(database),
    exportScans(database),
    exportUploads(dependencies),
    exportChat(database),
    ...(config.billing ? [exportBilling(database)] : []),
    exportNotifications(database),
  ]
}
