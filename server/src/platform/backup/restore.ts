import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../app-error'
import { fileError } from '../db/dump/dump'
import { refuseFilled, restoreDatabase } from '../db/dump/restore'
import { backlogOf } from '../journal/backlog'
import type { Amount, Installation } from './back-up'
import { DUMP, FILES, JOURNAL, readWhole } from './layout'

/**
 * Fills an empty installation from a backup: all of it or nothing. The database comes last, in one transaction; what
 * was written before is taken back when it fails.
 * @throws ConfigError when the installation is not empty, or the folder is no whole backup that this program can read
 */
export async function restoreBackup(installation: Installation, folder: string): Promise<Amount> {
  const { database, files, dataDir } = installation
  await refuseUsed(installation)
  const names = [...(await readWhole(folder)).keys()]
  const journal = join(dataDir, 'journal')
  const undo: (() => Promise<unknown>)[] = []
  try {
    await mkdir(journal, { recursive: true, mode: 0o700 })
    for (const name of names.filter((name) => name.startsWith(FILES))) {
      const key = name.slice(FILES.length)
      undo.push(() => files.remove(key))
      await files.writeStream(key, createReadStream(join(folder, name)))
    }
    for (const name of names.filter((name) => name.startsWith(JOURNAL))) {
      const segment = join(journal, name.slice(JOURNAL.length))
      undo.push(() => rm(segment, { force: true }))
      await copyFile(join(folder, name), segment)
    }
    const rows = await restoreDatabase(database, join(folder, DUMP))
    const count = (kind: string) => names.filter((name) => name.startsWith(kind)).length
    return { rows, files: count(FILES), segments: count(JOURNAL) }
  } catch (error) {
    for (const takeBack of undo) await takeBack()
    throw fileError(error, dataDir)
  }
}

async function refuseUsed({ database, files, dataDir }: Installation): Promise<void> {
  await refuseFilled(database.db)
  const used = (what: string) =>
    new ConfigError(
      `There are ${what} already, and nothing was changed: set DATA_DIR to a new folder, and S3_BUCKET to an empty bucket if there is one.`,
    )
  for await (const _ of files.listAll()) throw used('files')
  if ((await backlogOf(join(dataDir, 'journal'))).segments > 0) throw used('scans in the journal')
}
