import { type Diagnosis, examine } from './features/doctor'
import { systemClock } from './platform/clock'
import { readConfig } from './platform/config/config'
import { openDatabase } from './platform/db'
import { refuseOtherVersion } from './platform/db/migrate'
import { openFiles } from './platform/files/file-store'
import { runCli } from './run-cli'

/** Examines the installation that the settings name; the exit code is 1 when something is wrong. */
async function run(isJson: boolean): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    await refuseOtherVersion(database)
    const findings = await examine({ config, database, files: await openFiles(config), clock: systemClock })
    process.stdout.write(isJson ? `${JSON.stringify({ findings })}\n` : report(findings))
    process.exitCode = findings.length > 0 ? 1 : 0
  } finally {
    await database.close()
  }
}

function report(findings: Diagnosis[]): string {
  if (findings.length === 0) return 'Nothing is wrong.\n'
  return findings
    .map(({ fault, subject, detail, advice }) => `${fault} ${subject}: ${detail}. ${advice}\n`)
    .join('')
}

await runCli(() => run(process.argv.includes('--json')), 2)
