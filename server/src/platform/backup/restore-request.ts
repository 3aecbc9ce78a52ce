import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jsonOrNull } from '@scanleaf/shared/json'
import * as z from 'zod'
import type { Config } from '../config/config'
import { openDatabase } from '../db'
import { hasRegistered } from '../db/dump/unused'
import { isUnavailable } from '../db/query-error'
import { openFiles } from '../files/file-store'
import type { Log } from '../logging'
import { restoreBackup } from './restore'

/** Backups that the first screen offers. */
export const backupsFolder = (dataDir: string): string => join(dataDir, 'backups')

const requestFile = (dataDir: string) => join(dataDir, 'restore-request.json')

/** What somebody with the link of the first administrator wants the next start to restore. */
const RestoreRequest = z.object({
  /** In the folder of backups. */
  name: z.string(),
  /** Of the link: it stays valid when nothing was restored. */
  setupToken: z.string(),
  /** A restore that a kill has cut off is repeated over what it wrote. */
  hasBegun: z.boolean(),
  /** Why nothing was restored; null while it is to be done. */
  failure: z.string().nullable(),
})
export type RestoreRequest = z.infer<typeof RestoreRequest>

/** Null for none, and for a file that was cut. */
export async function readRestoreRequest(dataDir: string): Promise<RestoreRequest | null> {
  const text = await readFile(requestFile(dataDir), 'utf8').catch(() => null)
  if (text === null) return null
  const parsed = RestoreRequest.safeParse(jsonOrNull(text))
  return parsed.success ? parsed.data : null
}

export async function writeRestoreRequest(dataDir: string, request: RestoreRequest): Promise<void> {
  const file = requestFile(dataDir)
  await writeFile(`${file}.new`, JSON.stringify(request), { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

export const forgetRestoreRequest = (dataDir: string): Promise<void> =>
  rm(requestFile(dataDir), { force: true })

/**
 * Restores what was asked for, before the database is opened by the program. What fails changes nothing, and is kept
 * for the screen to tell.
 */
export async function restoreAsRequested(config: Config, log: Log): Promise<void> {
  const { dataDir } = config
  const request = config.role === 'all' ? await readRestoreRequest(dataDir) : null
  if (request === null || request.failure !== null) return
  const { name } = request
  const database = await openDatabase(config)
  try {
    // The kill came between the database and the request.
    if (request.hasBegun && (await hasRegistered(database.db))) return await forgetRestoreRequest(dataDir)
    log.info({ name }, 'restoring a backup')
    const { rows, files, leftOut } = await restoreBackup(
      { database, files: await openFiles(config), dataDir },
      join(backupsFolder(dataDir), name),
      {
        replacesUnused: true,
        isResumed: request.hasBegun,
        onBegin: () => writeRestoreRequest(dataDir, { ...request, hasBegun: true }),
      },
    )
    await forgetRestoreRequest(dataDir)
    log.info({ name, rows, files, leftOut }, 'a backup was restored')
  } catch (error) {
    // PostgreSQL is waited for; whatever else fails would fail at each start.
    if (isUnavailable(error)) throw error
    log.warn({ err: error, name }, 'a backup could not be restored: nothing was changed')
    await writeRestoreRequest(dataDir, { ...request, hasBegun: false, failure: (error as Error).message })
  } finally {
    await database.close()
  }
}
