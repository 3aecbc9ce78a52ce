import { overLimitFees, termPrice } from '@scanleaf/shared'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import type { Log } from '../../../platform/logging'
import { isLeaving } from '../../account'
import { issueInvoice, writeOffInvoice } from '../invoices/invoices'
import { findInvoiceOfPeriod, findOpenInvoices } from '../invoices/repository'
import type { InvoiceLine } from '../invoices/table'
import { type LockedAccount, lockAccount } from '../locked-account-repository'
import { dismissNotificationsOf, insertNotification, type NotificationRow } from '../notifications/repository'
import { findFreePlan, findPlan, type PlanRow } from '../plan-repository'
import type { SubscriptionRow } from '../subscription-repository'
import { DUNNING_MS, type DunningStep, graceFrom, nextStep, reminderOf } from './dunning'
import { findDue } from './dunning-repository'
import { payOpenInvoices } from './pay-open-invoices'
import { findUsage } from './quota-repository'

const AT_ONCE = 100
const MAX_COUNTED = 100_000

/**
 * Takes every step that is due by now, of every subscription: renewal, the end of the grace period, the return to the
 * free plan, and the notifications. Each subscription in a transaction of its own; a step is never
 * repeated, so several processes may do this at once.
 */
export async function renewAll({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  const now = clock.now()
  const next = (after: string) => findDue(database.db, now, after, AT_ONCE)
  for (let due = await next(''); due.length > 0; due = await next(due.at(-1) ?? '')) {
    for (const userId of due) {
      // One that cannot be renewed must not block the others.
      await database
        .transaction(async (tx) => advance(await lockAccount(tx, userId, now), await isLeaving(tx, userId)))
        .catch((err) => log.error({ err, userId }, 'a subscription could not be renewed'))
    }
  }
}

/** How many subscriptions have a step or a reminder due. */
export async function countDue({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  return (await findDue(database.db, clock.now(), '', MAX_COUNTED)).length
}

/**
 * Takes the steps of one subscription.
 * @param isLeaving the account is about to be deleted: its period ends without another, and without a debt
 */
async function advance(account: LockedAccount, isLeaving: boolean): Promise<void> {
  const next = async () => nextStep(await periodOf(account), account.now)
  for (let step = await next(); step; step = await next())
    await (step === 'renew' && isLeaving ? goFree(account) : STEPS[step](account))
  if (isLeaving) return
  const reminder = reminderOf(await periodOf(account), account.now)
  if (reminder) await notify(account, account.subscription, reminder)
}

async function periodOf({ tx, userId, subscription }: LockedAccount) {
  const { status, plan, endAt } = subscription
  const asked =
    endAt !== null && status !== 'active'
      ? await findInvoiceOfPeriod(tx, { userId, kind: 'renewal', periodStart: endAt })
      : null
  return { status, plan, endAt, askedAt: asked?.issuedAt ?? null }
}

type Step = (account: LockedAccount) => Promise<void>
const STEPS: Readonly<Record<DunningStep, Step>> = { renew, 'past-due': endGrace, return: returnToFree }

/** Asks for the next period; the wallet pays it now, or it is waited for. */
async function renew(account: LockedAccount): Promise<void> {
  const { tx, userId, now, subscription } = account
  const { endAt } = subscription
  const plan = await findPlan(tx, subscription.plan)
  if (!plan || !endAt) throw new Error('an ending subscription has no plan')
  await issueInvoice(account, {
    kind: 'renewal',
    periodStart: endAt,
    lines: [renewalLine(plan, subscription)],
    purchase: { plan: plan.code, price: String(plan.price), payTerm: subscription.packagePayment },
  })
  const overLimit = await overLimitLines(account, plan)
  if (overLimit.length > 0)
    await issueInvoice(account, { kind: 'over_limit', periodStart: endAt, lines: overLimit })
  await payOpenInvoices(account)
  const settled = account.subscription
  if (settled.endAt && settled.endAt > endAt) return
  await dismissNotificationsOf(tx, userId, ['ends-soon'], now)
  await account.updateSubscription({ status: 'pending' })
  await notify(account, subscription, 'ended')
}

/** A year costs ten months (payments §9). */
function renewalLine(plan: PlanRow, { packagePayment }: SubscriptionRow): InvoiceLine {
  const amount = termPrice(plan, packagePayment)
  const quantity = plan.price === 0n ? 1 : Number(amount / plan.price)
  const prices = { unitPrice: String(plan.price), amount: String(amount) }
  return { text: 'renewal', type: 'renewal', values: { plan: plan.code }, quantity, ...prices }
}

/** The fee for codes above the quota, left from a larger plan. */
async function overLimitLines({ tx, userId }: LockedAccount, plan: PlanRow): Promise<InvoiceLine[]> {
  const used = Object.fromEntries((await findUsage(tx, userId)).map(({ addon, used }) => [addon, used]))
  return overLimitFees(plan, used)
    .filter(({ amount }) => amount > 0n)
    .map(({ addon, quantity, amount }) => ({
      text: `over-limit.${addon}`,
      type: addon,
      values: {},
      quantity,
      unitPrice: String(plan.overLimitPrice),
      amount: String(amount),
    }))
}

async function endGrace(account: LockedAccount): Promise<void> {
  const { tx, userId, now } = account
  await account.updateSubscription({ status: 'past-due' })
  await dismissNotificationsOf(tx, userId, ['ended', 'grace-half'], now)
  await notify(account, account.subscription, 'past-due')
}

async function returnToFree(account: LockedAccount): Promise<void> {
  const { tx, userId, now, subscription: before } = account
  for (const invoice of await findOpenInvoices(tx, userId)) {
    // Otherwise a payer who charges back would have it written off after a month.
    if (invoice.kind !== 'chargeback') await writeOffInvoice(account, invoice)
  }
  await goFree(account)
  await dismissNotificationsOf(tx, userId, ['past-due'], now)
  await notify(account, before, 'returned-to-free')
}

async function goFree(account: LockedAccount): Promise<void> {
  const { code, price } = await findFreePlan(account.tx)
  const free = { status: 'active', plan: code, price, paid: 0n, startAt: null, endAt: null } as const
  await account.updateSubscription({ ...free, packagePayment: 'month' })
}

/** Notifies of the end of a period: its date, and the date from which nothing new can be created. */
async function notify(
  account: LockedAccount,
  { endAt, plan }: Pick<SubscriptionRow, 'endAt' | 'plan'>,
  kind: NotificationRow['kind'],
): Promise<void> {
  if (!endAt) return
  const { tx, userId, now } = account
  const { askedAt } = await periodOf(account)
  const blockedAt = new Date(graceFrom({ endAt, askedAt }).getTime() + DUNNING_MS.pastDue)
  const values = { plan, endAt: endAt.toISOString(), blockedAt: blockedAt.toISOString() }
  await insertNotification(tx, { userId, kind, subject: endAt.toISOString(), values, createdAt: now })
}
