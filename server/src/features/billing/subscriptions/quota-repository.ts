import type { AddonCode, SubscriptionStatus } from '@scanleaf/shared'
import { eq, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { plans, subscriptions } from '../table'
import { quotaUsage } from './table'

/** The plan of an account that has never chosen one: the first free plan. */
export const firstFreePlan = sql`(
  select ${plans.code} from ${plans} where position('free' in ${plans.code}) > 0 order by ${plans.position} limit 1)`

export interface Quota {
  status: SubscriptionStatus
  /** Codes that take up storage now, those of the running transaction among them. */
  used: number
  /** Null when the catalogue has no plan: then nothing is limited. */
  limit: number | null
}

export async function findQuota(db: Db, userId: string, addon: AddonCode): Promise<Quota> {
  const [row] = await query<{ status: SubscriptionStatus | null; used: number | null; limit: number | null }>(
    db,
    sql`select ${subscriptions.status} as status, ${quotaUsage.used} as used,
        case when ${plans.code} is not null then coalesce((${plans.addons} ->> ${addon})::int, 0) end as limit
      from (select ${userId}::text as id) as account
      left join ${subscriptions} on ${subscriptions.userId} = account.id
      left join ${plans} on ${plans.code} = coalesce(${subscriptions.plan}, ${firstFreePlan})
      left join ${quotaUsage} on ${quotaUsage.userId} = account.id and ${quotaUsage.addon} = ${addon}`,
  )
  return { status: row?.status ?? 'active', used: row?.used ?? 0, limit: row?.limit ?? null }
}

/** Codes that take up storage, by add-on. */
export async function findUsage(db: Db, userId: string) {
  return db
    .select({ addon: quotaUsage.addon, used: quotaUsage.used })
    .from(quotaUsage)
    .where(eq(quotaUsage.userId, userId))
}
