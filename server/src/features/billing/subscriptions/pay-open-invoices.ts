import { type PayTerm, type Period, termMs, termPrice } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { payInvoice } from '../invoices/invoices'
import { findOpenInvoices, type InvoiceRow } from '../invoices/repository'
import { findWallet } from '../ledger/repository'
import { dismissNotificationsOf, PERIOD_NOTIFICATIONS } from '../notifications/repository'
import { findPlan } from '../plan-repository'
import { lockSubscription, type SubscriptionRow, updateSubscription } from './subscription-repository'

/**
 * Pays what is owed out of the wallet: the oldest open invoice first, whole ones only (payments §8). A paid
 * renewal moves the period. Answers the subscription as it is then.
 * @param paymentId the payment that brought the money, null for none
 */
export async function payOpenInvoices(
  tx: Db,
  userId: string,
  now: Date,
  paymentId: string | null = null,
): Promise<SubscriptionRow> {
  let subscription = await lockSubscription(tx, userId, now)
  let { balance } = await findWallet(tx, userId)
  for (const invoice of await findOpenInvoices(tx, userId)) {
    if (invoice.amount > balance) break
    balance -= invoice.amount
    await payInvoice(tx, invoice, paymentId, now)
    if (invoice.kind === 'renewal') subscription = await renew(tx, subscription, invoice, now)
  }
  return subscription
}

/** While pending the period goes on where it ended, past due a new one begins (payments §8). */
async function renew(
  tx: Db,
  subscription: SubscriptionRow,
  { purchase }: InvoiceRow,
  now: Date,
): Promise<SubscriptionRow> {
  const plan = purchase && (await findPlan(tx, purchase.plan))
  if (!purchase || !plan) throw new Error('A renewal does not say what it renews')
  const startAt = subscription.status === 'past-due' ? now : (subscription.endAt ?? now)
  const renewed: SubscriptionRow = {
    ...subscription,
    ...periodOf({ startAt, period: plan.period, payTerm: purchase.payTerm }),
    status: 'active',
    plan: plan.code,
    price: BigInt(purchase.price),
    packagePayment: purchase.payTerm,
    paid: termPrice(
      { code: plan.code, price: BigInt(purchase.price), period: plan.period },
      purchase.payTerm,
    ),
  }
  await updateSubscription(tx, subscription.userId, renewed)
  await dismissNotificationsOf(tx, subscription.userId, PERIOD_NOTIFICATIONS, now)
  return renewed
}

export const periodOf = ({
  startAt,
  period,
  payTerm,
}: {
  startAt: Date
  period: Period
  payTerm: PayTerm
}) => ({
  startAt,
  endAt: new Date(startAt.getTime() + termMs(period, payTerm)),
})
