import { randomInt } from 'node:crypto'
import {
  type ChangePlan,
  type CreatePayment,
  type Language,
  MAX_AMOUNT,
  MIN_AMOUNT,
  newReference,
  type PaymentInfo,
  type PaymentType,
} from '@scanleaf/shared'
import type * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { BankConfig } from '../../../platform/config/config'
import type { Db } from '../../../platform/db/database'
import type { Author } from '../../../platform/http/acting'
import type { Log } from '../../../platform/logging'
import type { InvoiceContext } from '../invoices/routes'
import { insertMovement } from '../ledger/movement-repository'
import { findWallet } from '../ledger/repository'
import { type LockedAccount, lockAccount } from '../locked-account-repository'
import { changePlanFromWallet, payRestOfYear } from '../subscriptions/change-plan'
import { payOpenInvoices } from '../subscriptions/pay-open-invoices'
import { debtQuoteOf, requireChange, requireQuote } from '../subscriptions/quotes'
import { transferInfo } from './bank-transfer'
import { closePayment } from './close-payments'
import type { Gateway, GatewayType } from './gateway'
import { FIRST_POLL_MS, gatewayOf, openAtGateway } from './gateway-payments'
import {
  findPaymentsByRef,
  insertPayment,
  isOpenPayment,
  type NewPayment,
  type PaymentRow,
  supersedeChange,
} from './repository'

/** How long a bank transfer is waited for. */
const TRANSFER_MS = 24 * 3_600_000

export interface BillingContext extends InvoiceContext {
  clock: Clock
  log: Log
  /** The account that transfers go to; null where none are taken. */
  bank: BankConfig | null
  gateways: readonly Gateway[]
  /** Base of the page that payers come back to. */
  appUrl: string
}

type Payer = Pick<Author, 'ownerId' | 'by'>
type Payment = Pick<NewPayment, 'purpose' | 'change' | 'quoteId' | 'description'> & { amount: bigint }

/** The response, or a payment that must be opened at its gateway first. */
export type StartedPayment = PaymentInfo | { transactionId: string; paymentType: GatewayType; isToOpen: true }

interface Params {
  paymentType: PaymentType
  language: Language
}

type PaymentOrder = Params & { email: string }

/**
 * POST billing/transactions: an amount tops the wallet up, without one the outstanding balance is paid, from the wallet
 * when that is enough.
 * @throws AppError `invalid-amount` for a wrong amount or nothing owed, ValidationError for a year with an amount of
 * one's own or without an owed month, PurchaseFailure for a wallet that lacks it
 */
export async function createPayment(
  tx: Db,
  context: BillingContext,
  payer: Payer,
  { amount, payYear, description, ...asked }: z.output<typeof CreatePayment> & Params,
): Promise<StartedPayment> {
  const account = await lockAccount(tx, payer.ownerId, context.clock.now())
  const order = { ...asked, email: payer.by }
  if (amount !== undefined && amount !== null) {
    if (payYear) throw new AppError('ValidationError', { payYear: 'year-with-amount' })
    if (asked.paymentType === 'wallet')
      throw new AppError('ValidationError', { paymentType: 'invalid-choice' })
    return createOrder(account, context, order, {
      purpose: 'topup',
      amount: readAmount(amount, context, asked.paymentType),
      description,
    })
  }
  const quote = await debtQuoteOf(tx, account.subscription, payYear)
  if (quote.due === 0n) throw new AppError('invalid-amount')
  const payment = { purpose: 'debt', change: { plan: null, payYear }, description } as const
  if (quote.short > 0n && asked.paymentType !== 'wallet')
    return createOrder(account, context, order, { ...payment, amount: quote.short })
  if (quote.short > 0n) throw new AppError('PurchaseFailure')
  const paid = await payFromWallet(account, order, { ...payment, amount: quote.due })
  if (payYear) await payRestOfYear(account, paid.id)
  else await payOpenInvoices(account, paid.id)
  return walletInfo(account, paid.ref)
}

/** Whole VND between the least and the most that may be paid at once by a payment type. */
function readAmount(amount: unknown, context: BillingContext, type: PaymentType): bigint {
  const digits = typeof amount === 'number' || typeof amount === 'string' ? String(amount) : ''
  const value = /^\d{1,16}$/.test(digits) ? Number(digits) : 0
  const { minAmount, maxAmount } = limitsOf(type, context.gateways)
  if (value < minAmount || value > maxAmount) throw new AppError('invalid-amount')
  return BigInt(value)
}

/**
 * POST billing/subscriptions/change: immediate when nothing is due or the wallet covers it, else after a payment.
 * @throws AppError NotFound, `same-plan`, Conflict for a quote that no longer holds, PurchaseFailure
 */
export async function changePlan(
  tx: Db,
  context: BillingContext,
  payer: Payer,
  { plan, payYear, quoteId, ...asked }: z.output<typeof ChangePlan> & Params,
): Promise<StartedPayment> {
  const account = await lockAccount(tx, payer.ownerId, context.clock.now())
  const { userId, now } = account
  const order = { ...asked, email: payer.by }
  const found = await requireChange(tx, account.subscription, { plan, payYear }, now)
  const { due, short, direct, payTerm } = found.quote
  if (quoteId !== undefined) await requireQuote(tx, { userId, quoteId, plan, due, now })
  const change = { plan, payYear: payTerm === 'year' }
  const payment = { purpose: 'plan_change', change, ...(quoteId === undefined ? {} : { quoteId }) } as const
  if (short > 0n && asked.paymentType !== 'wallet') {
    await supersedeChange(account)
    return createOrder(account, context, order, { ...payment, amount: short })
  }
  if (short > 0n) throw new AppError('PurchaseFailure')
  if (!direct && !isOffered(asked.paymentType, context))
    throw new AppError('ValidationError', { paymentType: 'invalid-choice' })
  await supersedeChange(account)
  const paid = due > 0n ? await payFromWallet(account, order, { ...payment, amount: due }) : null
  const creditId = await changePlanFromWallet(account, { ...found, paymentId: paid?.id ?? null })
  const movement = { userId, type: 'plan_change', plan, amount: 0n, createdAt: now } as const
  return walletInfo(account, paid?.ref ?? creditId ?? (await insertMovement(tx, movement)))
}

type Offer = Pick<BillingContext, 'bank' | 'gateways'>

export const isOffered = (type: PaymentType, { bank, gateways }: Offer): boolean =>
  type === 'wallet' ||
  (type === 'bank-transfer' ? bank !== null : gateways.some((gateway) => gateway.type === type))

/** VND that can be paid at once by a payment type. */
export function limitsOf(type: PaymentType, gateways: readonly Gateway[]) {
  const gateway = gatewayOf(gateways, { gateway: type })
  return {
    minAmount: Math.max(MIN_AMOUNT, Number(gateway?.minAmount ?? 0)),
    maxAmount: Math.min(MAX_AMOUNT, Number(gateway?.maxAmount ?? MAX_AMOUNT)),
  }
}

/** A payment that waits for incoming money. Less than the minimum is requested as the minimum. */
async function createOrder(
  account: LockedAccount,
  { bank, gateways, translator }: BillingContext,
  { paymentType, language, email }: PaymentOrder,
  payment: Payment,
): Promise<StartedPayment> {
  if (paymentType === 'wallet' || !isOffered(paymentType, { bank, gateways }))
    throw new AppError('ValidationError', { paymentType: 'invalid-choice' })
  const { now } = account
  const { minAmount, maxAmount } = limitsOf(paymentType, gateways)
  const amount = payment.amount < minAmount ? BigInt(minAmount) : payment.amount
  if (amount > maxAmount) throw new AppError('invalid-amount')
  const payer = { email, language, gateway: paymentType, createdAt: now }
  const after = (ms: number) => new Date(now.getTime() + ms)
  const gateway = gatewayOf(gateways, { gateway: paymentType })
  if (gateway) {
    const charge = gateway.charge?.(amount)
    const { ref } = await insertWithMovement(account, {
      ...payment,
      ...payer,
      amount,
      ...(charge && {
        chargeCurrency: charge.currency,
        chargeMinor: charge.minor,
        fxRate: charge.fxRate,
      }),
      status: 'created',
      expiresAt: after(gateway.expiresAfterMs),
      pollAt: after(FIRST_POLL_MS),
    })
    return { transactionId: ref, paymentType: gateway.type, isToOpen: true }
  }
  if (!bank) throw new Error('A transfer without a bank')
  const expiresAt = after(TRANSFER_MS)
  const row = await insertWithMovement(account, {
    ...payment,
    ...payer,
    amount,
    status: 'pending',
    expiresAt,
  })
  return transferInfo(row, bank, translator, language)
}

/** A payment covered by the wallet; its purpose takes the money. */
async function payFromWallet(
  account: LockedAccount,
  { language, email }: PaymentOrder,
  payment: Payment,
): Promise<PaymentRow> {
  const { now } = account
  return insertWithMovement(account, {
    ...payment,
    email,
    language,
    gateway: 'wallet',
    status: 'succeeded',
    paid: payment.amount,
    expiresAt: now,
    createdAt: now,
    settledAt: now,
  })
}

async function insertWithMovement(
  account: LockedAccount,
  payment: Omit<NewPayment, 'ref' | 'userId'>,
): Promise<PaymentRow> {
  let row: PaymentRow | null = null
  while (!row)
    row = await insertPayment(account, { ...payment, ref: newReference((limit) => randomInt(limit)) })
  const { id: paymentId, userId, purpose: type, amount, description, createdAt } = row
  await insertMovement(account.tx, { paymentId, userId, type, amount, description, createdAt })
  return row
}

async function walletInfo({ tx, userId }: LockedAccount, transactionId: string): Promise<PaymentInfo> {
  const { balance } = await findWallet(tx, userId)
  return { transactionId, paymentType: 'wallet', status: 'success', currentBalance: Number(balance) }
}

/** Closes a pending payment. @throws AppError NotFound, Conflict when it has ended */
export async function cancelPayment(tx: Db, userId: string, ref: string, now: Date): Promise<void> {
  const [known] = await findPaymentsByRef(tx, [ref])
  if (known?.userId !== userId) throw new AppError('NotFound')
  const account = await lockAccount(tx, userId, now)
  const end = { status: 'cancelled', statusCode: 'cancelled' } as const
  if (!(await closePayment(account, known.id, end))) throw new AppError('Conflict')
}

/**
 * How a payment that is waited for is paid; one that its gateway has not opened yet is opened there.
 * @throws AppError NotFound, Conflict when it has ended or its time is over, and as `openAtGateway`
 */
export async function reopenPayment(
  context: BillingContext,
  { userId, ref, payerAddress }: { userId: string; ref: string; payerAddress: string },
  language: Language,
): Promise<PaymentInfo> {
  const { database, clock, bank, translator } = context
  const [payment] = await findPaymentsByRef(database.db, [ref])
  if (payment?.userId !== userId) throw new AppError('NotFound')
  if (!isOpenPayment(payment) || payment.expiresAt <= clock.now()) throw new AppError('Conflict')
  if (payment.gateway !== 'bank-transfer') return openAtGateway(context, { userId, ref, payerAddress })
  if (!bank) throw new AppError('Conflict')
  return transferInfo(payment, bank, translator, language)
}
