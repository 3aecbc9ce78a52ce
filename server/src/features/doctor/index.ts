import { join } from 'node:path'
import { proveBackup } from '../../platform/backup/prove-backup'
import { wasRestoredWithoutLog } from '../../platform/backup/repository'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database, Db } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import type { ListRecorded } from '../../platform/files/recorded-file'
import type { Finding } from '../../platform/finding'
import { backlogOf } from '../../platform/journal/backlog'
import { lastDoubt } from '../../platform/trusted-clock'
import { countForeignPasskeys, findNamesOfOthers } from '../account'
import { findBrokenInvariants } from '../billing'
import { findBadCertificates } from '../custom-domains'
import { type ExportFault, findExportFaults, listExportFiles } from '../leaving'
import { type FileFault, findFileFaults, listUploads } from '../media'
import { listPictureFiles } from '../pages'
import { listPages } from '../pdf-codes'
import { findDamage } from '../redirect'
import {
  type ArchiveFindingKind,
  findArchiveFaults,
  findCounterFaults,
  listArchiveFiles,
  readWaiting,
} from '../scans'
import { findIdFaults, type IdFault } from '../user-codes'
import { findProviderFaults, type ProviderFault } from './provider-check'
import { findSettingFaults, type SettingFault } from './setting-check'
import { findStreamFaults, type StreamFault } from './stream-check'

export { examineMail } from './mail-check'

const HOUR_MS = 3_600_000
/** Of thousands of archives in a distant bucket the newest are checked. */
const ARCHIVES_WITHIN_MS = 60_000
const MAX_DOMAINS = 100
/** A running importer takes less than a second. */
const NOT_IMPORTED_AFTER_MS = 60_000

type Fault =
  | FileFault
  | ArchiveFindingKind
  | ExportFault
  | IdFault
  | ProviderFault
  | StreamFault
  | SettingFault
  | 'name-of-other-address'
  | 'clock-doubt'
  | 'passkey-of-other-host'
  | 'domain-certificate'
  | 'counter-differs'
  | 'ledger-differs'
  | 'journal-not-imported'
  | 'scans-not-counted'
  | 'backup-damaged'
  | 'targets-damaged'

/** The fix for each fault. */
const ADVICE: Record<Fault, string> = {
  'file-missing': 'Restore the file from a backup, under this key; pages that show it are broken until then.',
  'file-corrupt': 'Restore the file from a backup, and check the disk: Scanleaf never changes a stored file.',
  'archive-damaged':
    'Restore the file from a backup, under this key. While its month is still in the database, the server writes it again before it deletes the month.',
  'archives-not-checked':
    'The newest archives were checked. To read all of them, add --all, nearer to the bucket.',
  'file-orphaned':
    'Nothing to do: the server deletes it within a day. If it reappears, another program writes to this directory.',
  'id-not-reserved':
    'Restore the row of dynamic_ids from a backup before somebody else takes this id; then find out who changed the database by hand.',
  'id-orphaned':
    'Restore the code from a backup, or leave it: the id stays reserved and its link is not found.',
  'path-orphaned':
    'Restore the code from a backup, or delete the row of domain_paths: the address is not found until then.',
  'path-hides-id':
    'Ask the owner which code is meant: the printed link of the other code leads here. Removing the path in the details of this code ends that.',
  'export-missing': 'Nothing to restore: its owner asks for a new export.',
  'export-corrupt':
    'Check the disk: Scanleaf never changes a stored file. Its owner asks for a new export, which replaces it.',
  'counter-differs':
    'Compare with a backup. The scan log is authoritative: set the counter and the roll-ups to its totals.',
  'ledger-differs':
    'Do not edit the database: the operators’ ledger screen shows the entries. A correction is a new entry.',
  'codes-trial':
    'Set CODE_HOST to a public https address before codes are printed, and restart. Codes that are already printed keep the old address.',
  'proxies-unlisted':
    'List the proxy in TRUSTED_PROXIES and restart; the server log names its address. Until then all visitors behind it count as one, have no country and share their rate limits.',
  'name-of-other-address':
    'Sign-in and recovery by this name mean who has the address. Have its user sign in with their own address, and suspend the account if it was made to deceive.',
  'clock-doubt':
    'Compare the clock of the database’s machine with another one. If it is right, run npm run doctor -- --confirm-clock; if it is wrong, correct it. Renewals and deletions wait until then, at most seven days.',
  'passkey-of-other-host':
    'Set APP_URL to that host again, or have their owners sign in by another method and add new passkeys.',
  'domain-certificate':
    'Read what the reverse proxy logs for this name: it must be able to obtain and to renew a certificate for it. Its visitors are warned by their browser, or soon will be.',
  'provider-away':
    'Open {issuer}/.well-known/openid-configuration from this machine. Passwords and passkeys still work.',
  'provider-misconfigured':
    'Set the issuer in OIDC_FILE to what {issuer}/.well-known/openid-configuration says, to the last slash. Nobody can sign in by this provider until then; passwords and passkeys still work.',
  'provider-without-pkce': 'Update the provider: without PKCE an intercepted code can be used.',
  'provider-clock-differs':
    'Synchronize the clocks of both machines by NTP: a minute apart, nobody can sign in.',
  'journal-not-imported':
    'Start the server with this DATA_DIR and a reachable database: it imports the scans. They are safe until then.',
  'scans-not-counted':
    'Start a process with ROLE all, redirect or worker: it counts them, and its log says what keeps it from that. They are safe until then.',
  'backup-damaged':
    'Make a new backup now, with --full if its disk is in doubt, and keep this one until that is proved.',
  'targets-damaged':
    'Check the disk: Scanleaf did not write this. The next start drops the damaged parts, and looks their codes up again.',
  'stream-away':
    'Start the NATS server, or most servers of its cluster, or correct SCAN_STREAM_URL and its credentials. Scans wait in the journals until then.',
  'stream-missing':
    'Start a redirect or worker process with these settings: it creates the stream. If it existed, find out who deleted it.',
  'stream-unsafe':
    'Change the stream, or delete it while it is empty, so that it is created again. Nothing is published to it until then.',
  'stream-replicas':
    'Add servers to the NATS cluster if there are fewer, then nats stream edit --replicas. Until then a lost server loses scans.',
  'stream-replica-lost':
    'Start that NATS server and see its log. With most servers of the cluster away scans wait in the journals; with one away nothing is lost, until another is.',
  'stream-payload':
    'Set max_payload of the NATS server to 1MB or more. Until then each machine imports its larger segments itself.',
  'stream-not-imported':
    'Start a worker with these settings and a reachable database. The scans are safe in the stream until then.',
  'stream-unreadable':
    'Look at them with nats stream get, find out who published them, and purge that stream. They are deleted after 30 days.',
}

/** Every stored file that the database knows. */
export const listRecordedFiles: ListRecorded = async function* (db) {
  for (const list of [listUploads, listPages, listPictureFiles, listExportFiles, listArchiveFiles])
    yield* list(db)
}

export interface Diagnosis extends Finding<Fault> {
  advice: string
}

export interface Examined {
  config: Pick<
    Config,
    | 'dataDir'
    | 's3'
    | 'scansKeepDays'
    | 'billing'
    | 'appUrl'
    | 'codeHost'
    | 'trustedProxies'
    | 'signInProviders'
    | 'stream'
  >
  database: Database
  files: FileStore
  clock: Clock
  /** Reads every byte also of the archives in a bucket. */
  isFull?: boolean
  /** A backup to prove, too; null for none. */
  backup?: string | null
}

/** Checks the whole installation and changes nothing; each finding has its fix. */
export async function examine({
  config,
  database,
  files,
  clock,
  isFull = false,
  backup = null,
}: Examined): Promise<Diagnosis[]> {
  const now = clock.now()
  const anHourAgo = new Date(now.getTime() - HOUR_MS)
  const findings: Finding<Fault>[] = [
    ...(await findJournalFaults(config.dataDir, now)),
    ...(await findUncounted(database)),
    ...(await findClockDoubt(database)),
    ...findDamagedTargets(config.dataDir),
    ...(await findSettingFaults(database.db, config, now)),
    ...(await findProviderFaults(config)),
    ...(await findStreamFaults(config, now)),
    // The whole log and the whole ledger are read in one snapshot.
    ...(await database.transaction((tx) => findInDatabase(tx, config), { statementTimeoutMs: null })),
    ...(await findFileFaults({ database, files }, anHourAgo, [listPages, listPictureFiles])),
    ...(await findExportFaults({ database, files }, anHourAgo)),
    ...(await findArchiveFaults(
      { database, files },
      isFull || config.s3 === null ? null : ARCHIVES_WITHIN_MS,
    )),
    ...(backup === null ? [] : await findBackupFaults(backup)),
  ]
  return findings.map((finding) => ({ ...finding, advice: ADVICE[finding.fault] }))
}

async function findClockDoubt(database: Database): Promise<Finding<'clock-doubt'>[]> {
  const seconds = await lastDoubt(database)
  if (!seconds) return []
  const hours = Math.round(seconds / 3600)
  return [
    {
      fault: 'clock-doubt',
      subject: 'the clock of the database',
      detail: `it leapt, or the server was off: ${hours} hours are not trusted`,
    },
  ]
}

async function findInDatabase(tx: Db, config: Examined['config']): Promise<Finding<Fault>[]> {
  await tx.execute('set transaction isolation level repeatable read, read only')
  const broken = config.billing ? await findBrokenInvariants(tx) : []
  const appHost = new URL(config.appUrl).hostname
  const foreign = await countForeignPasskeys(tx, appHost)
  const names = await findNamesOfOthers(tx)
  return [
    ...names.map(({ id, username, email }) => ({
      fault: 'name-of-other-address' as const,
      subject: id,
      detail: `the user name ${username} reads as an address, and its user has ${email}`,
    })),
    ...foreign.map(({ host, passkeys }) => ({
      fault: 'passkey-of-other-host' as const,
      subject: host,
      detail: `passkeys that do not work at ${appHost}: ${passkeys}`,
    })),
    ...(await findBadCertificates(tx, MAX_DOMAINS)).map(({ domain, fault, endsAt }) => ({
      fault: 'domain-certificate' as const,
      subject: domain,
      detail: `certificate: ${fault ?? 'ends soon'}${endsAt ? `, ends at ${endsAt.toISOString()}` : ''}`,
    })),
    ...(await findIdFaults(tx)),
    ...(await findCounterFaults(tx, config.scansKeepDays === null && !(await wasRestoredWithoutLog(tx)))),
    ...broken.map(({ invariant, subject, expected, found }) => ({
      fault: 'ledger-differs' as const,
      subject: subject || 'all accounts',
      detail: `${invariant}: found ${found}, expected ${expected}`,
    })),
  ]
}

async function findBackupFaults(folder: string): Promise<Finding<'backup-damaged'>[]> {
  const { defects } = await proveBackup(folder)
  return defects.map(({ name, detail }) => ({
    fault: 'backup-damaged',
    subject: join(folder, name),
    detail,
  }))
}

async function findJournalFaults(dataDir: string, now: Date): Promise<Finding<'journal-not-imported'>[]> {
  const folder = join(dataDir, 'journal')
  const { segments, bytes, oldestAt } = await backlogOf(folder)
  if (oldestAt === null || now.getTime() - oldestAt < NOT_IMPORTED_AFTER_MS) return []
  const since = new Date(oldestAt).toISOString()
  return [
    {
      fault: 'journal-not-imported',
      subject: folder,
      detail: `${segments} files, ${bytes} bytes since ${since}`,
    },
  ]
}

async function findUncounted(database: Database): Promise<Finding<'scans-not-counted'>[]> {
  const { count, oldestSeconds } = await readWaiting(database)
  if (oldestSeconds * 1000 < NOT_IMPORTED_AFTER_MS) return []
  const detail = `${count} scans, the oldest of ${Math.floor(oldestSeconds / 60)} minutes ago`
  return [{ fault: 'scans-not-counted', subject: 'the inbox of scans', detail }]
}

/** Of the codes that the redirect knows on disk. */
const findDamagedTargets = (dataDir: string): Finding<'targets-damaged'>[] =>
  findDamage(join(dataDir, 'targets')).map(({ path, damaged }) => ({
    fault: 'targets-damaged',
    subject: path,
    detail: `damaged parts: ${damaged}`,
  }))
