import type { StatusProcess } from '@scanleaf/shared'
import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/database'
import { lacksProxies } from '../../platform/http/client-address'
import { listProcesses, type ProcessFigures, type ProcessRow } from '../../platform/processes'
import type { Measurement } from './measurement'

/** Four times it said nothing. */
const SILENT_AFTER_MS = 60_000
const PARTS = ['web', 'redirect', 'worker'] as const

/** @param waitingSeconds age of the oldest scan that is in the database and not counted */
export async function readProcesses(
  db: Db,
  config: Pick<Config, 'appUrl' | 'trustedProxies'>,
  now: Date,
  waitingSeconds: number,
): Promise<{ measured: Measurement[]; processes: StatusProcess[] }> {
  const rows = await listProcesses(db)
  const isSilent = ({ seenAt }: ProcessRow) => now.getTime() - seenAt.getTime() > SILENT_AFTER_MS
  const silent = rows.filter(isSilent)
  const live = rows.filter((row) => !isSilent(row))
  const missing = PARTS.filter((part) => !live.some(({ role }) => role === 'all' || role === part))
  const versions = [...new Set(live.map(({ version }) => version))]
  const addresses = (of: ProcessRow[]) => of.map(({ role, machine, pid }) => `${role} · ${machine}:${pid}`)
  const sum = (figure: (of: ProcessFigures) => number) =>
    live.reduce((total, { figures }) => total + figure(figures), 0)
  const most = (figure: (of: ProcessFigures) => number) =>
    Math.max(0, ...live.map(({ figures }) => figure(figures)))
  const forwardedTo = live.filter(({ figures }) => figures.unlistedProxies > 0)
  const behindUnlisted = [...(lacksProxies(config) ? [config.appUrl] : []), ...addresses(forwardedTo)]
  const answers = sum((of) => of.answers)
  const oldest = Math.min(...rows.map(({ figures }) => figures.journalOldestAt ?? Number.POSITIVE_INFINITY))
  const disks = live.flatMap(({ figures }) => figures.diskFreeBytes ?? [])
  return {
    measured: [
      { check: 'visitors-sent-away', figure: sum((of) => of.unavailable) },
      { check: 'proxies-unlisted', figure: behindUnlisted.length, subjects: behindUnlisted },
      {
        // A silent process left its scans where it was.
        check: 'scans-late',
        figure: Math.max(waitingSeconds, Number.isFinite(oldest) ? (now.getTime() - oldest) / 1000 : 0),
      },
      {
        check: 'scans-waiting',
        figure: rows.reduce((total, { figures }) => total + figures.journalBytes, 0),
      },
      { check: 'parts-missing', figure: missing.length, subjects: missing },
      { check: 'processes-silent', figure: silent.length, subjects: addresses(silent) },
      { check: 'versions', figure: versions.length, subjects: versions.length > 1 ? versions : [] },
      {
        check: 'answers-failed',
        figure: answers === 0 ? 0 : sum((of) => of.failures) / answers,
      },
      { check: 'main-thread-late', figure: most((of) => of.loopDelay) },
      { check: 'database-waiting', figure: most((of) => of.waiting) },
      {
        check: 'disk-free',
        figure: disks.length === 0 ? null : Math.min(...disks),
      },
    ],
    processes: rows.map((row) => ({
      role: row.role,
      version: row.version,
      machine: row.machine,
      pid: row.pid,
      startedAt: row.startedAt.toISOString(),
      seenAt: row.seenAt.toISOString(),
      memoryBytes: row.figures.memoryBytes,
      state: isSilent(row) ? 'attention' : 'good',
    })),
  }
}
