import { makeRecoveryLinkOnHost } from './features/account'
import { AppError, ConfigError } from './platform/app-error'
import { readConfig } from './platform/config/config'
import { openDatabase } from './platform/db'
import { refuseOtherVersion } from './platform/db/migrate'
import { openOutbox } from './platform/mail'
import { runCli } from './run-cli'

const WAIVE = '--waive-second-factor'

/** `recover NAME`: prints a link that sets a new password for a user, for anyone with a shell on the host. */
async function run(args: string[]): Promise<void> {
  const [login, ...others] = args.filter((arg) => arg !== WAIVE)
  if (login === undefined || others.length > 0 || login.startsWith('-'))
    throw new ConfigError(`Name one user: npm run recover -- USERNAME, or with ${WAIVE} for a lost phone.`)
  const config = readConfig(process.env)
  if (config.identityUrl !== null)
    throw new ConfigError('IDENTITY_URL is set: recover the account at that account service.')
  openOutbox(config)
  const database = await openDatabase(config)
  try {
    await refuseOtherVersion(database)
    const wanted = { reason: '', waiveSecondFactor: args.includes(WAIVE) }
    const making = { database, appUrl: config.appUrl, language: 'en' }
    const { url, expiresAt } = await makeRecoveryLinkOnHost(making, login, wanted)
    process.stdout.write(
      `${url}\nOpen it before ${expiresAt}. It sets a new password once and ends every session.\n`,
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'NotFound')
      throw new ConfigError(`No user has the user name or email address ${login}.`)
    throw error
  } finally {
    await database.close()
  }
}

await runCli(() => run(process.argv.slice(2)))
