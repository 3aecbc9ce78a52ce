import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { listRecordedFiles } from './features/doctor'
import { ConfigError } from './platform/app-error'
import { type BackupAmount, backUp } from './platform/backup/back-up'
import { keepNewest } from './platform/backup/keep'
import { nameSome, proveBackup } from './platform/backup/prove-backup'
import { recordBackup } from './platform/backup/repository'
import { restoreBackup } from './platform/backup/restore'
import { type Config, readConfig } from './platform/config/config'
import { openDatabase } from './platform/db'
import type { Database } from './platform/db/database'
import { leftOutText } from './platform/db/dump/restore'
import { openFiles } from './platform/files/file-store'
import { keepNewFilesPrivate } from './platform/files/private-folder'
import { runCli } from './run-cli'

const USAGE =
  'Missing folder name: npm run backup -- FOLDER [--without-scans] [--full] [--keep=COUNT], npm run backup:verify -- FOLDER, or npm run restore -- FOLDER [--without-files=N].'

const MAX_KEPT = 1000

/** `backup FOLDER`, `verify FOLDER`, `restore FOLDER` and `record`, for the installation that the settings name. */
async function run(args: string[]): Promise<void> {
  const { positionals, values } = readArguments(args)
  const [command, name] = positionals
  if (command === 'record') return record()
  if (!['backup', 'restore', 'verify'].includes(command ?? '') || name === undefined)
    throw new ConfigError(USAGE)
  const folder = resolve(name)
  if (command === 'verify') return verify(folder)
  const keep = keepOf(values.keep)
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    if (command === 'restore')
      return await restore({ config, database }, folder, countOf(values['without-files']))
    const { dataDir } = config
    const amount = await backUp(
      { database, files: await openFiles(config), dataDir, recorded: listRecordedFiles },
      folder,
      { isFull: values.full === true, hasScans: values['without-scans'] !== true },
    )
    if (amount.lost.length > 0) throw new ConfigError(incomplete(amount, config))
    await recordBackup(database.db, new Date(), amount.files)
    process.stdout.write(
      `${amount.rows} rows, ${amount.files} files (${amount.shared} of them shared with the last backup) and ${amount.segments} journal files backed up to ${folder}\n`,
    )
    if (keep !== null) await keepBeside(folder, keep)
  } finally {
    await database.close()
  }
}

function incomplete({ folder, known, lost }: BackupAmount, { dataDir, s3 }: Config): string {
  const where = s3 === null ? `DATA_DIR=${dataDir}` : `S3_BUCKET=${s3.bucket}`
  const advice =
    lost.length === known
      ? `set ${where} to that of the server`
      : `check ${where}, restore these files from an earlier backup (npm run doctor names them)`
  return `Of ${known} files that the database knows ${lost.length} are missing or damaged: ${nameSome(lost)}. The rest is in ${folder}, which was not recorded as a backup: ${advice}, and make the backup again.`
}

async function restore(
  { config, database }: { config: Config; database: Database },
  folder: string,
  without: number,
): Promise<void> {
  const target = { database, files: await openFiles(config), dataDir: config.dataDir }
  const { rows, files, segments, leftOut } = await restoreBackup(target, folder, { without })
  process.stdout.write(
    `${rows} rows, ${files} files and ${segments} journal files restored from ${folder}\n${leftOutText(leftOut)}`,
  )
}

/** Needs neither settings nor a database. */
async function verify(folder: string): Promise<void> {
  const { sums, defects } = await proveBackup(folder)
  if (defects.length > 0)
    throw new ConfigError(
      `${folder} is not a whole backup: of ${sums.size} files ${defects.length} are missing or damaged: ${nameSome(defects.map(({ name, detail }) => `${name} ${detail}`))}. Make a new backup with --full.`,
    )
  process.stdout.write(`${sums.size} files in ${folder} are what was backed up\n`)
}

function countOf(value = '0'): number {
  if (!/^\d{1,9}$/.test(value))
    throw new ConfigError('--without-files takes the number of files that the restore named.')
  return Number(value)
}

function keepOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1 || count > MAX_KEPT)
    throw new ConfigError(`--keep=${text} is not a number of backups: 1 to ${MAX_KEPT}.`)
  return count
}

/** A damaged backup is not a failure of the one that was just made, and must be seen all the same. */
async function keepBeside(folder: string, count: number): Promise<void> {
  const { kept, deleted, damaged } = await keepNewest(folder, count)
  process.stdout.write(`${kept.length} backups kept, ${deleted.length} older ones deleted\n`)
  if (damaged.length === 0) return
  process.stderr.write(
    `Damaged, and neither counted nor deleted: ${damaged.join(', ')}. Make the next backup with --full.\n`,
  )
  process.exitCode = 1
}

function readArguments(args: string[]) {
  const options = {
    'without-scans': { type: 'boolean' },
    full: { type: 'boolean' },
    'without-files': { type: 'string' },
    keep: { type: 'string' },
  } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error })
  }
}

/** Of a backup by other means, such as pg_basebackup, for the alert and the status page. */
async function record(): Promise<void> {
  const database = await openDatabase(readConfig(process.env))
  try {
    await recordBackup(database.db, new Date(), 0)
    process.stdout.write('recorded a backup that was made by other means\n')
  } finally {
    await database.close()
  }
}

keepNewFilesPrivate()
await runCli(() => run(process.argv.slice(2)))
