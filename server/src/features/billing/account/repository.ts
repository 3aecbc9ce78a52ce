import type { BillingProfile } from '@scanleaf/shared'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { billingProfiles } from '../table'

export async function findProfile(db: Db, userId: string) {
  const [row] = await db.select().from(billingProfiles).where(eq(billingProfiles.userId, userId))
  return row ?? null
}

export async function saveProfile(db: Db, userId: string, profile: BillingProfile, now: Date): Promise<void> {
  const { company, address, taxCode } = profile
  const values = { company, address: address.address, taxCode, updatedAt: now }
  await db
    .insert(billingProfiles)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: billingProfiles.userId, set: values })
}
