import type { Db } from '../../../platform/db/database'
import type { LockedAccount } from '../locked-account-repository'
import { insertNotification } from '../notifications/repository'
import { type ClosingPayments, closeOpenPayments, type PaymentOutcome } from './repository'

/** Closes a pending payment of an account. False when it has ended. */
export const closePayment = async (
  { tx, now }: LockedAccount,
  id: string,
  end: PaymentOutcome,
): Promise<boolean> => (await close(tx, { id }, end, now)) > 0

/** Closes expired transfers: no money moves, so no account is locked. */
export async function expireTransfers(tx: Db, now: Date): Promise<void> {
  await close(tx, { transfersUntil: now }, { status: 'expired', statusCode: 'expired' }, now)
}

/**
 * What was received for them stays in the wallet, and their payers are notified how much of the requested amount that
 * is. Returns how many were closed.
 */
async function close(tx: Db, which: ClosingPayments, end: PaymentOutcome, now: Date): Promise<number> {
  const ended = await closeOpenPayments(tx, which, end, now)
  for (const { userId, ref: subject, amount, paid } of ended) {
    if (paid === 0n) continue
    const values = { amount: Number(paid), asked: Number(amount) }
    await insertNotification(tx, { userId, kind: 'part-received', subject, values, createdAt: now })
  }
  return ended.length
}
