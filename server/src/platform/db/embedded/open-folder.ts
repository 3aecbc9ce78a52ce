import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '../../app-error'
import type { Log } from '../../logging'
import type { Database } from '../database'
import type { Limits } from '../timeouts'
import { ENGINE, embeddedDatabase, startEngine } from './embedded-database'
import { lockFolder, lockHolder } from './folder-lock'
import { startMaintenance } from './maintenance'

const LOCK = 'postgres'
/** Longer than a server takes to stop without SHUTDOWN_DELAY. */
const HOLDER_ENDS_WITHIN_S = 15
const LOOK_AGAIN_MS = 200

/**
 * Before a server starts: waits for the end of another that may be stopping, since npm, and a terminal, are back before
 * it has. After that time the folder is refused as it is opened.
 */
export async function waitForHolder(dataDir: string, log: Log): Promise<void> {
  for (let tries = 0; tries < (HOLDER_ENDS_WITHIN_S * 1000) / LOOK_AGAIN_MS; tries++) {
    const pid = await lockHolder(dataDir, LOCK)
    if (pid === null) return
    if (tries === 0)
      log.warn({ pid, seconds: HOLDER_ENDS_WITHIN_S }, 'waiting for the process that uses the data directory')
    await pause(LOOK_AGAIN_MS)
  }
}

/**
 * Opens the embedded database of a folder: its data in `postgres`, the engine that wrote it in `postgres.json`, the
 * lock beside them. `memory://` is not a folder: its data ends with the process.
 * @throws ConfigError when the folder cannot be written, is in use, or was written by another engine
 */
export async function openFolder(dataDir: string, limits: Limits): Promise<Database> {
  if (dataDir === 'memory://') {
    return embeddedDatabase(await startEngine({ folder: dataDir }), limits, async () => {})
  }
  makeWritable(dataDir)
  const lock = await lockFolder(dataDir, LOCK)
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
      stopMaintenance()
      await lock.release()
    })
    const stopMaintenance = startMaintenance(database)
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
      `DATA_DIR=${dataDir} cannot be written (${code}): make it writable for this user, or set DATA_DIR to another folder.`,
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
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(DRAFT)) removeDraft(join(dataDir, name))
  }
  const folder = join(dataDir, 'postgres')
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    // A name of its own: the maker of a draft may outlive a killed starter for a moment, and writes on.
    const draft = join(dataDir, `${DRAFT}${randomBytes(4).toString('hex')}`)
    await createIn(draft)
    renameSync(draft, folder)
  }
  writeFileSync(versionFile(dataDir), `${JSON.stringify(ENGINE)}\n`)
}

const DRAFT = 'postgres.new.'

/** A draft whose maker still writes into it cannot be emptied: it is left to a later start. */
function removeDraft(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
}

/** The folder is the last argument; inline, so that it needs no file of its own beside the bundle. */
const CREATE = `
  const [module, folder] = process.argv.slice(1)
  const { PGlite } = await import(module)
  await (await PGlite.create(folder)).close()
  process.exit()`

/** In a process of its own: making a database takes two more engines, and half a gigabyte that would not come back. */
async function createIn(folder: string): Promise<void> {
  const args = [
    '--no-wasm-code-gc',
    '--input-type=module',
    '-e',
    CREATE,
    import.meta.resolve('@electric-sql/pglite'),
    folder,
  ]
  const { code, complaint } = await new Promise<{ code: number | null; complaint: string }>(
    (resolve, reject) => {
      const child = execFile(process.execPath, args, (_, __, complaint) =>
        resolve({ code: child.exitCode, complaint }),
      )
      child.once('error', reject)
    },
  )
  if (code !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new ConfigError(
      `DATA_DIR=${dirname(folder)} has no room for a new database (${lastLine(complaint)}): free disk space, or set DATA_DIR to another folder.`,
    )
  }
}

const lastLine = (text: string) =>
  text
    .split('\n')
    .filter((line) => /Error/.test(line))
    .at(-1) ?? 'the engine stopped'
