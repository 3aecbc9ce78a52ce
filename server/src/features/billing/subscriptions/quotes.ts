import {
  type ChangeQuote,
  isFreePlan,
  type PlanTerms,
  QUOTE_MINUTES,
  type Quote,
  type QuoteBasis,
  quoteChange,
  quoteDebt,
} from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { findWallet } from '../ledger/repository'
import { findPlan, type PlanRow } from '../plan-repository'
import { type SubscriptionRow, subscriptionOf } from '../subscription-repository'
import { deleteExpiredQuotes, findQuote, insertQuote } from './quote-repository'

const termsOf = ({ code, price, period }: PlanRow): PlanTerms => ({ code, price, period })

/** Inputs of a quote for a user. */
export async function basisOf(tx: Db, subscription: SubscriptionRow): Promise<QuoteBasis> {
  const { userId, status, plan: code, price, packagePayment, endAt, paid } = subscription
  const plan = await findPlan(tx, code)
  if (!plan) throw new Error('A subscription to no plan')
  const { balance: wallet, owed: debt } = await findWallet(tx, userId)
  return { status, plan: { code, price, period: plan.period }, packagePayment, endAt, paid, wallet, debt }
}

export interface PlanChoice {
  plan: string
  payYear: boolean
}

interface FoundChange {
  next: PlanRow
  basis: QuoteBasis
  quote: ChangeQuote
}

/** The plan that is chosen, and what changing to it costs now; or why it cannot be chosen. */
export async function findChange(
  tx: Db,
  subscription: SubscriptionRow,
  { plan: code, payYear }: PlanChoice,
  now: Date,
): Promise<FoundChange | 'not-sold' | 'same-plan'> {
  const next = await findPlan(tx, code)
  if (!next?.isOffered) return 'not-sold'
  const basis = await basisOf(tx, subscription)
  const quote = quoteChange(basis, termsOf(next), { payYear, now })
  return quote ? { next, basis, quote } : 'same-plan'
}

/**
 * As `findChange`. A year that the change would not bring is refused; a free plan has no term to choose.
 * @throws AppError NotFound for a plan that is not sold, `same-plan` for the one that the user has, ValidationError
 */
export async function requireChange(
  tx: Db,
  subscription: SubscriptionRow,
  choice: PlanChoice,
  now: Date,
): Promise<FoundChange> {
  const found = await findChange(tx, subscription, choice, now)
  if (typeof found === 'object') {
    const isYearLost = choice.payYear && found.quote.payTerm !== 'year' && !isFreePlan(choice.plan)
    if (isYearLost) throw new AppError('ValidationError', { payYear: 'year-not-offered' })
    return found
  }
  throw new AppError(found === 'same-plan' ? 'same-plan' : 'NotFound')
}

/** What paying the debt costs now. @throws AppError ValidationError when the year cannot be paid with it */
export async function debtQuoteOf(tx: Db, subscription: SubscriptionRow, payYear: boolean) {
  const quote = quoteDebt(await basisOf(tx, subscription), { payYear })
  if (!quote) throw new AppError('ValidationError', { payYear: 'year-not-offered' })
  return quote
}

const renewsAtOf = (figures: object & Partial<Pick<ChangeQuote, 'renewsAt'>>): string | null =>
  figures.renewsAt?.toISOString() ?? null

type QuotePurpose = ({ purpose: 'plan_change' } & PlanChoice) | { purpose: 'debt'; payYear: boolean }

/** POST billing/subscriptions/quote: the cost, valid for fifteen minutes. */
export async function createQuote(db: Db, userId: string, asked: QuotePurpose, now: Date): Promise<Quote> {
  const subscription = await subscriptionOf(db, userId, now)
  const figures =
    asked.purpose === 'debt'
      ? await debtQuoteOf(db, subscription, asked.payYear)
      : (await requireChange(db, subscription, asked, now)).quote
  const expiresAt = new Date(now.getTime() + QUOTE_MINUTES * 60_000)
  const quote = {
    purpose: asked.purpose,
    plan: asked.purpose === 'plan_change' ? asked.plan : null,
    payYear: 'payTerm' in figures ? figures.payTerm === 'year' : asked.payYear,
    amount: Number(figures.amount),
    credit: Number(figures.credit),
    debt: Number(figures.debt),
    due: Number(figures.due),
    short: Number(figures.short),
    direct: figures.direct,
    renewsAt: renewsAtOf(figures),
    lines: figures.lines.map(({ code, amount }) => ({ code, amount: Number(amount) })),
    expiresAt: expiresAt.toISOString(),
  }
  await deleteExpiredQuotes(db)
  const id = await insertQuote(db, { userId, quote, expiresAt, createdAt: now })
  return { id, ...quote }
}

/**
 * Refuses a quote that no longer holds.
 * @throws AppError NotFound for a quote that is not the user's, Conflict for one that expired or costs something else now
 */
export async function requireQuote(
  tx: Db,
  {
    userId,
    quoteId,
    plan,
    due,
    now,
  }: { userId: string; quoteId: string; plan: string; due: bigint; now: Date },
): Promise<void> {
  const row = await findQuote(tx, userId, quoteId)
  if (!row) throw new AppError('NotFound')
  if (row.expiresAt <= now || row.quote.plan !== plan || BigInt(row.quote.due) !== due)
    throw new AppError('Conflict')
}
