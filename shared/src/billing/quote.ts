import { isFreePlan, type PayTerm, type Period, type SubscriptionStatus } from './terms'

const DAY_MS = 86_400_000
const MONTH_DAYS = 30n
const YEAR_DAYS = 365n
/** A year costs ten months: the one that is always in the amount, and nine more. */
const YEAR_MONTHS = 10n

const PERIOD_DAYS: Record<Period, number> = { daily: 1, weekly: 7, monthly: 30, yearly: 365 }

/** Milliseconds that a bought term runs (payments §8). Only a monthly plan can be bought for a year. */
export const termMs = (period: Period, payTerm: PayTerm): number => termDays(period, payTerm) * DAY_MS

const termDays = (period: Period, payTerm: PayTerm) =>
  period === 'monthly' && payTerm === 'year' ? PERIOD_DAYS.yearly : PERIOD_DAYS[period]

/** VND that a whole term costs. */
export const termPrice = ({ price, period }: PlanTerms, payTerm: PayTerm): bigint =>
  period === 'monthly' && payTerm === 'year' ? YEAR_MONTHS * price : price

export interface PlanTerms {
  code: string
  /** VND of one period. */
  price: bigint
  period: Period
}

/** The account when a quote is made; amounts in whole VND. */
export interface QuoteBasis {
  status: SubscriptionStatus
  /** With the price at which the running period was bought. */
  plan: PlanTerms
  packagePayment: PayTerm
  /** Null on a free plan. */
  endAt: Date | null
  /** Paid for the running period: no more is ever given back. */
  paid: bigint
  wallet: bigint
  debt: bigint
}

/**
 * What a change does to the period: it continues (`kept`), a new one follows it (`from-end`), a new one begins
 * (`from-now`), or there is none any more (`none`).
 */
export type PeriodStep = 'kept' | 'from-end' | 'from-now' | 'none'

interface QuoteAmounts {
  amount: bigint
  credit: bigint
  debt: bigint
  due: bigint
  short: bigint
  direct: boolean
  /** All but `credit`, which is negative, add up to `due`. */
  lines: { code: 'debt' | 'plan' | 'proration' | 'year' | 'credit'; amount: bigint }[]
}

export interface ChangeQuote extends QuoteAmounts {
  /** Whole days that are prorated. */
  days: number
  period: PeriodStep
  /** The term that the plan has after the change. */
  payTerm: PayTerm
  /** When the plan renews after the change; null on a free plan. */
  renewsAt: Date | null
}

/**
 * Whole days left of the period: of an active one up to its end, of a pending one what remains of the period that is
 * not paid yet, whose first day has begun (payments §9, resolutions 1 to 3). A pending year counts from 365 as a
 * month does from 30, or its upgrade would cost a twelfth and be given back whole.
 */
export function daysLeft({ status, endAt, plan, packagePayment }: QuoteBasis, now: Date): number {
  if (endAt === null || status === 'past-due') return 0
  if (status === 'active') return Math.max(0, Math.floor((endAt.getTime() - now.getTime()) / DAY_MS))
  const since = Math.max(0, Math.floor((now.getTime() - endAt.getTime()) / DAY_MS))
  const days = termDays(plan.period, packagePayment)
  return Math.max(0, since === 0 ? days - 1 : days - since)
}

/**
 * What changing to a plan costs (payments §9, the rule and its table). Null for the plan one has.
 * @param choice.payYear counts on a free plan only: a paid plan keeps its term
 */
export function quoteChange(
  basis: QuoteBasis,
  next: PlanTerms,
  choice: { payYear: boolean; now: Date },
): ChangeQuote | null {
  const { plan, status, debt, wallet } = basis
  if (plan.code === next.code) return null
  const days = daysLeft(basis, choice.now)
  const change = changeOf(basis, next, { days, payYear: choice.payYear })
  const isLower = plan.price > next.price && status === 'active' && !change.isBought
  const isEven = plan.price === next.price && status === 'active' && !change.isBought && plan.price > 0n
  const isAtOnce = isLower || isEven
  const due = isAtOnce ? 0n : debt + change.cost
  return {
    amount: change.amount,
    credit: change.credit,
    debt,
    due,
    short: atLeastZero(due - wallet),
    direct: isAtOnce || (isFreePlan(next.code) && wallet >= debt + change.amount),
    lines: [
      { code: 'debt', amount: isAtOnce ? 0n : debt } as const,
      ...change.lines,
      { code: 'credit', amount: -change.credit } as const,
    ].filter((line) => line.amount !== 0n),
    days,
    period: change.period,
    payTerm: change.payTerm,
    renewsAt: renewalAfter(basis, next, change, choice.now),
  }
}

/** A pending period is paid with the change, and ends a term after the previous one. */
function renewalAfter(
  { status, plan, packagePayment, endAt }: QuoteBasis,
  next: PlanTerms,
  { period, payTerm }: Change,
  now: Date,
): Date | null {
  const after = (start: Date, ms: number) => new Date(start.getTime() + ms)
  switch (period) {
    case 'none':
      return null
    case 'kept':
      return endAt && status === 'pending' ? after(endAt, termMs(plan.period, packagePayment)) : endAt
    case 'from-end':
      return after(endAt ?? now, termMs(next.period, payTerm))
    case 'from-now':
      return after(now, termMs(next.period, payTerm))
  }
}

interface Change {
  /** As it is shown. */
  amount: bigint
  /** The increase of the outstanding balance. */
  cost: bigint
  credit: bigint
  lines: QuoteAmounts['lines']
  isBought: boolean
  period: PeriodStep
  payTerm: PayTerm
}

function changeOf(
  basis: QuoteBasis,
  next: PlanTerms,
  { days, payYear }: { days: number; payYear: boolean },
): Change {
  const { plan, status, packagePayment } = basis
  const isRunning = plan.price > 0n && status !== 'past-due'
  const isProrated = isRunning && plan.period === 'monthly' && next.period === 'monthly'
  const unchanged = { amount: next.price, cost: 0n, lines: [], isBought: false, payTerm: packagePayment }
  if (isFreePlan(next.code)) {
    const credit = isProrated ? creditOf(basis, plan.price - next.price, days) : 0n
    return { ...unchanged, credit, period: 'none', payTerm: 'month' }
  }
  if (isProrated && plan.price >= next.price)
    return { ...unchanged, credit: creditOf(basis, plan.price - next.price, days), period: 'kept' }
  if (isProrated && days > 0) {
    const amount = chargeOf(next.price - plan.price, days)
    return {
      ...unchanged,
      amount,
      cost: amount,
      credit: 0n,
      lines: [{ code: 'proration', amount }],
      period: 'kept',
    }
  }
  return bought(next, {
    payTerm: next.period !== 'monthly' ? 'month' : plan.price === 0n ? termOf(payYear) : packagePayment,
    period: isProrated && status === 'active' ? 'from-end' : 'from-now',
  })
}

const termOf = (payYear: boolean): PayTerm => (payYear ? 'year' : 'month')

function bought(next: PlanTerms, { payTerm, period }: { payTerm: PayTerm; period: PeriodStep }): Change {
  const cost = termPrice(next, payTerm)
  return {
    amount: next.price,
    cost,
    credit: 0n,
    lines: [
      { code: 'plan', amount: next.price },
      { code: 'year', amount: cost - next.price },
    ],
    isBought: true,
    period,
    payTerm,
  }
}

/** The share of the price difference, by thirtieths of a month, rounded once and half up; never above that of a whole year. */
function chargeOf(difference: bigint, days: number): bigint {
  const charge = (2n * difference * BigInt(days) + MONTH_DAYS) / (2n * MONTH_DAYS)
  const ofYear = YEAR_MONTHS * difference
  return charge < ofYear ? charge : ofYear
}

/** Rounded down, so that changing there and back never gains. */
function creditOf(
  { status, plan, packagePayment, paid }: QuoteBasis,
  difference: bigint,
  days: number,
): bigint {
  const credit =
    packagePayment === 'year'
      ? (YEAR_MONTHS * difference * BigInt(days)) / YEAR_DAYS
      : (difference * BigInt(days)) / MONTH_DAYS
  const limit = status === 'pending' ? termPrice(plan, packagePayment) : paid
  return credit < limit ? credit : limit
}

const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/** Whether a month is owed, which may become a year by paying nine more (payments §9, resolution 12). */
export const isMonthOwed = ({
  status,
  plan,
  packagePayment,
  debt,
}: Pick<QuoteBasis, 'status' | 'packagePayment' | 'debt'> & {
  plan: Pick<PlanTerms, 'price' | 'period'>
}): boolean =>
  status !== 'active' && plan.period === 'monthly' && packagePayment === 'month' && debt >= plan.price

/**
 * What paying the debt costs, and with `payYear` the other nine months of the year with it. Null when no month is
 * owed that could become a year (payments §9, resolution 12).
 */
export function quoteDebt(basis: QuoteBasis, { payYear }: { payYear: boolean }): QuoteAmounts | null {
  if (payYear && !isMonthOwed(basis)) return null
  const { plan, wallet, debt } = basis
  const rest = payYear ? (YEAR_MONTHS - 1n) * plan.price : 0n
  const due = debt + rest
  const lines: QuoteAmounts['lines'] = [
    { code: 'debt', amount: debt },
    { code: 'year', amount: rest },
  ]
  return {
    amount: debt,
    credit: 0n,
    debt,
    due,
    short: atLeastZero(due - wallet),
    direct: false,
    lines: lines.filter((line) => line.amount !== 0n),
  }
}
