import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config'
import type { Database } from './database'
import { ENGINE, embeddedDatabase, startEngine } from './embedded'
import { startUpkeep } from './embedded-upkeep'
import { lockFolder } from './folder-lock'
import type { Limits } from './limits'

/**
 * Opens the embedded database of a folder: its data in `postgres`, the engine that wrote it in `postgres.json`, the
 * lock beside them.
 * @throws ConfigError when the folder cannot be written, is in use, or was written by another engine
 */
export async function openFolder(dataDir: string, limits: Limits): Promise<Database> {
  makeWritable(dataDir)
  const lock = await lockFolder(dataDir, 'postgres')
  if ('heldBy' in lock) {
    throw new ConfigError(
      `DATA_DIR=${dataDir} is in use by process ${lock.heldBy}: stop it, or set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL that several processes share.`,
    )
  }
  try {
    refuseOtherEngine(dataDir)
    await initialise(dataDir)
    const engine = await startEngine({ folder: join(dataDir, 'postgres') })
    const database = embeddedDatabase(engine, limits, async () => {
      stopUpkeep()
      await lock.release()
    })
    const stopUpkeep = startUpkeep(database)
    return database
  } catch (error) {
    await lock.release()
    throw error
  }
}

function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new ConfigError(
      `DATA_DIR=${dataDir} cannot be written (${code}): give this user the right to, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
}

const versionFile = (dataDir: string) => join(dataDir, 'postgres.json')

function refuseOtherEngine(dataDir: string): void {
  const pgVersion = join(dataDir, 'postgres', 'PG_VERSION')
  if (!existsSync(pgVersion)) return
  const major = Number(readFileSync(pgVersion, 'utf8'))
  if (major === ENGINE.postgresMajor) return
  const writer = existsSync(versionFile(dataDir))
    ? JSON.parse(readFileSync(versionFile(dataDir), 'utf8'))
    : null
  const by = writer ? ` (PGlite ${writer.pglite})` : ''
  throw new ConfigError(
    `DATA_DIR=${dataDir} holds data of PostgreSQL ${major}${by}, this program runs PostgreSQL ${ENGINE.postgresMajor}: with the version of the program that wrote it run "npm run db:dump -- FILE", then set DATA_DIR to a new folder and run "npm run db:restore -- FILE" with this one.`,
  )
}

/** A new database is made aside and appears whole: a kill in between leaves nothing that looks like one. */
async function initialise(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres')
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    const draft = join(dataDir, 'postgres.new')
    rmSync(draft, { recursive: true, force: true })
    const engine = await startEngine({ folder: draft })
    await engine.close()
    renameSync(draft, folder)
  }
  writeFileSync(versionFile(dataDir), `${JSON.stringify(ENGINE)}\n`)
}
