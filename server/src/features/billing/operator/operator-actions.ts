import {
  type AssignReceipt,
  type ConfirmTransfer,
  type ErrorCode,
  findReferences,
  type ImportedStatement,
  type ImportStatement,
  type RecordReceipt,
  type RefundTransfer,
} from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Database, Db } from '../../../platform/db/database'
import { type Operator, recordActs } from '../../account'
import { reverseHouse } from '../ledger/ledger'
import { lockAccount } from '../locked-account-repository'
import { closePayment } from '../payments/close-payments'
import { closeReceipt, findReceipt } from '../payments/receipt-repository'
import {
  bankReferenceOf,
  credit,
  type IncomingMoney,
  keepUnmatched,
  type Received,
  receiptKey,
  receiveMoney,
} from '../payments/receive-money'
import { findPaymentsByRef, lockPayment, type PaymentRow } from '../payments/repository'
import { beginRefund } from '../refunds/refunds'
import { readStatement } from './bank-statement'
import { insertAction } from './repository'

/** Operator actions on money, each in one transaction with its audit record. */
export interface OperatorTransaction {
  tx: Db
  operator: Operator
  now: Date
}

const BANK = 'clearing:bank'

/** @throws AppError NotFound, Conflict when this transfer of the bank was taken before */
export async function confirmTransfer(
  operatorAction: OperatorTransaction,
  ref: string,
  { amount, bankReference, reason }: ConfirmTransfer,
): Promise<void> {
  const { userId } = await findTransfer(operatorAction.tx, ref)
  await takeIn(operatorAction, { amount, bankReference, content: ref })
  const written = { action: 'confirm', subject: ref, reason, amount: BigInt(amount) } as const
  await write(operatorAction, written, [{ userId, ref }])
}

/** A line of the bank's statement. @throws AppError Conflict when it was taken before */
export async function recordReceipt(
  operatorAction: OperatorTransaction,
  { amount, bankReference, content, reason }: RecordReceipt,
): Promise<string> {
  const { receiptId } = await takeIn(operatorAction, { amount, bankReference, content })
  const written = { action: 'record', subject: receiptId, reason, amount: BigInt(amount) } as const
  await write(operatorAction, written, await namedIn(operatorAction.tx, content))
  return receiptId
}

/**
 * Imports the lines of a statement, each in a transaction of its own, so that the same statement may be imported again.
 * Money for a payment of the operator's own is held until somebody else assigns it.
 * @throws AppError ValidationError when it cannot be read
 */
export async function importStatement(
  database: Database,
  { operator, now }: Omit<OperatorTransaction, 'tx'>,
  { csv, reason }: ImportStatement,
): Promise<ImportedStatement> {
  const { lines, refused } = readStatement(csv)
  const imported = { taken: 0, repeated: 0, refused }
  for (const line of lines) {
    const inOne = (work: typeof recordReceipt) =>
      database.transaction((tx) => work({ tx, operator, now }, { ...line, reason }))
    try {
      await inOne(recordReceipt).catch((error: unknown) => {
        if (isRefused(error, 'OwnCase')) return inOne(holdReceipt)
        throw error
      })
      imported.taken += 1
    } catch (error) {
      if (!isRefused(error, 'Conflict')) throw error
      imported.repeated += 1
    }
  }
  return imported
}

const isRefused = (error: unknown, code: ErrorCode): boolean =>
  error instanceof AppError && error.code === code

/** As `recordReceipt`, but the money waits in `suspense`, whatever it names. */
async function holdReceipt(
  operatorAction: OperatorTransaction,
  { amount, bankReference, content, reason }: RecordReceipt,
): Promise<string> {
  const { tx, now } = operatorAction
  const held = await keepUnmatched(tx, incoming({ amount, bankReference, content }), now)
  if (held.outcome === 'duplicate') throw new AppError('Conflict')
  const { receiptId: subject } = held
  await write(operatorAction, { action: 'record', subject, reason, amount: BigInt(amount) }, [])
  return subject
}

type Told = Pick<RecordReceipt, 'amount' | 'bankReference' | 'content'>

function incoming({ amount, bankReference: typed, content }: Told): IncomingMoney {
  const bankReference = bankReferenceOf(typed)
  const money = { provider: 'bank', eventKey: bankReference, bankReference, content, account: BANK } as const
  return { ...money, amount: BigInt(amount) }
}

async function takeIn(
  { tx, now }: OperatorTransaction,
  told: Told,
): Promise<Exclude<Received, { outcome: 'duplicate' }>> {
  const received = await receiveMoney(tx, incoming(told), now)
  if (received.outcome === 'duplicate') throw new AppError('Conflict')
  return received
}

/** Closes a pending transfer. @throws AppError NotFound, Conflict when it has ended */
export async function rejectTransfer(
  operatorAction: OperatorTransaction,
  ref: string,
  reason: string,
): Promise<void> {
  const { tx, now } = operatorAction
  const { id, userId } = await findTransfer(tx, ref)
  const account = await lockAccount(tx, userId, now)
  if (!(await closePayment(account, id, { status: 'failed', statusCode: 'rejected' })))
    throw new AppError('Conflict')
  const written = { action: 'reject', subject: ref, reason, amount: null } as const
  await write(operatorAction, written, [{ userId, ref }])
}

/**
 * Refunds a payment to the payer, out of the wallet: through the gateway, which is called after this, or by the
 * operator, who has sent the money. Returns the id of the refund.
 * @throws AppError NotFound, `invalid-amount` for more than came, PurchaseFailure when the wallet has less
 */
export async function refundTransfer(
  operatorAction: OperatorTransaction,
  ref: string,
  { amount, reason }: RefundTransfer,
): Promise<string> {
  const { tx, now } = operatorAction
  const payment = await findOutside(tx, ref)
  const account = await lockAccount(tx, payment.userId, now)
  const locked = await lockPayment(account, payment.id)
  const { id } = await beginRefund(account, { payment: locked, amount: BigInt(amount), reason })
  await write(operatorAction, { action: 'refund', subject: ref, reason, amount: BigInt(amount) }, [payment])
  return id
}

/** Says whose money it is. @throws AppError NotFound, Conflict when that was said before */
export async function assignReceipt(
  operatorAction: OperatorTransaction,
  receiptId: string,
  { transfer: ref, reason }: AssignReceipt,
): Promise<void> {
  const { tx, now } = operatorAction
  const receipt = await findReceipt(tx, receiptId)
  if (!receipt) throw new AppError('NotFound')
  const [payment] = await findPaymentsByRef(tx, [ref])
  if (!payment || payment.gateway === 'wallet')
    throw new AppError('ValidationError', { transfer: 'invalid-value' })
  const account = await lockAccount(tx, payment.userId, now)
  const locked = await lockPayment(account, payment.id)
  if (!(await closeReceipt(tx, receiptId, { state: 'assigned', paymentId: payment.id })))
    throw new AppError('Conflict')
  const { amount } = receipt
  await credit(account, { payment: locked, amount, from: 'suspense', receiptId })
  await write(operatorAction, { action: 'assign', subject: receiptId, reason, amount }, [payment])
}

/** Refunds unassigned money to its sender. @throws AppError NotFound, Conflict */
export async function refundReceipt(
  operatorAction: OperatorTransaction,
  receiptId: string,
  reason: string,
): Promise<void> {
  const { tx, now } = operatorAction
  const receipt = await findReceipt(tx, receiptId)
  if (!receipt) throw new AppError('NotFound')
  if (!(await closeReceipt(tx, receiptId, { state: 'refunded' }))) throw new AppError('Conflict')
  const posting = { key: `returned:${receiptId}`, type: 'receipt-returned' }
  await reverseHouse(tx, receiptKey(receiptId), posting, now)
  const { amount, content } = receipt
  const written = { action: 'refund-receipt', subject: receiptId, reason, amount } as const
  await write(operatorAction, written, await namedIn(tx, content))
}

/** @throws AppError NotFound when it is not an incoming payment */
export async function findOutside(db: Db, ref: string): Promise<PaymentRow> {
  const [payment] = await findPaymentsByRef(db, [ref])
  if (!payment || payment.gateway === 'wallet') throw new AppError('NotFound')
  return payment
}

async function findTransfer(tx: Db, ref: string): Promise<PaymentRow> {
  const [payment] = await findPaymentsByRef(tx, [ref])
  if (payment?.gateway !== 'bank-transfer') throw new AppError('NotFound')
  return payment
}

/** Payments that a text names. */
const namedIn = (tx: Db, content: string): Promise<PaymentRow[]> =>
  findPaymentsByRef(tx, findReferences(content))

type Written = Omit<Parameters<typeof insertAction>[1], 'at' | 'by'>

/**
 * Writes an action into the audit log of money, and into the history of whoever made a payment that it is about.
 * @throws AppError OwnCase for a payment of the operator's own while somebody else may do it
 */
async function write(
  { tx, operator, now: at }: OperatorTransaction,
  written: Written,
  about: readonly Pick<PaymentRow, 'userId' | 'ref'>[],
): Promise<void> {
  const { action, reason } = written
  for (const { userId, ref } of about)
    await recordActs(tx, operator, { userId, at }, [{ action, resource: 'billing', to: ref, reason }])
  await insertAction(tx, { ...written, at, by: operator.email })
}
