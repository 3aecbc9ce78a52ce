/** Add-ons of a plan, each with its own storage quota (billing-spec §3). */
export const ADDON_CODES = ['dynamic-code-storage', 'static-code-storage'] as const
export type AddonCode = (typeof ADDON_CODES)[number]

/** Period values of a plan's price (billing-spec §3). */
export const PERIODS = ['daily', 'weekly', 'monthly', 'yearly'] as const
export type Period = (typeof PERIODS)[number]

/** Payment types in the order in which they are offered (billing-spec §3). */
export const PAYMENT_TYPES = [
  'bank-transfer',
  'momo',
  'wallet',
  'credit-card',
  'vnpay',
  'paypal',
  'stripe',
] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]

export const SUBSCRIPTION_STATUSES = ['active', 'pending', 'past-due'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** How a period of a plan is bought: twelve months cost ten. */
export const PAY_TERMS = ['month', 'year'] as const
export type PayTerm = (typeof PAY_TERMS)[number]

/** A plan whose code contains `free` costs nothing and does not end (rulings §4). */
export const isFreePlan = (code: string): boolean => code.includes('free')

/** VND of the smallest and the largest amount that may be paid at once (threats §2.6). */
export const MIN_AMOUNT = 1_000
export const MAX_AMOUNT = 1_000_000_000

export const QUOTE_MINUTES = 15

/** Message tokens of an account without a package (billing-spec §3). */
export const DEFAULT_TOKEN_LIMIT = 10_000

/** Periods that books are kept by; without one the history is that of all time. */
export const STATEMENT_PERIODS = [
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
] as const
export type StatementPeriod = (typeof STATEMENT_PERIODS)[number]
