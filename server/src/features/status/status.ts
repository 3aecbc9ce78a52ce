import {
  type InstallationStatus,
  judge,
  STATUS_STATES,
  type StatusFigure,
  type StatusState,
  trialReason,
} from '@scanleaf/shared'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database, Db } from '../../platform/db/database'
import { lastMigration } from '../../platform/db/migrate'
import type { FileStore } from '../../platform/files/file-store'
import { countBadCertificates, findBadCertificates, findMissing } from '../custom-domains'
import { readWaiting } from '../scans'
import { readAccountFigures } from './account-figures'
import { readJobs } from './job-figures'
import { readMail } from './mail-figures'
import type { Measurement } from './measurement'
import { readMoney } from './money-figures'
import { readProcesses } from './process-figures'
import { readDataFigures } from './storage-figures'

export interface StatusDependencies {
  database: Database
  clock: Clock
  files: FileStore
  newerVersions: () => Measurement[]
  config: Pick<
    Config,
    | 'billing'
    | 'bank'
    | 'payments'
    | 'mail'
    | 'identityUrl'
    | 'appUrl'
    | 'codeHost'
    | 'trustedProxies'
    | 'port'
    | 'publicPort'
    | 'registration'
  >
}

const MAX_SUBJECTS = 5

/**
 * Asks everything that knows something; what one part cannot say now fails the whole, since the rest would look good.
 * One question after the other: a page for administrators takes one connection, and waits for none of its own
 * questions.
 */
export async function readStatus(dependencies: StatusDependencies): Promise<InstallationStatus> {
  const { database, clock, config } = dependencies
  const now = clock.now()
  const { oldestSeconds } = await readWaiting(database)
  const running = await readProcesses(database.db, config, now, oldestSeconds)
  const jobs = await readJobs(database.db, now)
  const money = config.billing ? await readMoney(database.db, config, now) : { measured: [], providers: [] }
  const data = await readDataFigures(dependencies, now)
  const domains = await readDomainFigures(database.db)
  const mail = await readMail(database.db, config)
  const accounts = await readAccountFigures(database.db, config)
  const migration = await lastMigration(database.db)
  const measured = [
    trialFigure(config),
    ...running.measured,
    ...dependencies.newerVersions(),
    ...data,
    ...jobs.measured,
    ...money.measured,
    ...domains,
    ...mail,
    ...accounts,
  ]
  const figures = measured.map(judged)
  const count = (state: StatusState) => figures.filter((each) => each.state === state).length
  return {
    at: now.toISOString(),
    state: STATUS_STATES.findLast((state) => count(state) > 0) ?? 'good',
    broken: count('broken'),
    attention: count('attention'),
    database: {
      engine: database.engine,
      migration: migration.name,
      migratedAt: migration.appliedAt.toISOString(),
    },
    figures,
    processes: running.processes,
    jobs: jobs.jobs,
    providers: money.providers,
  }
}

const trialFigure = ({ codeHost }: StatusDependencies['config']): Measurement =>
  trialReason(codeHost) === null
    ? { check: 'codes-trial', figure: 0 }
    : { check: 'codes-trial', figure: 1, subjects: [codeHost] }

async function readDomainFigures(db: Db): Promise<Measurement[]> {
  const { domains, total } = await findMissing(db, MAX_SUBJECTS)
  const certificates = await findBadCertificates(db, MAX_SUBJECTS)
  return [
    { check: 'domains-missing', figure: total, subjects: domains },
    {
      check: 'domain-certificates',
      figure: await countBadCertificates(db),
      subjects: certificates.map(({ domain }) => domain),
    },
  ]
}

const judged = ({ check, figure, subjects = [] }: Measurement): StatusFigure => ({
  check,
  figure,
  state: judge(check, figure),
  subjects: subjects.slice(0, MAX_SUBJECTS),
})
