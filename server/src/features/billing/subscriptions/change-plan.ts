import { randomUUID } from 'node:crypto'
import { type ChangeQuote, type QuoteBasis, quoteDebt } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { issueInvoice, payInvoice } from '../invoices/invoices'
import { post, transfer } from '../ledger/ledger'
import { insertMovement, setMovementInvoice } from '../ledger/movement-repository'
import { findWallet } from '../ledger/repository'
import { dismissNotificationsOf, PERIOD_NOTIFICATIONS } from '../notifications/repository'
import { findPlan, type PlanRow } from '../plan-repository'
import type { InvoiceLine } from '../table'
import { payOpenInvoices, periodOf } from './pay-open-invoices'
import { basisOf } from './quotes'
import { type SubscriptionEdit, type SubscriptionRow, updateSubscription } from './subscription-repository'

export interface PlanChange {
  /** Locked. */
  subscription: SubscriptionRow
  next: PlanRow
  basis: QuoteBasis
  quote: ChangeQuote
  /** Null for a change that costs nothing. */
  paymentId: string | null
}

/**
 * Changes the plan: pays what is owed, then the change, out of a wallet that has what is due; a credit goes into it.
 * Answers the id of the credit's movement, null without one.
 * @throws AppError PurchaseFailure when the wallet has less
 */
export async function changePlanFromWallet(tx: Db, change: PlanChange, now: Date): Promise<string | null> {
  const { subscription, next, quote, paymentId } = change
  const { userId } = subscription
  const owed = quote.lines.some(({ code }) => code === 'debt') ? quote.debt : 0n
  const cost = quote.due - owed
  const settled = owed > 0n ? await payOpenInvoices(tx, userId, now, paymentId) : subscription
  if (cost > 0n) {
    const lines = linesOf(change)
    const invoice = await issueInvoice(tx, { userId, kind: 'plan_change', periodStart: null, lines }, now)
    await payInvoice(tx, invoice, paymentId, now)
    if (paymentId) await setMovementInvoice(tx, paymentId, invoice.id)
  }
  await updateSubscription(tx, userId, {
    plan: next.code,
    price: next.price,
    status: 'active',
    packagePayment: quote.payTerm,
    ...periodAfter(change, settled, cost, now),
  })
  // What was told of the period before is over with it.
  if (quote.period !== 'kept') await dismissNotificationsOf(tx, userId, PERIOD_NOTIFICATIONS, now)
  if (quote.credit === 0n) return null
  const entries = transfer('revenue:proration', `wallet:${userId}`, quote.credit)
  const key = `proration:${randomUUID()}`
  await post(tx, { key, type: 'downgrade-credit', entries, paymentId, now })
  const movement = { userId, type: 'credit', plan: next.code, amount: quote.credit, createdAt: now } as const
  const id = await insertMovement(tx, movement)
  await payOpenInvoices(tx, userId, now)
  return id
}

function periodAfter(
  { next: { period }, quote }: PlanChange,
  settled: SubscriptionRow,
  cost: bigint,
  now: Date,
): SubscriptionEdit {
  switch (quote.period) {
    case 'none':
      return { startAt: null, endAt: null, paid: 0n }
    case 'kept':
      return { paid: settled.paid + cost - quote.credit }
    case 'from-end':
      return { ...periodOf({ startAt: settled.endAt ?? now, period, payTerm: quote.payTerm }), paid: cost }
    case 'from-now':
      return { ...periodOf({ startAt: now, period, payTerm: quote.payTerm }), paid: cost }
  }
}

/** Lines of the invoice of a change; `plan` in the values is the code. */
function linesOf({ next, basis, quote }: PlanChange): InvoiceLine[] {
  const line = (text: string, quantity: number, unitPrice: bigint, amount: bigint) => ({
    text,
    type: text,
    values: { plan: next.code, count: quote.days },
    quantity,
    unitPrice: unitPrice.toString(),
    amount: amount.toString(),
  })
  const { plan, price } = { plan: basis.plan.code, price: basis.plan.price }
  return quote.lines.flatMap(({ code, amount }): InvoiceLine[] => {
    if (code === 'plan') return [line('plan', 1, next.price, amount)]
    if (code === 'year') return [line('year', 9, next.price, amount)]
    if (code !== 'proration') return []
    // What the old plan still had is taken off the new plan's price for the same days.
    const discount = (price * BigInt(quote.days)) / 30n
    const oldPlan = { plan, originPrice: price.toString(), discount: discount.toString() }
    return [{ ...line('proration', 1, amount, amount), oldPlan }]
  })
}

/** Pays a month that is owed and the rest of its year with it; false when the wallet has not enough for both. */
export async function payRestOfYear(
  tx: Db,
  subscription: SubscriptionRow,
  paymentId: string | null,
  now: Date,
): Promise<boolean> {
  const { userId } = subscription
  const quote = quoteDebt(await basisOf(tx, subscription), { payYear: true })
  const { balance } = await findWallet(tx, userId)
  const settled = await payOpenInvoices(tx, userId, now, paymentId)
  if (!quote || balance < quote.due) return false
  const plan = await findPlan(tx, settled.plan)
  if (!plan || !settled.startAt) throw new Error('A renewal without a period')
  const rest = quote.due - quote.debt
  const line: InvoiceLine = {
    text: 'year',
    type: 'year',
    values: { plan: plan.code },
    quantity: 9,
    unitPrice: settled.price.toString(),
    amount: rest.toString(),
  }
  const invoice = await issueInvoice(
    tx,
    { userId, kind: 'plan_change', periodStart: null, lines: [line] },
    now,
  )
  await payInvoice(tx, invoice, paymentId, now)
  if (paymentId) await setMovementInvoice(tx, paymentId, invoice.id)
  await updateSubscription(tx, userId, {
    ...periodOf({ startAt: settled.startAt, period: plan.period, payTerm: 'year' }),
    packagePayment: 'year',
    paid: settled.paid + rest,
  })
  return true
}
