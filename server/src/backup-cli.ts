import { resolve } from 'node:path'
import { backUp } from './platform/backup/back-up'
import { recordBackup } from './platform/backup/repository'
import { restoreBackup } from './platform/backup/restore'
import { ConfigError, readConfig } from './platform/config/config'
import { openDatabase } from './platform/db'
import { openFiles } from './platform/files/file-store'
import { keepNewFilesPrivate } from './platform/files/private-folder'
import { runCli } from './run-cli'

/** `backup FOLDER`, `restore FOLDER` and `record`, for the installation that the settings name. */
async function run([command, name]: string[]): Promise<void> {
  if (command === 'record') return record()
  if ((command !== 'backup' && command !== 'restore') || name === undefined) {
    throw new ConfigError('Missing folder name: npm run backup -- FOLDER, or npm run restore -- FOLDER.')
  }
  const folder = resolve(name)
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    const installation = { database, files: await openFiles(config), dataDir: config.dataDir }
    const { rows, files, segments } = await (command === 'backup' ? backUp : restoreBackup)(
      installation,
      folder,
    )
    if (command === 'backup') await recordBackup(database.db, new Date(), files)
    const done = command === 'backup' ? `backed up to ${folder}` : `restored from ${folder}`
    process.stdout.write(`${rows} rows, ${files} files and ${segments} journal files ${done}\n`)
  } finally {
    await database.close()
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
