import { randomUUID } from 'node:crypto'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { type LedgerAccount, post, transfer } from '../ledger/ledger'
import { deleteMovement, insertMovement } from '../ledger/movement-repository'
import { addRefund, revertRefund } from '../operator/repository'
import { type Gateway, GatewayError, type RefundState } from '../payments/gateway'
import { type Applied, gatewayOf } from '../payments/gateway-payments'
import type { PollingDependencies } from '../payments/gateway-polling'
import { rounding } from '../payments/receive-money'
import { findPayment, lockPayment, type PaymentRow } from '../payments/repository'
import { payOpenInvoices } from '../subscriptions/pay-open-invoices'
import { lockSubscription } from '../subscriptions/subscription-repository'
import {
  claimDueRefunds,
  claimRefund,
  closeRefund,
  findRefundByRef,
  insertRefund,
  type RefundRow,
  setRefundPollAt,
} from './refund-repository'

const MINUTE_MS = 60_000
/** Longer than a gateway takes to answer: asked twice at once, one might refuse what the other has done. */
const CLAIM_MS = 2 * MINUTE_MS
/** A refund is asked for again after as long as it has taken so far, within these. */
const SOONEST_MS = 5 * MINUTE_MS
const LATEST_MS = 6 * 60 * MINUTE_MS
const AT_ONCE = 8

/**
 * Takes money of a payment out of the payer's wallet and holds it until it has arrived (payments §7). What an
 * operator sends by bank has arrived.
 * @throws AppError `invalid-amount` for more than came in, PurchaseFailure when the wallet has less
 */
export async function beginRefund(
  tx: Db,
  { payment, amount, reason }: { payment: PaymentRow; amount: bigint; reason: string },
  now: Date,
): Promise<RefundRow> {
  const { id: paymentId, userId } = payment
  await lockSubscription(tx, userId, now)
  await lockPayment(tx, paymentId)
  if (!(await addRefund(tx, paymentId, amount))) throw new AppError('invalid-amount')
  const id = randomUUID()
  const entries = transfer(`wallet:${userId}`, 'refund_pending', amount)
  await post(tx, { key: `refund:${id}`, type: 'refund-started', entries, paymentId, now })
  const ref = `RF${id.replaceAll('-', '').slice(0, 18).toUpperCase()}`
  const refund = { id, ref, paymentId, amount, reason, createdAt: now }
  const row = await insertRefund(tx, { ...refund, status: 'pending', askAt: now })
  await insertMovement(tx, { id, userId, type: 'refund', amount, createdAt: now })
  const sent = { state: 'done', txnId: '' } as const
  if (payment.gateway === 'bank-transfer')
    await endRefund(tx, { refund: row, payment, account: 'clearing:bank', state: sent }, now)
  return row
}

/** Sends a refund to its gateway, unless somebody does so already. */
export async function sendRefund(parts: PollingDependencies, id: string): Promise<void> {
  const refund = await claimRefund(parts.database.db, id, claimAt(parts))
  if (refund) await send(parts, refund)
}

/** Asks again for every refund whose gateway has not said yet that the money is with the payer. */
export async function sendDueRefunds(parts: PollingDependencies): Promise<void> {
  const next = () => claimDueRefunds(parts.database.db, claimAt(parts), AT_ONCE)
  for (let due = await next(); due.length > 0; due = await next())
    await Promise.all(due.map((refund) => send(parts, refund)))
}

function claimAt({ clock }: PollingDependencies) {
  const now = clock.now()
  return { now, until: new Date(now.getTime() + CLAIM_MS) }
}

async function send(parts: PollingDependencies, refund: RefundRow): Promise<void> {
  const { database, clock, log, gateways } = parts
  const payment = await findPayment(database.db, refund.paymentId)
  const gateway = gatewayOf(gateways, payment)
  const state = await askGateway(gateway, payment, refund).catch((err: unknown): RefundState => {
    const isRefused = err instanceof GatewayError && err.outcome === 'refused'
    log.error({ err, refund: refund.ref, isRefused }, 'a refund was not made')
    return isRefused ? { state: 'failed', code: 'refused' } : { state: 'pending' }
  })
  const now = clock.now()
  if (state.state !== 'pending' && gateway) {
    const account = `clearing:${gateway.provider}` as const
    await database.transaction((tx) => endRefund(tx, { refund, payment, account, state }, now))
    return
  }
  const sinceMs = now.getTime() - refund.createdAt.getTime()
  const waitMs = Math.min(LATEST_MS, Math.max(SOONEST_MS, sinceMs))
  await setRefundPollAt(database.db, refund.id, new Date(now.getTime() + waitMs))
}

async function askGateway(
  gateway: Gateway | null,
  payment: PaymentRow,
  { ref, amount, reason, createdAt }: RefundRow,
): Promise<RefundState> {
  if (!gateway) throw new GatewayError(payment.gateway, 'unanswered', 'its keys are no longer set')
  return gateway.refund({ payment, ref, amount, reason, createdAt })
}

interface Ended {
  refund: RefundRow
  payment: PaymentRow
  /** Where the money was. */
  account: LedgerAccount
  state: Exclude<RefundState, { state: 'pending' }>
}

/**
 * What a gateway tells of a refund, asked or not: once, and a bank that sends it back after it was done is believed.
 * @returns `ignored` for a refund that is not of ours, or still on its way
 */
export async function applyRefundState(
  tx: Db,
  { provider, ref, state }: { provider: string; ref: string; state: RefundState },
  now: Date,
): Promise<Applied> {
  const refund = await findRefundByRef(tx, ref)
  if (!refund || state.state === 'pending') return 'ignored'
  const payment = await findPayment(tx, refund.paymentId)
  const isNew = await endRefund(tx, { refund, payment, account: `clearing:${provider}`, state }, now)
  return isNew ? 'applied' : 'repeated'
}

/** What failed goes back into the wallet, and pays what is owed. False when it was known. */
async function endRefund(tx: Db, { refund, payment, account, state }: Ended, now: Date): Promise<boolean> {
  const { id, amount } = refund
  const { id: paymentId, userId } = payment
  await lockSubscription(tx, userId, now)
  await lockPayment(tx, paymentId)
  const isDone = state.state === 'done'
  const close = isDone
    ? ({ status: 'done', gatewayTxnId: state.txnId } as const)
    : ({ status: 'failed', statusCode: state.code } as const)
  const before = await closeRefund(tx, id, { ...close, endedAt: now })
  if (before === null) return false
  const entries = isDone
    ? [...transfer('refund_pending', account, amount), ...rounding(account, amount - (state.worth ?? amount))]
    : transfer(before === 'pending' ? 'refund_pending' : account, `wallet:${userId}`, amount)
  const type = isDone ? 'refund-done' : 'refund-failed'
  await post(tx, { key: `${type}:${id}`, type, entries, paymentId, now })
  if (isDone) return true
  await revertRefund(tx, paymentId, amount)
  await deleteMovement(tx, id)
  await payOpenInvoices(tx, userId, now)
  return true
}
