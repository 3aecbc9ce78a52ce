import { MAX_PENDING_COUNTED, type PendingWork, type Resource } from '@scanleaf/shared'
import type { Db } from '../../platform/db/database'
import { lastCheck } from '../billing'
import { type Counted, countPending } from './repository'

/** The resource that somebody must be able to read to see a count. */
const RESOURCE_OF = {
  transfers: 'billing',
  receipts: 'billing',
  reports: 'code-reports',
  accounts: 'users',
} as const satisfies Record<Counted, Resource>
const COUNTED = Object.keys(RESOURCE_OF) as Counted[]

/** @param readable resources that this installation has and the caller may read */
export async function readPending(db: Db, readable: ReadonlySet<Resource>): Promise<PendingWork> {
  const names = COUNTED.filter((name) => readable.has(RESOURCE_OF[name]))
  const [counts, check] = await Promise.all([
    countPending(db, names),
    readable.has('billing') ? lastCheck(db) : null,
  ])
  return {
    transfers: counts.transfers ?? null,
    receipts: counts.receipts ?? null,
    findings: readable.has('billing') ? Math.min(check?.findings ?? 0, MAX_PENDING_COUNTED) : null,
    reports: counts.reports ?? null,
    accounts: counts.accounts ?? null,
  }
}
