import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../../platform/db/database'
import { tokenReservations, tokenUsage } from './assistant-tokens/table'
import { operatorActions } from './ledger/ledger-table'
import { lockAccount } from './locked-account-repository'
import { billingNotifications } from './notifications/table'
import { quotes } from './subscriptions/table'
import { billingProfiles, payments, subscriptions } from './table'

/** Takes the address of a person out of what they paid in a workspace that goes on without them. */
export async function erasePayer(
  { db }: Database,
  { ownerId, address }: { ownerId: string; address: string },
): Promise<void> {
  await db
    .update(payments)
    .set({ email: '' })
    .where(and(eq(payments.userId, ownerId), eq(payments.email, address)))
}

/**
 * Takes from what was bought all that the law does not ask for. Invoices stay with the billing profile on them, and so do
 * payments, movements, the wallet and the ledger, whose accounts are named by an id.
 */
export async function eraseBilling(
  database: Database,
  { userId, email, now }: { userId: string; email: string | null; now: Date },
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockAccount(tx, userId, now)
    for (const table of [billingProfiles, billingNotifications, quotes, tokenReservations, tokenUsage])
      await tx.delete(table).where(eq(table.userId, userId))
    await tx
      .update(payments)
      .set({ email: '' })
      .where(and(eq(payments.userId, userId), ne(payments.email, '')))
    if (email !== null)
      await tx.update(operatorActions).set({ by: userId }).where(eq(operatorActions.by, email))
    await tx.delete(subscriptions).where(eq(subscriptions.userId, userId))
  })
}
