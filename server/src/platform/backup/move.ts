import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../app-error'
import type { Config } from '../config/config'
import { dumpDatabase } from '../db/dump/dump'
import { type RestoredDatabase, refuseFilled, restoreDatabase } from '../db/dump/restore'
import { openDatabase } from '../db/open-database'
import { openFiles } from '../files/file-store'

type Moving = Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>

interface Moved extends RestoredDatabase {
  /** Files that were copied into the bucket; 0 where they stay in DATA_DIR. */
  files: number
  /** Where the embedded database is now. */
  keptAs: string
  /** Why it still has its name; null when it was renamed. */
  notRenamed: string | null
}

/**
 * Moves a stopped installation from the embedded database of `dataDir` to the PostgreSQL of `databaseUrl`, and its files
 * into the bucket of `s3`, if there is one: all of it or nothing. The embedded database stays under another name, so that
 * nobody goes on with it by accident. A move that was killed can be repeated: what it has copied into the bucket is no
 * obstacle, and nothing is taken from the embedded one.
 * @throws ConfigError when the server runs, when there is nothing to move, or when the destination is not empty
 */
export async function moveToPostgres(config: Moving): Promise<Moved> {
  const folder = join(config.dataDir, 'postgres')
  if (config.databaseUrl === null)
    throw new ConfigError('Set DATABASE_URL to the empty database of PostgreSQL that the data moves to.')
  if (!existsSync(folder))
    throw new ConfigError(`There is no embedded database in DATA_DIR (${config.dataDir}): nothing was moved.`)
  const target = await openDatabase(config)
  const dump = join(config.dataDir, 'moving.dump')
  try {
    await refuseFilled(target.db).catch((error: Error) => {
      throw new ConfigError(
        `${error.message} If a move into it was interrupted, make it empty (drop and create the database) and run npm run db:move again: the embedded database still has everything.`,
        { cause: error },
      )
    })
    await dumpEmbedded(config.dataDir, dump)
    const { files, takeBack } = await copyFiles(config)
    try {
      const restored = await restoreDatabase(target, dump)
      return { ...restored, files, ...(await setAside(folder)) }
    } catch (error) {
      await takeBack()
      throw error
    }
  } finally {
    await rm(dump, { force: true })
    await target.close()
  }
}

/** The data has moved by now: what cannot be renamed is no reason to take it back. */
async function setAside(folder: string): Promise<Pick<Moved, 'keptAs' | 'notRenamed'>> {
  const keptAs = `${folder}.moved-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`
  try {
    await rename(folder, keptAs)
    return { keptAs, notRenamed: null }
  } catch (error) {
    return { keptAs: folder, notRenamed: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
}

async function dumpEmbedded(dataDir: string, path: string): Promise<void> {
  const source = await openDatabase({ databaseUrl: null, dataDir })
  try {
    await rm(path, { force: true })
    await dumpDatabase(source, path)
  } finally {
    await source.close()
  }
}

/** From the disk into the bucket; without one they stay where they are. */
async function copyFiles({ dataDir, s3 }: Moving) {
  const copied: string[] = []
  if (s3 === null) return { files: 0, takeBack: async () => {} }
  const [source, target] = await Promise.all([openFiles({ dataDir, s3: null }), openFiles({ dataDir, s3 })])
  const ours = new Set<string>()
  for await (const { key } of source.listAll()) ours.add(key)
  for await (const { key } of target.listAll())
    if (!ours.has(key))
      throw new ConfigError('The bucket of S3_BUCKET has files of another installation: nothing was moved.')
  const takeBack = async () => {
    for (const key of copied) await target.remove(key)
  }
  try {
    for await (const { key } of source.listAll()) {
      const bytes = await source.readStream(key)
      if (!bytes) continue
      copied.push(key)
      await target.writeStream(key, bytes)
    }
  } catch (error) {
    await takeBack()
    throw error
  }
  return { files: copied.length, takeBack }
}
