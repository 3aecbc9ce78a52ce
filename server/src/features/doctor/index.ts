import { join } from 'node:path'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database, Db } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import type { Finding } from '../../platform/finding'
import { backlogOf } from '../../platform/journal/backlog'
import { countForeignPasskeys } from '../account'
import { findBrokenInvariants } from '../billing'
import { type FileFault, findFileFaults } from '../media'
import { findCounterFaults } from '../scans'
import { findIdFaults, type IdFault } from '../user-codes'

import { findProviderFaults, type ProviderFault } from './provider-check'

export { examineMail } from './mail-check'

const HOUR_MS = 3_600_000
/** A running importer takes less than a second. */
const UNMOVED_AFTER_MS = 60_000

type Fault =
  | FileFault
  | IdFault
  | ProviderFault
  | 'passkey-of-other-host'
  | 'counter-differs'
  | 'ledger-differs'
  | 'journal-not-moved'

/** What to do about each fault. */
const ADVICE: Record<Fault, string> = {
  'file-missing': 'Put the file back from a backup, under this key; until then what shows it is broken.',
  'file-damaged':
    'Put the file back from a backup, and look at the disk: something else than Scanleaf wrote to it.',
  'file-unknown':
    'Nothing: the server removes it within a day. If it comes back, another program writes there.',
  'id-not-kept':
    'Restore the row of dynamic_ids from a backup, before anybody asks for this id; then find out who changed the database by hand.',
  'id-of-nothing': 'Restore the code from a backup, or leave it: the id stays reserved and leads nowhere.',
  'counter-differs':
    'Compare with a backup. The log is the truth: set the counter and the roll-ups to what it adds up to.',
  'ledger-differs':
    'Correct nothing by hand: the operator’s screen of the ledger shows the entries. A correction is a new entry.',
  'passkey-of-other-host':
    'Set APP_URL to that host again, or have their owners sign in otherwise and add new passkeys.',
  'provider-away':
    'Compare the issuer in OIDC_FILE with what the provider shows, and open {issuer}/.well-known/openid-configuration from this machine. Passwords and passkeys go on.',
  'provider-without-pkce': 'Update the provider: without PKCE a code that is seen on its way can be used.',
  'provider-clock-differs': 'Set the clocks of both machines by NTP: a minute apart, nobody can sign in.',
  'journal-not-moved':
    'Start the server on this DATA_DIR, with a database that answers: it moves the scans. They are safe until then.',
}

export interface Diagnosis extends Finding<Fault> {
  advice: string
}

export interface Examined {
  config: Pick<Config, 'dataDir' | 'scansKeepDays' | 'billing' | 'appUrl' | 'signInProviders'>
  database: Database
  files: FileStore
  clock: Clock
}

/** Looks through the whole installation and changes nothing; of each fault what to do. */
export async function examine({ config, database, files, clock }: Examined): Promise<Diagnosis[]> {
  const now = clock.now()
  const findings: Finding<Fault>[] = [
    ...(await findJournalFaults(config.dataDir, now)),
    ...(await findProviderFaults(config)),
    // The whole log and the whole ledger are read, as of one moment.
    ...(await database.transaction((tx) => findInDatabase(tx, config), { statementTimeoutMs: null })),
    ...(await findFileFaults({ database, files }, new Date(now.getTime() - HOUR_MS))),
  ]
  return findings.map((finding) => ({ ...finding, advice: ADVICE[finding.fault] }))
}

async function findInDatabase(tx: Db, config: Examined['config']): Promise<Finding<Fault>[]> {
  await tx.execute('set transaction isolation level repeatable read, read only')
  const broken = config.billing ? await findBrokenInvariants(tx) : []
  const appHost = new URL(config.appUrl).hostname
  const foreign = await countForeignPasskeys(tx, appHost)
  return [
    ...foreign.map(({ host, passkeys }) => ({
      fault: 'passkey-of-other-host' as const,
      subject: host,
      detail: `${passkeys} of its passkeys, which do not work at ${appHost}`,
    })),
    ...(await findIdFaults(tx)),
    ...(await findCounterFaults(tx, config.scansKeepDays === null)),
    ...broken.map(({ invariant, subject, expected, found }) => ({
      fault: 'ledger-differs' as const,
      subject: subject || 'all accounts',
      detail: `${invariant}: ${found}, not ${expected}`,
    })),
  ]
}

async function findJournalFaults(dataDir: string, now: Date): Promise<Finding<'journal-not-moved'>[]> {
  const folder = join(dataDir, 'journal')
  const { segments, bytes, oldestAt } = await backlogOf(folder)
  if (oldestAt === null || now.getTime() - oldestAt < UNMOVED_AFTER_MS) return []
  const since = new Date(oldestAt).toISOString()
  return [
    {
      fault: 'journal-not-moved',
      subject: folder,
      detail: `${segments} files, ${bytes} bytes since ${since}`,
    },
  ]
}
