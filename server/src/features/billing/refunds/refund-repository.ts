import { and, asc, desc, eq, gt, inArray, lte, or } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import type { LockedAccount } from '../locked-account-repository'
import { refunds } from '../payments/table'

export type RefundRow = typeof refunds.$inferSelect

export async function insertRefund(
  { tx }: LockedAccount,
  refund: typeof refunds.$inferInsert,
): Promise<RefundRow> {
  const [row] = await tx.insert(refunds).values(refund).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

export async function findRefundByRef(db: Db, ref: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.ref, ref))
  return row ?? null
}

/** The newest first. */
export async function listRefundsOf(db: Db, paymentId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
}

/** How it was before; null when it has ended so already, or has failed. */
export async function closeRefund(
  { tx }: LockedAccount,
  id: string,
  close: { status: 'done' | 'failed'; statusCode?: string; gatewayTxnId?: string; endedAt: Date },
): Promise<'pending' | 'done' | null> {
  const [before] = await tx.select({ status: refunds.status }).from(refunds).where(eq(refunds.id, id))
  if (!before || before.status === 'failed' || before.status === close.status) return null
  await tx
    .update(refunds)
    .set({ ...close, pollAt: null })
    .where(eq(refunds.id, id))
  return before.status
}

export async function setRefundPollAt(db: Db, id: string, pollAt: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ pollAt })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending')))
}

interface Claim {
  now: Date
  /** Until then nobody else gets them. */
  until: Date
}

/** Nothing is planned a day ahead, except by a clock that was ahead. */
const isDueAt = (now: Date) =>
  or(lte(refunds.pollAt, now), gt(refunds.pollAt, new Date(now.getTime() + 86_400_000)))

/** Null when somebody else asks for it, or it has ended. */
export async function claimRefund(db: Db, id: string, { now, until }: Claim): Promise<RefundRow | null> {
  const isDue = and(eq(refunds.id, id), isDueAt(now))
  const [row] = await db.update(refunds).set({ pollAt: until }).where(isDue).returning()
  return row ?? null
}

/** Those whose gateway is to be asked by now, the oldest first. */
export async function claimDueRefunds(db: Db, { now, until }: Claim, limit: number): Promise<RefundRow[]> {
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(isDueAt(now))
    .orderBy(asc(refunds.pollAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db.update(refunds).set({ pollAt: until }).where(inArray(refunds.id, due)).returning()
}
