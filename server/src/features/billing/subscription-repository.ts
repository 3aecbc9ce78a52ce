import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { findFreePlan } from './plan-repository'
import { subscriptions } from './subscriptions/table'

export type SubscriptionRow = typeof subscriptions.$inferSelect

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
