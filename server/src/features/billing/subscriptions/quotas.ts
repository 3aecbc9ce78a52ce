import type { AddonCode } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { findQuota, type Quota } from './quota-repository'

/**
 * How many codes an account may have. Triggers on the codes count them in `quota_usage`, in the transaction that
 * makes or deletes them (docs/decisions/codes-ids-and-links.md).
 */
export interface Quotas {
  /**
   * After a code was made in `tx`: refuses when the account now has more than it may. The counted row is locked by
   * then, so of several creations at once each sees those before it.
   * @throws AppError PurchaseFailure while past due, ExceedLimitation over the quota
   */
  refuseOver(tx: Db, userId: string, addon: AddonCode): Promise<void>
  /**
   * Whether one more may be made now.
   * @throws as `refuseOver`
   */
  refuseFull(db: Db, userId: string, addon: AddonCode): Promise<void>
  /** Room in the plan now; null where nothing is limited. */
  room(db: Db, userId: string, addon: AddonCode): Promise<Room | null>
}

export interface Room {
  used: number
  limit: number
  /** Nothing can be made until the account has paid. */
  isPastDue: boolean
}

const unlimited: Quotas = { refuseOver: async () => {}, refuseFull: async () => {}, room: async () => null }

const limited: Quotas = {
  refuseOver: async (tx, userId, addon) => judge(await findQuota(tx, userId, addon), 0),
  refuseFull: async (db, userId, addon) => judge(await findQuota(db, userId, addon), 1),
  async room(db, userId, addon) {
    const { status, used, limit } = await findQuota(db, userId, addon)
    return limit === null ? null : { used, limit, isPastDue: status === 'past-due' }
  },
}

/** @param isSelling false for a host who sells nothing (`BILLING=off`) */
export const openQuotas = (isSelling: boolean): Quotas => (isSelling ? limited : unlimited)

function judge({ status, used, limit }: Quota, more: number): void {
  if (status === 'past-due') throw new AppError('PurchaseFailure')
  if (limit !== null && used + more > limit) throw new AppError('ExceedLimitation')
}
