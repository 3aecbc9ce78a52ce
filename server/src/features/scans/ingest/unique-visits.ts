import type { Db } from '../../../platform/db/database'
import { type NewScan, recordVisits, type Visit } from '../repository'

const DAY_MS = 86_400_000
const REPEAT_WITHIN_MS = 5_000

/**
 * Marks the first scan of each visitor of a code on a UTC day, and those within five seconds of another by the same
 * device. Names of visitors change with the UTC day.
 */
export async function markFirstVisits(db: Db, rows: NewScan[]): Promise<void> {
  const visits = new Map<string, { visit: Visit; scans: NewScan[] }>()
  for (const row of rows) {
    if (row.kind !== 'person') continue
    const { codeId, visitor } = row
    const at = row.at.getTime()
    const key = keyOf({ codeId, visitor, lastAt: at })
    const known = visits.get(key)
    if (known) {
      known.scans.push(row)
      known.visit.lastAt = Math.max(known.visit.lastAt, at)
    } else visits.set(key, { visit: { codeId, visitor, lastAt: at }, scans: [row] })
  }
  if (visits.size === 0) return
  const all = [...visits.values()].map(({ visit }) => visit)
  const before = new Map((await recordVisits(db, all)).map((visit) => [keyOf(visit), visit.lastAt]))
  for (const [key, { scans }] of visits) markScans(scans, before.get(key) ?? null)
}

const keyOf = ({ codeId, visitor, lastAt }: Visit): string =>
  `${codeId} ${Math.floor(lastAt / DAY_MS)} ${visitor}`

function markScans(scans: NewScan[], previousAt: number | null): void {
  let before = previousAt
  for (const scan of scans.sort((a, b) => a.at.getTime() - b.at.getTime())) {
    scan.isUnique = before === null
    scan.isRepeat = before !== null && Math.abs(scan.at.getTime() - before) <= REPEAT_WITHIN_MS
    before = scan.at.getTime()
  }
}
