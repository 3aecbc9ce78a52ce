import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import type { Log } from '../../platform/logging'
import { trustedTime } from '../../platform/trusted-clock'
import { CHECK_MS, MISSING_MS } from './custom-domains'
import { type DomainRecords, type ReadDomain, textsWith } from './dns-records'
import { ownershipTextOf } from './ownership'
import { type DomainRow, listDueDomains, recordCheck, type Seen } from './repository'

const HOUR_MS = 3_600_000
const AT_ONCE = 100
const MISSES = 3

interface CheckDependencies {
  database: Database
  clock: Clock
  log: Log
  readDomain: ReadDomain
}

/** Verified domains are checked each day; an owner whose records are missing loses the name after three days. */
export const domainJobs = (dependencies: CheckDependencies): RepeatedJob[] => [
  { name: 'domain-checks', everySeconds: 3600, run: () => checkDomains(dependencies) },
]

export async function checkDomains({ database, clock, log, readDomain }: CheckDependencies): Promise<void> {
  for (const row of await listDueDomains(database.db, clock.now(), AT_ONCE)) {
    const records = await readDomain(row.domain)
    const now = clock.now()
    const seen = judge(row, records, { now, trusted: await trustedTime(database.db, now) })
    await database.transaction((tx) => recordCheck(tx, row, seen))
    if (seen.provenAt === null)
      log.warn({ domain: row.domain }, 'a custom domain is disabled: its DNS records are missing')
  }
}

/**
 * Only a name or a TXT record that is certainly missing counts: an A record elsewhere may be a proxy in front, and a
 * server that does not respond proves nothing.
 */
function judge(row: DomainRow, records: DomainRecords, { now, trusted }: { now: Date; trusted: Date }): Seen {
  const ownershipText = ownershipTextOf(row.kind, row.userId)
  const { addresses } = records
  const texts = textsWith(records, ownershipText)
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (addresses === 'unanswered' || texts === 'unanswered') return { checkAt: after(HOUR_MS) }
  const isThere = addresses !== 'none' && texts !== 'none' && texts.found.includes(ownershipText)
  if (isThere) return { checkAt: after(CHECK_MS), missingSince: null, misses: 0 }
  const missingSince = row.missingSince ?? now
  const misses = row.misses + 1
  const isGone = misses >= MISSES && trusted.getTime() - missingSince.getTime() >= MISSING_MS
  if (!isGone) return { checkAt: after(CHECK_MS), missingSince, misses }
  return { checkAt: null, missingSince, misses, provenAt: null, lostAt: now, lostBy: 'records' }
}
