import type { ListWebhooks, Paging } from '@scanleaf/shared'
import { and, count, desc, eq, gt } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { gatewayWebhooks, reconciliations } from '../table'

export type ReconciliationRow = typeof reconciliations.$inferSelect
type NewReconciliation = Omit<ReconciliationRow, 'id'>

const offsetOf = ({ page, limit }: Paging) => (page - 1) * limit

export async function insertReconciliation(db: Db, row: NewReconciliation): Promise<ReconciliationRow> {
  const [inserted] = await db.insert(reconciliations).values(row).returning()
  if (!inserted) throw new Error('insert returned no row')
  return inserted
}

export async function isReconciledSince(db: Db, provider: string, time: Date): Promise<boolean> {
  const isRecent = and(eq(reconciliations.provider, provider), gt(reconciliations.at, time))
  return (
    (await db.select({ id: reconciliations.id }).from(reconciliations).where(isRecent).limit(1)).length > 0
  )
}

/** The newest first. */
export async function listReconciliations(db: Db, paging: Paging) {
  const rows = await db
    .select()
    .from(reconciliations)
    .orderBy(desc(reconciliations.id))
    .offset(offsetOf(paging))
    .limit(paging.limit)
  const [counted] = await db.select({ total: count() }).from(reconciliations)
  return { rows, total: counted?.total ?? 0 }
}

/** The newest first. */
export async function listWebhooksFor(db: Db, { provider, outcome, ...paging }: ListWebhooks) {
  const isListed = and(
    provider === 'all' ? undefined : eq(gatewayWebhooks.provider, provider),
    outcome === 'all' ? undefined : eq(gatewayWebhooks.outcome, outcome),
  )
  const rows = await db
    .select()
    .from(gatewayWebhooks)
    .where(isListed)
    .orderBy(desc(gatewayWebhooks.id))
    .offset(offsetOf(paging))
    .limit(paging.limit)
  const [counted] = await db.select({ total: count() }).from(gatewayWebhooks).where(isListed)
  return { rows, total: counted?.total ?? 0 }
}
