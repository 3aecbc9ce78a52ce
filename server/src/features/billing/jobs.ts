import type { Clock } from '../../platform/clock'
import type { Database, Db } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import type { Log } from '../../platform/logging'
import { runInvariantsCheck } from './ledger/invariants-repository'
import { expireTransfers } from './payments/close-payments'
import type { Gateway } from './payments/gateway'
import { pollDue } from './payments/gateway-polling'
import { countExpiredTransfers } from './payments/repository'
import { sendDueRefunds } from './refunds/refunds'
import { countDue, renewAll } from './subscriptions/renewals'

interface BillingJobDependencies {
  database: Database
  clock: Clock
  log: Log
  gateways: readonly Gateway[]
}

const DAY_SECONDS = 86_400
/** Each statement of the check reads the whole ledger. */
const CHECK_STATEMENT_MS = 600_000

/** What time does to money. */
export const billingJobs = (dependencies: BillingJobDependencies): RepeatedJob[] => [
  {
    name: 'billing-renewals',
    everySeconds: 300,
    run: () => renewAll(dependencies),
    irreversible: async () => ({ subscriptions: await countDue(dependencies) }),
  },
  { name: 'billing-gateways', everySeconds: 60, run: () => pollGateways(dependencies) },
  {
    name: 'billing-expiry',
    everySeconds: 300,
    run: () => expire(dependencies),
    irreversible: async () => ({
      payments: await countExpiredTransfers(dependencies.database.db, dependencies.clock.now()),
    }),
  },
  { name: 'billing-ledger-check', everySeconds: DAY_SECONDS, run: () => check(dependencies) },
]

async function pollGateways(dependencies: BillingJobDependencies): Promise<void> {
  await pollDue(dependencies)
  await sendDueRefunds(dependencies)
}

/** Money that comes later still reaches the wallet (payments §6.4). */
const expire = ({ database, clock }: BillingJobDependencies): Promise<void> =>
  database.transaction((tx) => expireTransfers(tx, clock.now()))

/** Findings are logged and shown to the operator. */
async function check({ database, clock, log }: BillingJobDependencies): Promise<void> {
  const work = (tx: Db) => runInvariantsCheck(tx, clock.now())
  const { findings } = await database.transaction(work, { statementTimeoutMs: CHECK_STATEMENT_MS })
  if (findings.length > 0) log.error({ findings }, 'the ledger does not balance')
}
