import { resolve } from 'node:path'
import { EmailAddress } from '@scanleaf/shared'
import { domainReader } from './features/custom-domains'
import { examine, examineMail } from './features/doctor'
import { ConfigError } from './platform/app-error'
import { systemClock } from './platform/clock'
import { type Config, readConfig } from './platform/config/config'
import { openDatabase } from './platform/db'
import { refuseOtherVersion } from './platform/db/migrate'
import { openFiles } from './platform/files/file-store'
import { confirmClock } from './platform/trusted-clock'
import { runCli } from './run-cli'

/** Checks the installation that the settings name; the exit code is 1 when there is a finding. */
async function run(isJson: boolean, mailAddress: string | undefined): Promise<void> {
  const config = readConfig(process.env)
  const findings =
    mailAddress === undefined ? await examineAll(config) : await examineMailTo(config, mailAddress)
  process.stdout.write(isJson ? `${JSON.stringify({ findings })}\n` : report(findings))
  process.exitCode = findings.length > 0 ? 1 : 0
}

/** The operator has compared the clock: what waits for it continues. */
async function confirm(): Promise<void> {
  const database = await openDatabase(readConfig(process.env))
  try {
    await refuseOtherVersion(database)
    const at = await confirmClock(database)
    process.stdout.write(
      `The clock of the database is right: ${at.toISOString()}. Renewals and deletions go on.\n`,
    )
  } finally {
    await database.close()
  }
}

async function examineAll(config: Config): Promise<Diagnosed[]> {
  const database = await openDatabase(config)
  try {
    await refuseOtherVersion(database)
    const files = await openFiles(config)
    const isFull = process.argv.includes('--all')
    const backup = optionOf('backup')
    const options = { isFull, backup: backup === undefined ? null : resolve(backup) }
    return await examine({ config, database, files, clock: systemClock, ...options })
  } finally {
    await database.close()
  }
}

/** Without the database, so that a server may run beside it. */
async function examineMailTo(config: Config, text: string): Promise<Diagnosed[]> {
  const address = EmailAddress.safeParse(text).data
  if (address === undefined) throw new ConfigError(`--mail=${text} is not an email address.`)
  return examineMail({ config, readDomain: domainReader(config.dnsServers), address })
}

function optionOf(name: string): string | undefined {
  const start = `--${name}=`
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length)
}

interface Diagnosed {
  fault: string
  subject: string
  detail: string
  advice: string
}

function report(findings: readonly Diagnosed[]): string {
  if (findings.length === 0) return 'No problems found.\n'
  return findings
    .map(({ fault, subject, detail, advice }) => `${fault} ${subject}: ${detail}. ${advice}\n`)
    .join('')
}

const isConfirming = process.argv.includes('--confirm-clock')
await runCli(() => (isConfirming ? confirm() : run(process.argv.includes('--json'), optionOf('mail'))), 2)
