import type { Db } from '../../../platform/db/database'
import { insertNotice } from '../notifications/repository'
import { type Ending, endOpenPayments, type PaymentEnd } from './repository'

/**
 * Waits no longer for payments. What has come for them stays in the wallet, and their payers are told how much of
 * what was asked for that is. Answers how many ended.
 */
export async function endPayments(tx: Db, which: Ending, end: PaymentEnd, now: Date): Promise<number> {
  const ended = await endOpenPayments(tx, which, end, now)
  for (const { userId, ref: subject, amount, paid } of ended) {
    if (paid === 0n) continue
    const values = { amount: Number(paid), asked: Number(amount) }
    await insertNotice(tx, { userId, kind: 'part-received', subject, values, createdAt: now })
  }
  return ended.length
}
