import { randomUUID } from 'node:crypto'
import { type ChangeQuote, type QuoteBasis, quoteDebt } from '@scanleaf/shared'
import { issueInvoice, payInvoice } from '../invoices/invoices'
import type { InvoiceLine } from '../invoices/table'
import { post, transfer } from '../ledger/ledger'
import { insertMovement, setMovementInvoice } from '../ledger/movement-repository'
import { findWallet } from '../ledger/repository'
import type { LockedAccount } from '../locked-account-repository'
import { dismissNotificationsOf, PERIOD_NOTIFICATIONS } from '../notifications/repository'
import { findPlan, type PlanRow } from '../plan-repository'
import type { SubscriptionRow } from '../subscription-repository'
import { payOpenInvoices, periodOf } from './pay-open-invoices'
import { basisOf } from './quotes'

export interface PlanChange {
  next: PlanRow
  basis: QuoteBasis
  quote: ChangeQuote
  /** Null for a change that costs nothing. */
  paymentId: string | null
}

/**
 * Changes the plan: pays the outstanding balance, then the change, out of a wallet that covers it; a credit goes into it.
 * Returns the id of the credit's movement, null without one.
 * @throws AppError PurchaseFailure when the wallet has less
 */
export async function changePlanFromWallet(
  account: LockedAccount,
  change: PlanChange,
): Promise<string | null> {
  const { tx, userId, now } = account
  const { next, quote, paymentId } = change
  const owed = quote.lines.some(({ code }) => code === 'debt') ? quote.debt : 0n
  const cost = quote.due - owed
  if (owed > 0n) await payOpenInvoices(account, paymentId)
  if (cost > 0n) {
    const lines = linesOf(change)
    const invoice = await issueInvoice(account, { kind: 'plan_change', periodStart: null, lines })
    await payInvoice(account, invoice, paymentId)
    if (paymentId) await setMovementInvoice(tx, paymentId, invoice.id)
  }
  await account.updateSubscription({
    plan: next.code,
    price: next.price,
    status: 'active',
    packagePayment: quote.payTerm,
    ...periodAfter(change, account, cost),
  })
  // Notifications of the previous period end with it.
  if (quote.period !== 'kept') await dismissNotificationsOf(tx, userId, PERIOD_NOTIFICATIONS, now)
  if (quote.credit === 0n) return null
  const entries = transfer('revenue:proration', account.wallet, quote.credit)
  const key = `proration:${randomUUID()}`
  await post(account, { key, type: 'downgrade-credit', entries, paymentId })
  const movement = { userId, type: 'credit', plan: next.code, amount: quote.credit, createdAt: now } as const
  const id = await insertMovement(tx, movement)
  await payOpenInvoices(account)
  return id
}

function periodAfter(
  { next: { period }, quote }: PlanChange,
  { subscription: settled, now }: LockedAccount,
  cost: bigint,
): Partial<Pick<SubscriptionRow, 'startAt' | 'endAt' | 'paid'>> {
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
    // The remaining value of the old plan is deducted from the new plan's price for the same days.
    const discount = (price * BigInt(quote.days)) / 30n
    const oldPlan = { plan, originPrice: price.toString(), discount: discount.toString() }
    return [{ ...line('proration', 1, amount, amount), oldPlan }]
  })
}

/** Pays a month that is owed and the rest of its year with it; false when the wallet has not enough for both. */
export async function payRestOfYear(account: LockedAccount, paymentId: string | null): Promise<boolean> {
  const { tx, userId } = account
  const quote = quoteDebt(await basisOf(tx, account.subscription), { payYear: true })
  const { balance } = await findWallet(tx, userId)
  await payOpenInvoices(account, paymentId)
  if (!quote || balance < quote.due) return false
  const settled = account.subscription
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
  const invoice = await issueInvoice(account, { kind: 'plan_change', periodStart: null, lines: [line] })
  await payInvoice(account, invoice, paymentId)
  if (paymentId) await setMovementInvoice(tx, paymentId, invoice.id)
  await account.updateSubscription({
    ...periodOf({ startAt: settled.startAt, period: plan.period, payTerm: 'year' }),
    packagePayment: 'year',
    paid: settled.paid + rest,
  })
  return true
}
