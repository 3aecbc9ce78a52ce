import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
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
import { exportFurther, exportMemberships, listOwned, nameOfFurther } from '../workspaces'
import { deletionJob } from './deletion/job'
import { deletionRoutes } from './deletion/routes'
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
  await app.register(exportRoutes, { database, files, config })
  await app.register(deletionRoutes, { database, config })
}

type JobDependencies = LeavingDependencies & { clock: Clock; log: Log }

/** Deletes the accounts whose day has come, and makes the exports that were asked for. */
export function leavingJobs(dependencies: JobDependencies): RepeatedJob[] {
  const open = (attempt: Parameters<OpenParts>[0]) => openParts(dependencies, attempt)
  return [deletionJob(dependencies), exportJob({ ...dependencies, open })]
}

/** Each feature gives what it has of an owner, in the order of the file. */
async function openParts(
  { database, files, clock, config }: JobDependencies,
  { language, userId }: Parameters<OpenParts>[0],
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
  const ofFurther = [codes, exportFurther(database, language), ...ofWorkspace, ...money]
  async function* about(ownerId: string) {
    const hasFurther = (await listOwned(database.db, ownerId)).length > 1
    yield readme(language, { ...told, hasFurther })
  }
  const close = async () => {
    await Promise.all([generator.close(), decoder.close()])
  }
  if ((await nameOfFurther(database.db, userId)) !== '') return { parts: [about, ...ofFurther], close }
  return {
    parts: [
      about,
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
            for (const part of ofFurther)
              for await (const entry of part(id)) yield { ...entry, path: `workspaces/${id}/${entry.path}` }
      },
    ],
    close,
  }
}
