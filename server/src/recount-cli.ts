import { parseArgs } from 'node:util'
import { findUserByLogin } from './features/account'
import { type Differences, hasCodes, RecountRefused, recountCounters, recountMonth } from './features/scans'
import { AppError, ConfigError } from './platform/app-error'
import { type Config, readConfig } from './platform/config/config'
import { openDatabase } from './platform/db'
import type { Database } from './platform/db/database'
import { refuseOtherVersion } from './platform/db/migrate'
import { openFiles } from './platform/files/file-store'
import { createLog } from './platform/logging'
import { runCli } from './run-cli'

const USAGE = `npm run recount -- [MONTH ...] [--account USER] [--dry-run] [--lose]

Makes the charts and breakdowns of months again from their scans, and all counters from the charts.

  MONTH           a month in UTC, such as 2026-03; none: the counters alone
  --account USER  only the codes of one user, named by user name, email address or id
  --dry-run       prints what would change, and changes nothing; each month by itself
  --lose          also when fewer scans are kept than the charts count; the rest is lost from them
  --help          this text

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
    const account =
      values.account === undefined ? undefined : await accountOf(database, config, values.account)
    const dependencies = { database, files: await openFiles(config), log: createLog('silent') }
    const options = {
      account,
      mayLose: values.lose === true,
      isDryRun: values['dry-run'] === true,
    }
    for (const month of months) {
      const { scans, differences } = await recountMonth(dependencies, month, options)
      process.stdout.write(`${month}: ${scans} scans\n`)
      if (differences) process.stdout.write(textOf(differences))
    }
    if (months.length === 0) {
      const differences = await recountCounters(database, options)
      if (differences) process.stdout.write(textOf(differences))
    }
    process.stdout.write(
      options.isDryRun
        ? 'nothing was changed\n'
        : `${account === undefined ? 'all' : 'their'} counters are the sums of the charts\n`,
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'ServiceUnavailable')
      throw new ConfigError(
        `The database or the bucket is unavailable (${reasonOf(error)}): no other month was changed. Run this again.`,
        { cause: error },
      )
    if (!(error instanceof RecountRefused)) throw error
    throw new ConfigError(`${error.message}. See npm run recount -- --help.`, { cause: error })
  } finally {
    await database.close()
  }
}

const reasonOf = ({ cause }: Error): string => (cause instanceof Error ? cause.message : 'no reason given')

/** With an account service of its own, an installation knows ids alone. */
async function accountOf(database: Database, { identityUrl }: Config, named: string): Promise<string> {
  const user = identityUrl === null ? await findUserByLogin(database.db, named) : null
  const id = user?.id ?? named
  if (await hasCodes(database.db, id)) return id
  throw new ConfigError(
    user === null
      ? `No account with codes has the user name, email address or id ${named}.`
      : `The account ${named} has no codes.`,
  )
}

/** A line for each code or account that would change. */
function textOf({ some, total }: Differences): string {
  const lines = some.map((difference) => {
    const { name, isAccount, scans, uniques, counter, hasOtherChart, hasOtherBreakdowns } = difference
    const changes = [
      ...changeOf('scans', scans),
      ...changeOf('unique visitors', uniques),
      ...changeOf('counter', counter),
      ...(hasOtherChart && scans.before === scans.after && uniques.before === uniques.after
        ? ['other times in the chart']
        : []),
      ...(hasOtherBreakdowns ? ['other breakdowns'] : []),
    ]
    return `  ${isAccount ? 'account' : 'code'} ${name}: ${changes.join(', ')}\n`
  })
  if (total > some.length) lines.push(`  and ${total - some.length} more\n`)
  return lines.length > 0 ? lines.join('') : '  no difference\n'
}

const changeOf = (name: string, { before, after }: { before: number; after: number }): string[] =>
  before === after ? [] : [`${name} ${before} → ${after}`]

function readArguments(args: string[]) {
  const options = {
    account: { type: 'string' },
    'dry-run': { type: 'boolean' },
    help: { type: 'boolean' },
    lose: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error })
  }
}

await runCli(() => run(process.argv.slice(2)))
