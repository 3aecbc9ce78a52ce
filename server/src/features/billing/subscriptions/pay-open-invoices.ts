import { type PayTerm, type Period, termMs, termPrice } from '@scanleaf/shared'
import { payInvoice } from '../invoices/invoices'
import { findOpenInvoices, type InvoiceRow } from '../invoices/repository'
import { findWallet } from '../ledger/repository'
import type { LockedAccount } from '../locked-account-repository'
import { dismissNotificationsOf, PERIOD_NOTIFICATIONS } from '../notifications/repository'
import { findPlan } from '../plan-repository'

/**
 * Pays open invoices out of the wallet: the oldest first, whole ones only (payments §8). A paid
 * renewal moves the period.
 * @param paymentId the payment that brought the money, null for none
 */
export async function payOpenInvoices(
  account: LockedAccount,
  paymentId: string | null = null,
): Promise<void> {
  const { tx, userId } = account
  let { balance } = await findWallet(tx, userId)
  for (const invoice of await findOpenInvoices(tx, userId)) {
    if (invoice.amount > balance) break
    balance -= invoice.amount
    await payInvoice(account, invoice, paymentId)
    if (invoice.kind === 'renewal') await renew(account, invoice)
  }
}

/** While pending the period continues where it ended, past due a new one begins (payments §8). */
async function renew(account: LockedAccount, { purchase }: InvoiceRow): Promise<void> {
  const { tx, userId, now, subscription } = account
  const plan = purchase && (await findPlan(tx, purchase.plan))
  if (!purchase || !plan) throw new Error('a renewal invoice has no purchase')
  const startAt = subscription.status === 'past-due' ? now : (subscription.endAt ?? now)
  await account.updateSubscription({
    ...periodOf({ startAt, period: plan.period, payTerm: purchase.payTerm }),
    status: 'active',
    plan: plan.code,
    price: BigInt(purchase.price),
    packagePayment: purchase.payTerm,
    paid: termPrice(
      { code: plan.code, price: BigInt(purchase.price), period: plan.period },
      purchase.payTerm,
    ),
  })
  await dismissNotificationsOf(tx, userId, PERIOD_NOTIFICATIONS, now)
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
