import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import type { Log } from '../../../platform/logging'
import { trustedTime } from '../../../platform/trusted-clock'
import { type LockedAccount, lockAccount } from '../locked-account-repository'
import { type Gateway, GatewayError, type GatewayState } from './gateway'
import { type Applied, applyToLocked, FIRST_POLL_MS, gatewayOf } from './gateway-payments'
import {
  claimDueForPolling,
  findPaymentsByRef,
  isOpenPayment,
  type LockedPayment,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './repository'

const MINUTE_MS = 60_000
/** When a gateway is polled, counted from the creation of the payment; then once more when it expires. */
const POLL_AFTER_MS = [FIRST_POLL_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]
/** A gateway that does not respond is polled again after this, and no longer once the payment has expired for this long. */
const RETRY_POLL_MS = 3 * MINUTE_MS
const GIVE_UP_MS = 24 * 3_600_000
/** Longer than a gateway takes to respond: until then no other process polls the same payment. */
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

/** Polls at once, for a payer who returned from the gateway. @throws AppError NotFound when it is not the user's */
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
  const { id, userId, ref } = payment
  const inLock = <T>(work: (account: LockedAccount, locked: LockedPayment) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      const account = await lockAccount(tx, userId, clock.now())
      return work(account, await lockPayment(account, id))
    })
  try {
    if (!gateway) throw new GatewayError(payment.gateway, 'unanswered', 'its keys are no longer set')
    const { provider } = gateway
    const state = await gateway.poll(payment)
    const applied = await inLock((account, locked) => applyPolledState(account, locked, { provider, state }))
    if (applied === 'wrong-money')
      log.error({ provider, payment: ref }, 'a gateway reports another amount than the payment')
    if (applied === 'unmatched') log.error({ provider, payment: ref }, 'a paid order was paid a second time')
  } catch (err) {
    const level = err instanceof GatewayError ? 'warn' : 'error'
    log[level]({ err, payment: ref }, 'a gateway did not say what became of a payment; it is asked again')
    await inLock(waitOrGiveUp)
  }
}

async function applyPolledState(
  account: LockedAccount,
  payment: LockedPayment,
  told: { provider: string; state: GatewayState },
): Promise<Applied> {
  const applied = await applyToLocked(account, payment, told)
  if (payment.status === 'succeeded' || applied === 'applied') return applied
  const { now } = account
  const isOver = now >= payment.expiresAt
  // By a clock that jumped it is polled again, until the clock is trusted.
  const pollAt = isOver ? new Date(now.getTime() + RETRY_POLL_MS) : nextPollAt(payment, now)
  if (isOver && (await trustedTime(account.tx, now)) >= payment.expiresAt) await expire(account, payment)
  else await updatePayment(account, payment, { pollAt })
  return applied
}

async function waitOrGiveUp(account: LockedAccount, payment: LockedPayment): Promise<void> {
  if (payment.pollAt === null) return
  const nowMs = account.now.getTime()
  const trustedMs = (await trustedTime(account.tx, account.now)).getTime()
  const isGivenUp = trustedMs >= payment.expiresAt.getTime() + GIVE_UP_MS
  if (isGivenUp) await expire(account, payment)
  else await updatePayment(account, payment, { pollAt: new Date(nowMs + RETRY_POLL_MS) })
}

/** Polling has ended; money that arrives later is still credited. */
async function expire(account: LockedAccount, payment: LockedPayment): Promise<void> {
  const closed = isOpenPayment(payment) && ({ status: 'expired', statusCode: 'expired' } as const)
  await updatePayment(account, payment, { pollAt: null, ...closed })
}

function nextPollAt({ createdAt, expiresAt }: PaymentRow, now: Date): Date {
  const times = POLL_AFTER_MS.map((ms) => new Date(createdAt.getTime() + ms))
  return times.find((time) => time > now && time < expiresAt) ?? expiresAt
}
