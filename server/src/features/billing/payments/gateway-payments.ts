import type { RedirectInfo } from '@scanleaf/shared'
import { ConstantBackoff, handleAll, retry } from 'cockatiel'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import { type LockedAccount, lockAccount } from '../locked-account-repository'
import { type FailureCode, type Gateway, GatewayError, type GatewayState } from './gateway'
import { applyReceipt, keepUnmatched } from './receive-money'
import {
  claimOpening,
  closeOpening,
  findPaymentsByRef,
  isOpenPayment,
  type LockedPayment,
  lockPayment,
  type Opening,
  type PaymentEdit,
  type PaymentRow,
  updatePayment,
} from './repository'

/** A gateway is first asked this long after a payment was made; a lost webhook costs no more. */
export const FIRST_POLL_MS = 2 * 60_000
/** An opening that has taken this long has died with its process. */
const OPENING_MS = 60_000

export interface GatewayDependencies {
  database: Database
  clock: Clock
  gateways: readonly Gateway[]
  /** Base of the page that payers come back to. */
  appUrl: string
}

export const gatewayOf = (gateways: readonly Gateway[], { gateway }: Pick<PaymentRow, 'gateway'>) =>
  gateways.find(({ type }) => type === gateway) ?? null

/**
 * Opens a payment at its gateway, outside any transaction, and returns its payment URL; repeated, it returns the
 * same.
 * @throws AppError NotFound; Conflict when it has ended, or while another call opens it; UpstreamFailed when the
 * gateway refuses it, which closes it; UpstreamTimeout when it does not respond: the same call may be repeated
 */
export async function openAtGateway(
  { database, clock, gateways, appUrl }: GatewayDependencies,
  { userId, ref, payerAddress }: { userId: string; ref: string; payerAddress: string },
): Promise<RedirectInfo> {
  const { db } = database
  const [payment] = await findPaymentsByRef(db, [ref])
  const gateway = payment && gatewayOf(gateways, payment)
  if (!gateway || payment.userId !== userId) throw new AppError('NotFound')
  const known = openedInfo(payment)
  if (known) return known
  const opening = { id: payment.id, openingAt: clock.now() }
  const before = new Date(opening.openingAt.getTime() - OPENING_MS)
  const isClaimed = await orEndLater(db, opening, {}, claimOpening(db, opening, before))
  if (!isClaimed) throw new AppError('Conflict')
  try {
    const returnUrl = `${appUrl}/payment/return/${gateway.type}?transactionId=${ref}`
    const cancelUrl = `${returnUrl}&cancelled=1`
    const gatewayResponse = await gateway.open({ payment, returnUrl, cancelUrl, payerAddress })
    const isOpened = await close(db, opening, {
      gatewayResponse: gatewayResponse,
      gatewayOrderId: gatewayResponse.orderId,
      status: 'pending',
    })
    if (!isOpened) throw new AppError('Conflict')
    const opened = openedInfo({ ...payment, gatewayResponse: gatewayResponse })
    if (!opened) throw new Error('a gateway responded without a payment URL')
    return opened
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const isRefused = error.outcome === 'refused'
    const failed = { status: 'failed', statusCode: 'gateway-failed', pollAt: null } as const
    await close(db, opening, isRefused ? failed : {})
    throw new AppError(isRefused ? 'UpstreamFailed' : 'UpstreamTimeout', undefined, undefined, {
      cause: error,
    })
  }
}

const END_AGAIN_MS = 500
/** For as long as nobody else may open the payment. */
const endingAgain = retry(handleAll, {
  maxAttempts: OPENING_MS / END_AGAIN_MS,
  backoff: new ConstantBackoff(END_AGAIN_MS),
}).dangerouslyUnref()

const close = (db: Db, opening: Opening, edit: PaymentEdit): Promise<boolean> =>
  orEndLater(db, opening, edit, closeOpening(db, opening, edit))

/**
 * A step that stores an opening. When the database becomes unreachable meanwhile, the step is completed as soon as it is
 * back: the gateway's response is not lost, and a repeated call need not wait until the opening is old.
 */
async function orEndLater<T>(db: Db, opening: Opening, edit: PaymentEdit, step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    endingAgain.execute(() => closeOpening(db, opening, edit)).catch(() => {})
    throw error
  }
}

type Openable = Pick<PaymentRow, 'ref' | 'gateway' | 'gatewayResponse' | 'expiresAt'>

/** How an open payment is paid at its gateway; null when it is not open, or not opened there yet. */
export const redirectInfo = (payment: Openable & Pick<PaymentRow, 'status'>): RedirectInfo | null =>
  isOpenPayment(payment) ? openedInfo(payment) : null

/** The gateway's response, whatever the state of the payment; null when it was not opened there yet. */
function openedInfo({ ref, gateway, gatewayResponse, expiresAt }: Openable): RedirectInfo | null {
  const { payUrl, qrCodeUrl, deeplink } = gatewayResponse
  if (!payUrl) return null
  return {
    transactionId: ref,
    paymentType: gateway as RedirectInfo['paymentType'],
    payUrl,
    ...(qrCodeUrl && { qrCodeUrl }),
    ...(deeplink && { deeplink }),
    expiresAt: expiresAt.toISOString(),
  }
}

/**
 * The effect of a gateway's report: `wrong-money` and `ignored` did nothing, `repeated` was known, `unmatched`
 * keeps the money for an operator.
 */
export type Applied = 'applied' | 'repeated' | 'ignored' | 'wrong-money' | 'unmatched'

interface Told {
  provider: string
  state: GatewayState
}

/** The only function by which a gateway's report changes a payment (payments §1). */
export async function applyState(
  tx: Db,
  { payment, ...told }: Told & { payment: PaymentRow },
  now: Date,
): Promise<Applied> {
  const account = await lockAccount(tx, payment.userId, now)
  return applyToLocked(account, await lockPayment(account, payment.id), told)
}

/** As `applyState`, of a payment that is locked. */
export async function applyToLocked(
  account: LockedAccount,
  payment: LockedPayment,
  { provider, state }: Told,
): Promise<Applied> {
  if (state.state === 'paid') return takePayment(account, payment, { provider, state })
  if (state.state !== 'failed') return 'ignored'
  if (payment.statusCode === state.code) return 'repeated'
  if (!isOpenPayment(payment) && !isUnexplained(payment)) return 'ignored'
  const status = STATUS_OF[state.code] ?? 'failed'
  await updatePayment(account, payment, { status, statusCode: state.code, pollAt: null })
  return 'applied'
}

/** A poll may learn that a payment failed before the webhook with the reason arrives: the reason is still taken. */
const isUnexplained = ({ status, statusCode }: PaymentRow) =>
  status === 'failed' && statusCode === 'gateway-failed'

const STATUS_OF: Partial<Record<FailureCode, 'cancelled' | 'expired'>> = {
  cancelled: 'cancelled',
  expired: 'expired',
}

interface Paid extends Told {
  state: Extract<GatewayState, { state: 'paid' }>
}

/**
 * Keyed by the gateway's own transaction number, so that webhook, return and poll credit it once. An order is paid
 * once: money under a second number is either a second payment or the same one under another name, which only a
 * person can find out at the gateway.
 */
async function takePayment(
  account: LockedAccount,
  payment: LockedPayment,
  { provider, state }: Paid,
): Promise<Applied> {
  const { txnId, currency, minor } = state
  if (currency !== payment.chargeCurrency || minor !== (payment.chargeMinor ?? payment.amount))
    return 'wrong-money'
  const { ref: content, amount, fxRate } = payment
  const money = { provider, eventKey: txnId, amount, content, account: `clearing:${provider}` } as const
  const worth = fxRate === null ? amount : roundedHalfUp(minor * BigInt(fxRate), 100n)
  const { gatewayTxnId } = payment
  if (gatewayTxnId !== null && gatewayTxnId !== txnId) {
    const held = await keepUnmatched(account.tx, { ...money, worth }, account.now)
    return held.outcome === 'duplicate' ? 'repeated' : 'unmatched'
  }
  const received = await applyReceipt(account, payment, { ...money, worth })
  if (received.outcome === 'duplicate') return 'repeated'
  await updatePayment(account, payment, { gatewayTxnId: txnId, pollAt: null })
  return 'applied'
}

const roundedHalfUp = (value: bigint, by: bigint): bigint => (2n * value + by) / (2n * by)
