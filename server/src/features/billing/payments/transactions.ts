import {
  isReference,
  type Language,
  type ListTransactions,
  pageMeta,
  type Transaction,
  type TransactionPage,
} from '@scanleaf/shared'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import { type LineTexts, lineTexts } from '../invoices/line-texts'
import { findInvoicesOf, type InvoiceRow } from '../invoices/repository'
import type { InvoiceLine } from '../invoices/table'
import type { MovementRow } from '../ledger/movement-repository'
import { spanOf } from '../span'
import { transferInfo } from './bank-transfer'
import { redirectInfo } from './gateway-payments'
import type { BillingContext } from './payments'
import { isOpenPayment, type PaymentRow } from './repository'
import { findMovement, listMovements, type MovementDetails } from './transaction-repository'

/** GET billing/transactions: the history, or the payments that wait for their money; the newest first. */
export async function listTransactions(
  context: BillingContext,
  userId: string,
  { open: isOpen, from, to, zone, ...paging }: ListTransactions,
  language: Language,
): Promise<TransactionPage> {
  const { db } = context.database
  const { page, limit } = paging
  const { rows, total } = await listMovements(db, userId, {
    offset: (page - 1) * limit,
    limit,
    isOpen,
    ...spanOf({ from, to, zone }),
  })
  return { result: await presentAll(context, rows, language), meta: pageMeta(total, paging) }
}

/** @param id the reference of a payment, or the id of another movement. @throws AppError NotFound */
export async function transactionOf(
  context: BillingContext,
  userId: string,
  id: string,
  language: Language,
): Promise<Transaction> {
  const name = isReference(id) ? { ref: id } : z.uuid().safeParse(id).success ? { id } : null
  const row = name && (await findMovement(context.database.db, userId, name))
  if (!row) throw new AppError('NotFound')
  const [transaction] = await presentAll(context, [row], language)
  if (!transaction) throw new Error('a transaction has no presentation')
  return transaction
}

async function presentAll(
  context: BillingContext,
  rows: MovementDetails[],
  language: Language,
): Promise<Transaction[]> {
  const { db } = context.database
  const named = (ids: (string | null)[]) => ids.filter((id) => id !== null)
  const invoices = await findInvoicesOf(db, {
    paymentIds: named(rows.map(({ movement }) => movement.paymentId)),
    ids: named(rows.map(({ movement }) => movement.invoiceId)),
  })
  const describe = await lineTexts(context.translator, db, language)
  return rows.map((row) => present(context, row, invoices, describe, language))
}

function present(
  context: BillingContext,
  { movement, payment, invoice, refundStatus, givenBack }: MovementDetails,
  invoices: InvoiceRow[],
  texts: LineTexts,
  language: Language,
): Transaction {
  const { type, createdAt, invoiceId } = movement
  const own = invoices.filter(
    (row) => row.id === invoiceId || (payment !== null && row.paymentId === payment.id),
  )
  const { status, code } = payment
    ? { status: paymentStatus(payment), code: payment.statusCode }
    : refundStatus !== null
      ? { status: refundState(refundStatus), code: '' }
      : { status: invoiceStatus(invoice?.status), code: invoice?.status === 'open' ? 'unpaid' : '' }
  const paymentType = payment?.gateway ?? givenBack?.gateway ?? 'wallet'
  // The amount of a top-up is what has arrived, less or more than was requested.
  const amount = type === 'topup' && status === 'success' && payment ? payment.paid : movement.amount
  return {
    id: payment?.ref ?? movement.id,
    type,
    amount: Number(amount),
    currency: 'VND',
    asked: Number(movement.amount),
    description: movement.description || changeText(movement, payment, texts),
    invoice: invoice?.number ?? own.at(-1)?.number ?? null,
    invoiceId: invoiceId ?? own.at(-1)?.id ?? null,
    createdAt: createdAt.toISOString(),
    paymentType: SHOWN_TYPES[paymentType] ?? paymentType,
    paymentTypeDetail: { code: paymentType },
    status,
    reference: payment?.ref ?? givenBack?.ref ?? null,
    statusDetail: { code: code || status },
    invoiceDetails: byDay(own, texts),
    payment: paymentInfoOf(context, payment, language),
    paid: Number(payment?.paid ?? (status === 'success' ? amount : 0n)),
  }
}

/** The plan that it was paid for, or that it gives something back for. */
function changeText({ type, plan }: MovementRow, payment: PaymentRow | null, texts: LineTexts): string {
  const code = plan ?? payment?.change?.plan
  if (!code) return ''
  return type === 'credit' ? texts.credit(code) : texts.plan(code)
}

/** As the specification names them: for a transfer the receiving bank (payments §1). */
const SHOWN_TYPES: Record<string, string> = { 'bank-transfer': 'acb', stripe: 'visa' }

const paymentStatus = (payment: PaymentRow): Transaction['status'] =>
  isOpenPayment(payment) ? 'pending' : payment.status === 'succeeded' ? 'success' : 'failure'

/** One that failed has no movement any more. */
const refundState = (status: string): Transaction['status'] => (status === 'done' ? 'success' : 'pending')

const invoiceStatus = (status: string | undefined): Transaction['status'] =>
  status === 'open' ? 'pending' : status === undefined || status === 'paid' ? 'success' : 'failure'

function paymentInfoOf({ bank, translator }: BillingContext, payment: PaymentRow | null, language: Language) {
  if (!payment || !isOpenPayment(payment)) return null
  if (payment.gateway !== 'bank-transfer' || !bank) return redirectInfo(payment)
  return transferInfo(payment, bank, translator, language)
}

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh', dateStyle: 'short' })

function byDay(invoices: InvoiceRow[], texts: LineTexts): Transaction['invoiceDetails'] {
  const days = new Map<string, Transaction['invoiceDetails'][number]['items']>()
  for (const { issuedAt, lines } of invoices) {
    const date = dayFormat.format(issuedAt)
    days.set(date, [...(days.get(date) ?? []), ...lines.map((line) => presentLine(line, texts))])
  }
  return [...days].map(([date, items]) => ({ date, items }))
}

function presentLine(line: InvoiceLine, texts: LineTexts) {
  const { type, quantity, amount, oldPlan } = line
  return {
    description: texts.line(line),
    amount: Number(amount),
    currency: 'VND' as const,
    details: { type, quantity },
    ...(oldPlan && {
      oldPlanDetail: {
        originPrice: Number(oldPlan.originPrice),
        discount: Number(oldPlan.discount),
        description: texts.plan(oldPlan.plan),
      },
    }),
  }
}
