import {
  ADDON_CODES,
  type AddonCode,
  type BillingProfile,
  type Language,
  PAYMENT_TYPES,
  type PaymentMethod,
  type PaymentTypeInfo,
  type Plan,
  type ShownSubscription,
  type StoredBillingProfile,
  type Subscription,
} from '@scanleaf/shared'
import type * as z from 'zod'
import type { Db } from '../../../platform/db/database'
import { findOpenInvoices } from '../invoices/repository'
import { findWallet } from '../ledger/repository'
import { isOffered, limitsOf } from '../payments/payments'
import { findPlan, listPlans, type PlanRow, planName } from '../plan-repository'
import { findSubscription, subscriptionOf } from '../subscription-repository'
import { findUsage } from '../subscriptions/quota-repository'
import { findProfile, saveProfile } from './repository'

/** GET billing/subscriptions/info. */
export async function subscriptionInfo(
  db: Db,
  userId: string,
  language: Language,
  now: Date,
): Promise<Subscription> {
  const subscription = await subscriptionOf(db, userId, now)
  const { status, plan: code, price, packagePayment, endAt } = subscription
  const plan = await findPlan(db, code)
  if (!plan) throw new Error('A subscription to no plan')
  const { owed } = await findWallet(db, userId)
  const used = new Map((await findUsage(db, userId)).map(({ addon, used }) => [addon, used]))
  const figures = (of: (addon: AddonCode) => number) =>
    Object.fromEntries(ADDON_CODES.map((addon) => [addon, of(addon)]))
  const overLimit = (await findOpenInvoices(db, userId)).filter(({ kind }) => kind === 'over_limit')
  return {
    status,
    plan: code,
    planDetail: {
      name: planName(plan, language),
      price: Number(price),
      period: plan.period,
      addons: addonsOf(plan),
      overLimitPrice: Number(plan.overLimitPrice),
    },
    endAt: endAt?.toISOString() ?? null,
    packagePayment,
    usage: figures((addon) => used.get(addon) ?? 0),
    additionalUsage: figures((addon) => Math.max(0, (used.get(addon) ?? 0) - (plan.addons[addon] ?? 0))),
    outstandingBalance: Number(owed),
    overLimitFee: Number(overLimit.reduce((sum, { amount }) => sum + amount, 0n)),
    pastDueBalance: status === 'past-due' ? Number(owed) : 0,
  }
}

/** What every member needs of a plan: what is used of it, and whether it is past due. */
export const withoutAmounts = (info: Subscription): ShownSubscription => ({
  ...info,
  planDetail: { ...info.planDetail, price: null, overLimitPrice: null },
  ...{ outstandingBalance: null, overLimitFee: null, pastDueBalance: null },
})

const addonsOf = ({ addons }: PlanRow) => ADDON_CODES.map((code) => ({ code, quantity: addons[code] ?? 0 }))

/** GET billing/plans: the plans on sale, and the current plan. */
export async function plansFor(db: Db, userId: string, language: Language, now: Date): Promise<Plan[]> {
  const own = await subscriptionOf(db, userId, now)
  return (await listPlans(db, own.plan)).map((plan) => ({
    code: plan.code,
    name: planName(plan, language),
    price: Number(plan.price),
    period: plan.period,
    addons: addonsOf(plan),
    overLimitPrice: Number(plan.overLimitPrice),
    tokens: plan.tokens,
    benefits: plan.benefits[language] ?? plan.benefits['en'] ?? [],
  }))
}

type Offer = Parameters<typeof isOffered>[1]

/** GET billing/payment-types, in the order in which they are offered; Stripe not in Vietnamese (payments §0). */
export const paymentTypesOf = (offer: Offer, language: Language): PaymentTypeInfo[] =>
  PAYMENT_TYPES.filter((code) => isOffered(code, offer) && !(code === 'stripe' && language === 'vi')).map(
    (code) => ({ code, ...limitsOf(code, offer.gateways) }),
  )

/** The methods that are chosen when the user has not (billing-spec §3). */
const DEFAULT_METHODS = ['bank-transfer', 'momo']

/** GET billing/payment-methods. */
export const paymentMethodsOf = (offer: Offer, language: Language): PaymentMethod[] =>
  paymentTypesOf(offer, language).map(({ code }) => ({ code, isDefault: DEFAULT_METHODS.includes(code) }))

type StoredProfile = z.infer<typeof StoredBillingProfile>

/** GET billing/billing-accounts/profile. */
export async function profileOf(db: Db, userId: string): Promise<StoredProfile> {
  const { company = '', address = '', taxCode = '' } = (await findProfile(db, userId)) ?? {}
  return { company, address: { address }, taxCode }
}

/** PATCH billing/billing-accounts/profile. */
export async function changeProfile(
  db: Db,
  userId: string,
  profile: BillingProfile,
  now: Date,
): Promise<StoredProfile> {
  await saveProfile(db, userId, profile, now)
  return profileOf(db, userId)
}

/** Whether an owner pays nothing for their plan. */
export const isOnFreePlan = async (db: Db, ownerId: string, now: Date): Promise<boolean> =>
  (await subscriptionOf(db, ownerId, now)).price === 0n

/** What somebody who leaves has paid for and owes; the end of a paid period, null on a free plan. */
export async function standingOf(
  db: Db,
  userId: string,
): Promise<{ balance: bigint; owed: bigint; planEndsAt: Date | null }> {
  const { balance, owed } = await findWallet(db, userId)
  return { balance, owed, planEndsAt: (await findSubscription(db, userId))?.endAt ?? null }
}
