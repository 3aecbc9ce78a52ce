import { MAX_PENDING_COUNTED, type PendingWork } from '@scanleaf/shared'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { PENDING_ACCOUNTS } from '../account'
import { PENDING_RECEIPTS, PENDING_TRANSFERS } from '../billing'
import { PENDING_REPORTS } from '../code-reports'
import { WAITING_REVIEWS } from '../pages'

/** The rows that are counted; findings are read with the last check of the ledger. */
const PENDING = {
  transfers: PENDING_TRANSFERS,
  receipts: PENDING_RECEIPTS,
  reports: sql`${PENDING_REPORTS} union all ${WAITING_REVIEWS}`,
  accounts: PENDING_ACCOUNTS,
} as const satisfies Partial<Record<keyof PendingWork, SQL>>

export type Counted = keyof typeof PENDING

/** One statement, in which no count continues after `MAX_PENDING_COUNTED` rows of an index that holds only those. */
export const pendingStatement = (names: readonly Counted[]): SQL =>
  sql`select ${sql.join(
    names.map(
      (name) =>
        sql`(select count(*)::int from (${PENDING[name]} limit ${sql.raw(String(MAX_PENDING_COUNTED))}) as counted)
          as ${sql.identifier(name)}`,
    ),
    sql`, `,
  )}`

export async function countPending(
  db: Db,
  names: readonly Counted[],
): Promise<Partial<Record<Counted, number>>> {
  if (names.length === 0) return {}
  const [row] = await query<Partial<Record<Counted, number>>>(db, pendingStatement(names))
  return row ?? {}
}
