import { resolve } from 'node:path'
import { ConfigError } from './platform/app-error'
import { moveToPostgres } from './platform/backup/move'
import { readConfig } from './platform/config/config'
import { openDatabase } from './platform/db'
import { dumpDatabase } from './platform/db/dump/dump'
import { leftOutText, restoreDatabase } from './platform/db/dump/restore'
import { keepNewFilesPrivate } from './platform/files/private-folder'
import { runCli } from './run-cli'

/** `dump FILE` and `restore FILE`, for the database of DATABASE_URL or DATA_DIR; `move` from the one to the other. */
async function run([command, file]: string[]): Promise<void> {
  if (command === 'move') return move()
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

async function move(): Promise<void> {
  const { rows, leftOut, files, keptAs, notRenamed } = await moveToPostgres(readConfig(process.env))
  const copied = files > 0 ? ` and ${files} files` : ''
  process.stdout.write(
    `${rows} rows${copied} moved. The embedded database is kept as ${keptAs}. Keep DATABASE_URL in the settings, and start the server.\n${leftOutText(leftOut)}`,
  )
  if (notRenamed !== null)
    process.stderr.write(
      `${keptAs} could not be renamed (${notRenamed}). Everything has moved: rename or delete it by hand before a start without DATABASE_URL, which would go on with the old data.\n`,
    )
}

keepNewFilesPrivate()
await runCli(() => run(process.argv.slice(2)))
