import { resolve } from 'node:path'
import { ConfigError } from './platform/app-error'
import { readConfig } from './platform/config/config'
import { openDatabase } from './platform/db'
import { dumpDatabase } from './platform/db/dump/dump'
import { leftOutText, restoreDatabase } from './platform/db/dump/restore'
import { keepNewFilesPrivate } from './platform/files/private-folder'
import { runCli } from './run-cli'

/** `dump FILE` and `restore FILE`, for the database of DATABASE_URL or DATA_DIR. */
async function run([command, file]: string[]): Promise<void> {
  if ((command !== 'dump' && command !== 'restore') || file === undefined) {
    throw new ConfigError('Missing file name: npm run db:dump -- FILE, or npm run db:restore -- FILE.')
  }
  const path = resolve(file)
  const database = await openDatabase(readConfig(process.env))
  try {
    if (command === 'dump') {
      process.stdout.write(`${await dumpDatabase(database, path)} rows written to ${path}\n`)
    } else {
      const { rows, leftOut } = await restoreDatabase(database, path)
      process.stdout.write(`${rows} rows restored from ${path}\n${leftOutText(leftOut)}`)
    }
  } finally {
    await database.close()
  }
}

keepNewFilesPrivate()
await runCli(() => run(process.argv.slice(2)))
