import type { Db } from '../../../platform/db/database'
import { insertNotification } from '../notifications/repository'
import { type ClosingPayments, closeOpenPayments, type PaymentOutcome } from './repository'

/**
 * Waits no longer for payments. What has come for them stays in the wallet, and their payers are told how much of
 * what was asked for that is. Answers how many ended.
 */
export async function closePayments(
  tx: Db,
  which: ClosingPayments,
  end: PaymentOutcome,
  now: Date,
): Promise<number> {
  const ended = await closeOpenPayments(tx, which, end, now)
  for (const { userId, ref: subject, amount, paid } of ended) {
    if (paid === 0n) continue
    const values = { amount: Number(paid), asked: Number(amount) }
    await insertNotification(tx, { userId, kind: 'part-received', subject, values, createdAt: now })
  }
  return ended.length
}
