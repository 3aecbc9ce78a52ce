import { parseArgs } from 'node:util'
import { RecountRefused, recountCounters, recountMonth } from './features/scans'
import { ConfigError, readConfig } from './platform/config/config'
import { openDatabase } from './platform/db'
import { refuseOtherVersion } from './platform/db/migrate'
import { openFiles } from './platform/files/file-store'
import { createLog } from './platform/logging'
import { runCli } from './run-cli'

const USAGE = `npm run recount -- [MONTH ...] [--lose]

Makes the charts and breakdowns of months again from their scans, and all counters from the charts.

  MONTH    a month in UTC, such as 2026-03; none: the counters alone
  --lose   also when fewer scans are kept than the charts count; the rest is lost from them
  --help   this text

Scans are read from the database, and from the archive (SCANS_ARCHIVE) where the database no longer has them. A month
changes completely or not at all. Meanwhile scans wait in their journals, so choose a quiet hour for a large month.
`

/** Makes figures of scans again, for the installation that the settings name. */
async function run(args: string[]): Promise<void> {
  const { positionals: months, values } = readArguments(args)
  if (values.help) {
    process.stdout.write(USAGE)
    return
  }
  const wrong = months.find((month) => !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
  if (wrong !== undefined) throw new ConfigError(`${wrong} is not a month: write it as in 2026-03.`)
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    await refuseOtherVersion(database)
    const dependencies = { database, files: await openFiles(config), log: createLog('silent') }
    for (const month of months) {
      const scans = await recountMonth(dependencies, month, { mayLose: values.lose === true })
      process.stdout.write(`${month}: ${scans} scans\n`)
    }
    if (months.length === 0) await database.transaction(recountCounters, { statementTimeoutMs: null })
    process.stdout.write('all counters are the sums of the charts\n')
  } catch (error) {
    if (!(error instanceof RecountRefused)) throw error
    throw new ConfigError(`${error.message}. See npm run recount -- --help.`, { cause: error })
  } finally {
    await database.close()
  }
}

function readArguments(args: string[]) {
  const options = { help: { type: 'boolean' }, lose: { type: 'boolean' } } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error })
  }
}

await runCli(() => run(process.argv.slice(2)))
