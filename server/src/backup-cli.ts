import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError } from './platform/app-error'
import { backUp } from './platform/backup/back-up'
import { recordBackup } from './platform/backup/repository'
import { restoreBackup } from './platform/backup/restore'
import { readConfig } from './platform/config/config'
import { openDatabase } from './platform/db'
import { openFiles } from './platform/files/file-store'
import { keepNewFilesPrivate } from './platform/files/private-folder'
import { runCli } from './run-cli'

const USAGE =
  'Missing folder name: npm run backup -- FOLDER [--without-scans] [--full], or npm run restore -- FOLDER.'

/** `backup FOLDER`, `restore FOLDER` and `record`, for the installation that the settings name. */
async function run(args: string[]): Promise<void> {
  const { positionals, values } = readArguments(args)
  const [command, name] = positionals
  if (command === 'record') return record()
  if ((command !== 'backup' && command !== 'restore') || name === undefined) throw new ConfigError(USAGE)
  const folder = resolve(name)
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    const installation = { database, files: await openFiles(config), dataDir: config.dataDir }
    if (command === 'restore') {
      const { rows, files, segments } = await restoreBackup(installation, folder)
      process.stdout.write(
        `${rows} rows, ${files} files and ${segments} journal files restored from ${folder}\n`,
      )
      return
    }
    const amount = await backUp(installation, folder, {
      isFull: values.full === true,
      hasScans: values['without-scans'] !== true,
    })
    await recordBackup(database.db, new Date(), amount.files)
    process.stdout.write(
      `${amount.rows} rows, ${amount.files} files (${amount.shared} of them shared with the last backup) and ${amount.segments} journal files backed up to ${folder}\n`,
    )
  } finally {
    await database.close()
  }
}

function readArguments(args: string[]) {
  const options = { 'without-scans': { type: 'boolean' }, full: { type: 'boolean' } } as const
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
