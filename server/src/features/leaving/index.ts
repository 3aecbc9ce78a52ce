import { DeletionPreview, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import { currentUser } from '../../platform/http/session'
import type { RepeatedJob } from '../../platform/jobs'
import type { Log } from '../../platform/logging'
import { exportAccount } from '../account'
import { exportKeys } from '../api-keys'
import { exportBilling } from '../billing'
import { exportBulkRuns } from '../bulk'
import { exportChat } from '../chat'
import { exportDomains } from '../custom-domains'
import { openGenerator } from '../generator'
import { exportUploads, openImageDecoder, uploadedImages } from '../media'
import { exportNotifications } from '../notifications'
import { exportPages } from '../pages'
import { exportPdfs } from '../pdf-codes'
import { exportScans } from '../scans'
import { exportCodes } from '../user-codes'
import { exportWebhooks } from '../webhooks'
import { exportMemberships, listOwned } from '../workspaces'
import { deletionJob } from './deletion/job'
import { previewDeletion } from './deletion/preview'
import { exportJob, type OpenParts } from './export/make-export'
import { readme } from './export/readme'
import { exportRoutes } from './export/routes'

export { eraseAtOnce } from './deletion/job'
export { type ExportFault, findExportFaults } from './export/integrity'
export { listReady as listExportFiles } from './export/repository'

export interface LeavingDependencies {
  database: Database
  files: FileStore
  config: Pick<Config, 'appUrl' | 'appName' | 'codeHost' | 'pdfHost' | 'pageHost' | 'billing'>
}

/** What a person takes along, and what an end of the account would touch. */
export const leaving: FastifyPluginAsyncZod<LeavingDependencies> = async (
  app,
  { database, files, config },
) => {
  const { billing } = config
  await app.register(exportRoutes, { database, files, config })
  app.get(
    '/identity/users/profile/deletion',
    {
      config: { access: 'person' },
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

type JobDependencies = LeavingDependencies & { clock: Clock; log: Log }

/** Deletes the accounts whose day has come, and makes the exports that were asked for. */
export function leavingJobs(dependencies: JobDependencies): RepeatedJob[] {
  const open = (attempt: Parameters<OpenParts>[0]) => openParts(dependencies, attempt)
  return [deletionJob(dependencies), exportJob({ ...dependencies, open })]
}

/** Each feature gives what it has of an owner, in the order of the file. */
function openParts(
  { database, files, clock, config }: JobDependencies,
  { language }: Parameters<OpenParts>[0],
): ReturnType<OpenParts> {
  const { appUrl, appName, codeHost, pdfHost, pageHost, billing } = config
  const decoder = openImageDecoder()
  const generator = openGenerator({ images: uploadedImages({ database, files, clock }, decoder) })
  const ownHosts = [appUrl, codeHost, pdfHost, pageHost].map((address) => new URL(address).host)
  const told = {
    product: appName,
    codeHost: codeHost.replace(/^https?:\/\//, ''),
    billing,
    madeAt: clock.now(),
  }
  const codes = exportCodes({ database, generator, codeHost, language, ownHosts, madeAt: told.madeAt })
  const ofWorkspace = [
    exportKeys(database),
    exportWebhooks(database),
    exportBulkRuns(database),
    exportDomains(database),
    exportPdfs(database),
    exportPages({ database, files }),
    exportScans({ database, files, language }),
    exportUploads({ database, files }),
  ]
  const money = billing ? [exportBilling(database)] : []
  return {
    parts: [
      async function* (userId) {
        const hasFurther = (await listOwned(database.db, userId)).length > 1
        yield readme(language, { ...told, hasFurther })
      },
      codes,
      exportAccount(database),
      exportMemberships(database),
      ...ofWorkspace,
      exportChat(database),
      ...money,
      exportNotifications(database),
      async function* (userId) {
        for (const id of await listOwned(database.db, userId))
          if (id !== userId)
            for (const part of [codes, ...ofWorkspace, ...money])
              for await (const entry of part(id)) yield { ...entry, path: `workspaces/${id}/${entry.path}` }
      },
    ],
    async close() {
      await Promise.all([generator.close(), decoder.close()])
    },
  }
}
