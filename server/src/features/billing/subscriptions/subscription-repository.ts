import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { preparedStatement } from '../../../platform/db/prepared-statement'
import { findFreePlan } from '../plan-repository'
import { subscriptions } from './table'

export type SubscriptionRow = typeof subscriptions.$inferSelect
export type SubscriptionEdit = Partial<Omit<SubscriptionRow, 'userId' | 'createdAt'>>

export async function findSubscription(db: Db, userId: string): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return row ?? null
}

/** As it is, or as it would begin: without a row one is on the free plan. */
export async function subscriptionOf(db: Db, userId: string, now: Date): Promise<SubscriptionRow> {
  const row = await findSubscription(db, userId)
  if (row) return row
  const free = await findFreePlan(db)
  return {
    userId,
    status: 'active',
    plan: free.code,
    price: free.price,
    packagePayment: 'month',
    startAt: null,
    endAt: null,
    paid: 0n,
    createdAt: now,
  }
}

const findLocked = preparedStatement<{ userId: string }, SubscriptionRow>('subscription_lock', (db) =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, sql.placeholder('userId')))
    .for('update'),
)

/**
 * The first lock of whatever changes what a user has or owes (payments §7: subscription, payment, wallet). Writes
 * the row of who has none.
 */
export async function lockSubscription(tx: Db, userId: string, now: Date): Promise<SubscriptionRow> {
  const [row] = await findLocked(tx, { userId })
  if (row) return row
  await tx
    .insert(subscriptions)
    .values(await subscriptionOf(tx, userId, now))
    .onConflictDoNothing()
  const [begun] = await findLocked(tx, { userId })
  if (!begun) throw new Error('A subscription was not written')
  return begun
}

export async function updateSubscription(tx: Db, userId: string, edit: SubscriptionEdit): Promise<void> {
  await tx.update(subscriptions).set(edit).where(eq(subscriptions.userId, userId))
}
