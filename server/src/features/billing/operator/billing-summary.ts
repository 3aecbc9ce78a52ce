import type { Language, PersonOverview } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { subscriptionInfo } from '../account/billing-account'
import { findWallet } from '../ledger/repository'
import { presentTransfer } from './present'
import { listNewestOf } from './repository'

const MAX_PAYMENTS = 5

/** Plan, wallet and newest payments of somebody, as an operator sees them. */
export async function summariseBilling(
  db: Db,
  userId: string,
  language: Language,
  now: Date,
): Promise<NonNullable<PersonOverview['billing']>> {
  const [subscription, { balance }, payments] = await Promise.all([
    subscriptionInfo(db, userId, language, now),
    findWallet(db, userId),
    listNewestOf(db, userId, MAX_PAYMENTS),
  ])
  return { subscription, balance: Number(balance), payments: payments.map(presentTransfer) }
}
