import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import type { Log } from '../../../platform/logging'
import { lockSubscription } from '../subscriptions/subscription-repository'
import { type Gateway, GatewayError, type GatewayState } from './gateway'
import { applyState, FIRST_POLL_MS, gatewayOf } from './gateway-payments'
import {
  claimDueForPolling,
  findPaymentsByRef,
  isOpenPayment,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './repository'

const MINUTE_MS = 60_000
/** When a gateway is asked, counted from when the payment was made; then once more when it expires. */
const POLL_AFTER_MS = [FIRST_POLL_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]
/** A gateway that does not answer is asked again so much later, and given up so long after the payment expired. */
const RETRY_POLL_MS = 3 * MINUTE_MS
const GIVE_UP_MS = 24 * 3_600_000
/** Longer than a gateway takes to answer: until then a payment that somebody asks for is nobody else's. */
const CLAIM_MS = 2 * MINUTE_MS
const AT_ONCE = 8

export interface PollingDependencies {
  database: Database
  clock: Clock
  log: Log
  gateways: readonly Gateway[]
}

/**
 * Asks for every payment whose time has come what became of it, so that a lost webhook costs minutes and no money
 * (payments §10). Two processes never ask for the same one.
 */
export async function pollDue(dependencies: PollingDependencies): Promise<void> {
  const { database, clock } = dependencies
  const next = () => {
    const now = clock.now()
    const until = new Date(now.getTime() + CLAIM_MS)
    return claimDueForPolling(database.db, { now, until, limit: AT_ONCE })
  }
  for (let due = await next(); due.length > 0; due = await next())
    await Promise.all(due.map((payment) => poll(dependencies, payment)))
}

/** Asks at once, for a payer who is back from the gateway. @throws AppError NotFound when it is not the user's */
export async function pollPayment(
  dependencies: PollingDependencies,
  userId: string,
  ref: string,
): Promise<void> {
  const [payment] = await findPaymentsByRef(dependencies.database.db, [ref])
  if (payment?.userId !== userId) throw new AppError('NotFound')
  if (payment.status !== 'succeeded' && payment.gatewayOrderId !== null) await poll(dependencies, payment)
}

/** Asks the gateway of one payment, outside any transaction; one that is not reached changes nothing yet. */
async function poll(dependencies: PollingDependencies, payment: PaymentRow): Promise<void> {
  const { database, clock, log, gateways } = dependencies
  const gateway = gatewayOf(gateways, payment)
  const { ref } = payment
  try {
    if (!gateway) throw new GatewayError(payment.gateway, 'unanswered', 'its keys are no longer set')
    const { provider } = gateway
    const state = await gateway.poll(payment)
    const polled = { payment, provider, state }
    const applied = await database.transaction((tx) => applyPolledState(tx, polled, clock.now()))
    if (applied === 'wrong-money') log.error({ provider, payment: ref }, 'a gateway holds other money')
    if (applied === 'unmatched') log.error({ provider, payment: ref }, 'a paid order was paid again')
  } catch (err) {
    const level = err instanceof GatewayError ? 'warn' : 'error'
    log[level]({ err, payment: ref }, 'a gateway did not say what became of a payment; it is asked again')
    await database.transaction((tx) => waitOrGiveUp(tx, payment, clock.now()))
  }
}

interface PolledState {
  payment: PaymentRow
  provider: string
  state: GatewayState
}

async function applyPolledState(tx: Db, polled: PolledState, now: Date) {
  const applied = await applyState(tx, polled, now)
  const { id, userId } = polled.payment
  await lockSubscription(tx, userId, now)
  const payment = await lockPayment(tx, id)
  if (payment.status === 'succeeded' || applied === 'applied') return applied
  const isOver = now >= payment.expiresAt
  if (isOver) await expire(tx, payment)
  else await updatePayment(tx, id, { pollAt: nextPollAt(payment, now) })
  return applied
}

async function waitOrGiveUp(tx: Db, { id, userId }: PaymentRow, now: Date): Promise<void> {
  await lockSubscription(tx, userId, now)
  const payment = await lockPayment(tx, id)
  if (payment.pollAt === null) return
  const isGivenUp = now.getTime() >= payment.expiresAt.getTime() + GIVE_UP_MS
  if (isGivenUp) await expire(tx, payment)
  else await updatePayment(tx, id, { pollAt: new Date(now.getTime() + RETRY_POLL_MS) })
}

/** Nothing is asked any more, nor waited for; money that comes all the same is still taken in. */
const expire = (tx: Db, payment: PaymentRow): Promise<void> =>
  updatePayment(tx, payment.id, {
    pollAt: null,
    ...(isOpenPayment(payment) && { status: 'expired', statusCode: 'expired' }),
  })

function nextPollAt({ createdAt, expiresAt }: PaymentRow, now: Date): Date {
  const times = POLL_AFTER_MS.map((ms) => new Date(createdAt.getTime() + ms))
  return times.find((time) => time > now && time < expiresAt) ?? expiresAt
}
