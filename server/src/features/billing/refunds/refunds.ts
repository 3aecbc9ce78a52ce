import { randomUUID } from 'node:crypto'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { type HouseAccount, type LedgerEntry, post, transfer } from '../ledger/ledger'
import { deleteMovement, insertMovement } from '../ledger/movement-repository'
import { type LockedAccount, lockAccount } from '../locked-account-repository'
import { type Gateway, GatewayError, type RefundState } from '../payments/gateway'
import { type Applied, gatewayOf } from '../payments/gateway-payments'
import type { PollingDependencies } from '../payments/gateway-polling'
import { rounding } from '../payments/receive-money'
import {
  findPayment,
  type LockedPayment,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from '../payments/repository'
import { payOpenInvoices } from '../subscriptions/pay-open-invoices'
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
/** Longer than a gateway takes to respond: of two concurrent requests one might be refused because of the other. */
const CLAIM_MS = 2 * MINUTE_MS
/** A refund is polled again after as long as it has taken so far, within these limits. */
const SOONEST_MS = 5 * MINUTE_MS
const LATEST_MS = 6 * 60 * MINUTE_MS
const AT_ONCE = 8

/**
 * Takes money of a payment out of the payer's wallet and holds it until it has arrived (payments §7). A bank transfer
 * of an operator has arrived.
 * @throws AppError `invalid-amount` for more than came in, PurchaseFailure when the wallet has less
 */
export async function beginRefund(
  account: LockedAccount,
  { payment: before, amount, reason }: { payment: LockedPayment; amount: bigint; reason: string },
): Promise<RefundRow> {
  const { tx, userId, now } = account
  const { id: paymentId, refunded, paid } = before
  if (refunded + amount > paid) throw new AppError('invalid-amount')
  const payment = await updatePayment(account, before, { refunded: refunded + amount })
  const id = randomUUID()
  const entries = transfer(account.wallet, 'refund_pending', amount)
  await post(account, { key: `refund:${id}`, type: 'refund-started', entries, paymentId })
  const ref = `RF${id.replaceAll('-', '').slice(0, 18).toUpperCase()}`
  const refund = { id, ref, paymentId, amount, reason, createdAt: now }
  const row = await insertRefund(account, { ...refund, status: 'pending', pollAt: now })
  await insertMovement(tx, { id, userId, type: 'refund', amount, createdAt: now })
  const sent = { state: 'done', txnId: '' } as const
  if (payment.gateway === 'bank-transfer')
    await settleRefund(account, { refund: row, payment, from: 'clearing:bank', state: sent })
  return row
}

/** Sends a refund to its gateway, unless somebody does so already. */
export async function sendRefund(dependencies: PollingDependencies, id: string): Promise<void> {
  const refund = await claimRefund(dependencies.database.db, id, claimAt(dependencies))
  if (refund) await send(dependencies, refund)
}

/** Asks again for every refund whose gateway has not said yet that the money is with the payer. */
export async function sendDueRefunds(dependencies: PollingDependencies): Promise<void> {
  const next = () => claimDueRefunds(dependencies.database.db, claimAt(dependencies), AT_ONCE)
  for (let due = await next(); due.length > 0; due = await next())
    await Promise.all(due.map((refund) => send(dependencies, refund)))
}

function claimAt({ clock }: PollingDependencies) {
  const now = clock.now()
  return { now, until: new Date(now.getTime() + CLAIM_MS) }
}

async function send(dependencies: PollingDependencies, refund: RefundRow): Promise<void> {
  const { database, clock, log, gateways } = dependencies
  const payment = await findPayment(database.db, refund.paymentId)
  const gateway = gatewayOf(gateways, payment)
  const state = await requestRefund(gateway, payment, refund).catch((err: unknown): RefundState => {
    const isRefused = err instanceof GatewayError && err.outcome === 'refused'
    log.error({ err, refund: refund.ref, isRefused }, 'a refund failed')
    return isRefused ? { state: 'failed', code: 'refused' } : { state: 'pending' }
  })
  const now = clock.now()
  if (state.state !== 'pending' && gateway) {
    const ended = { refund, payment, from: `clearing:${gateway.provider}`, state } as const
    await database.transaction((tx) => lockAndSettle(tx, ended, now))
    return
  }
  const sinceMs = now.getTime() - refund.createdAt.getTime()
  const waitMs = Math.min(LATEST_MS, Math.max(SOONEST_MS, sinceMs))
  await setRefundPollAt(database.db, refund.id, new Date(now.getTime() + waitMs))
}

async function requestRefund(
  gateway: Gateway | null,
  payment: PaymentRow,
  { ref, amount, reason, createdAt }: RefundRow,
): Promise<RefundState> {
  if (!gateway) throw new GatewayError(payment.gateway, 'unanswered', 'its keys are no longer set')
  return gateway.refund({ payment, ref, amount, reason, createdAt })
}

interface EndedRefund {
  refund: RefundRow
  payment: PaymentRow
  /** Where the money was. */
  from: HouseAccount
  state: Exclude<RefundState, { state: 'pending' }>
}

/**
 * Applies a gateway's report of a refund, requested or not, once; a bank that returns it after it was done is believed.
 * @returns `ignored` for a refund that is not ours, or still pending
 */
export async function applyRefundState(
  tx: Db,
  { provider, ref, state }: { provider: string; ref: string; state: RefundState },
  now: Date,
): Promise<Applied> {
  const refund = await findRefundByRef(tx, ref)
  if (!refund || state.state === 'pending') return 'ignored'
  const payment = await findPayment(tx, refund.paymentId)
  const isNew = await lockAndSettle(tx, { refund, payment, from: `clearing:${provider}`, state }, now)
  return isNew ? 'applied' : 'repeated'
}

async function lockAndSettle(tx: Db, ended: EndedRefund, now: Date): Promise<boolean> {
  const account = await lockAccount(tx, ended.payment.userId, now)
  return settleRefund(account, { ...ended, payment: await lockPayment(account, ended.payment.id) })
}

/** A failed refund returns to the wallet, and pays the outstanding balance. False when it was known. */
async function settleRefund(
  account: LockedAccount,
  { refund, payment, from, state }: EndedRefund & { payment: LockedPayment },
): Promise<boolean> {
  const { id, amount } = refund
  const isDone = state.state === 'done'
  const close = isDone
    ? ({ status: 'done', gatewayTxnId: state.txnId } as const)
    : ({ status: 'failed', statusCode: state.code } as const)
  const before = await closeRefund(account, id, { ...close, endedAt: account.now })
  if (before === null) return false
  const entries: LedgerEntry[] = isDone
    ? [...transfer('refund_pending', from, amount), ...rounding(from, amount - (state.worth ?? amount))]
    : transfer(before === 'pending' ? 'refund_pending' : from, account.wallet, amount)
  const type = isDone ? 'refund-done' : 'refund-failed'
  await post(account, { key: `${type}:${id}`, type, entries, paymentId: payment.id })
  if (isDone) return true
  await updatePayment(account, payment, { refunded: payment.refunded - amount })
  await deleteMovement(account.tx, id)
  await payOpenInvoices(account)
  return true
}
