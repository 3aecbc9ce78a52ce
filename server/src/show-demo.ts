import { DEMO_CREDENTIALS } from '@scanleaf/shared'
import { type AppDependencies, buildApp } from './app'
import { listMembers } from './features/account'
import { fillDemo } from './features/demo'
import { eraseAtOnce } from './features/leaving'
import { systemClock } from './platform/clock'
import { openFiles } from './platform/files/file-store'

/** Sample data, so that transfers are offered where the host has named no account. */
const BANK = {
  bin: '970436',
  accountNumber: '0000000000',
  accountName: 'SCANLEAF DEMO',
  branch: '',
}

/** Fills the account of the demo, shows how far that is, and says how to sign in. A failure leaves no account. */
export async function showDemo(dependencies: Omit<AppDependencies, 'clock'>): Promise<void> {
  const { config, log } = dependencies
  if (config.identityUrl !== null) {
    process.stdout.write('No demo account: accounts belong to the service of IDENTITY_URL.\n')
    return
  }
  try {
    const account = await fill(dependencies)
    process.stdout.write(
      account
        ? `\nThe demo account: ${config.appUrl}/login, ${account.username} / ${account.password}\n`
        : 'There is a demo account already. For a new password: npm run recover -- demo\n',
    )
  } catch (err) {
    log.error({ err }, 'the demo account could not be created: nothing of it is kept')
  }
}

async function fill(dependencies: Omit<AppDependencies, 'clock'>) {
  const { config, database, log } = dependencies
  const files = await openFiles(config)
  // It registers like anybody, has no mailbox, and takes transfers.
  const demoConfig = {
    ...{ ...config, registration: 'open' as const, mail: null, bank: config.bank ?? BANK },
    // It is filled by the calls that its visitors do not have.
    isPublicDemo: false,
  }
  return fillDemo(
    {
      database,
      log,
      isBillingOn: config.billing,
      password: config.isPublicDemo ? DEMO_CREDENTIALS.password : undefined,
      openApp: (clock, log) => buildApp({ ...dependencies, clock, log, gateways: [], config: demoConfig }),
      discard: (userId) => eraseAtOnce({ database, files, clock: systemClock }, userId),
      onProgress: drawBar,
    },
    new Date(),
  )
}

/** Erases everybody but administrators, and what they made, then fills the account of the demo again. */
export async function resetDemo(dependencies: Omit<AppDependencies, 'clock'>): Promise<void> {
  const { config, database } = dependencies
  const files = await openFiles(config)
  for (const userId of await listMembers(database.db))
    await eraseAtOnce({ database, files, clock: systemClock }, userId)
  await fill(dependencies)
}

const WIDTH = 30

function drawBar(share: number): void {
  if (!process.stdout.isTTY) return
  const done = Math.round(share * WIDTH)
  const bar = '█'.repeat(done).padEnd(WIDTH, '░')
  process.stdout.write(`\rThree months of a demo account  ${bar}  ${Math.round(share * 100)} %`)
}
