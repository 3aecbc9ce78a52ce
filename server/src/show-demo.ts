import { type AppDependencies, buildApp } from './app'
import { fillDemo } from './features/demo'

/** Sample data, so that transfers are offered where the host has named no account. */
const BANK = {
  bin: '970436',
  accountNumber: '0000000000',
  accountName: 'SCANLEAF DEMO',
  branch: '',
}

/** Fills the account of the demo, shows how far that is, and says how to sign in. */
export async function showDemo(dependencies: Omit<AppDependencies, 'clock'>): Promise<void> {
  const { config, database, log } = dependencies
  const account = await fillDemo(
    {
      database,
      log,
      isBillingOn: config.billing,
      openApp: (clock, log) =>
        buildApp({
          ...dependencies,
          clock,
          log,
          gateways: [],
          config: { ...config, bank: config.bank ?? BANK },
        }),
      onProgress: drawBar,
    },
    new Date(),
  )
  process.stdout.write(
    account
      ? `\nThe demo account: ${config.appUrl}/login, ${account.username} / ${account.password}\n`
      : 'There is a demo account already.\n',
  )
}

const WIDTH = 30

function drawBar(share: number): void {
  if (!process.stdout.isTTY) return
  const done = Math.round(share * WIDTH)
  const bar = '█'.repeat(done).padEnd(WIDTH, '░')
  process.stdout.write(`\rThree months of a demo account  ${bar}  ${Math.round(share * 100)} %`)
}
