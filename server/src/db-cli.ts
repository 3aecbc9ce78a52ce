import { resolve } from 'node:path'
import { ConfigError, readConfig } from './platform/config/config'
import { openDatabase } from './platform/db'
import { dumpDatabase } from './platform/db/dump/dump'
import { restoreDatabase } from './platform/db/dump/restore'
import { keepNewFilesPrivate } from './platform/files/private-folder'

/** `dump FILE` and `restore FILE`, on the database that DATABASE_URL or DATA_DIR names. */
async function run([command, file]: string[]): Promise<void> {
  if ((command !== 'dump' && command !== 'restore') || file === undefined) {
    throw new ConfigError('Name a file: npm run db:dump -- FILE, or npm run db:restore -- FILE.')
  }
  const path = resolve(file)
  const database = await openDatabase(readConfig(process.env))
  try {
    const rows = await (command === 'dump' ? dumpDatabase : restoreDatabase)(database, path)
    const done = command === 'dump' ? `${rows} rows written to ${path}` : `${rows} rows restored from ${path}`
    process.stdout.write(`${done}\n`)
  } finally {
    await database.close()
  }
}

keepNewFilesPrivate()
try {
  await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
