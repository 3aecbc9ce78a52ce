import type { DeletionPreview } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { isLastAdministrator } from '../../account'
import { standingOf } from '../../billing'
import { findDomains } from '../../custom-domains'
import { countCodes } from '../../user-codes'

/** What the deletion of an account would touch. @param sells whether anything is sold here */
export async function previewDeletion(db: Db, userId: string, sells: boolean): Promise<DeletionPreview> {
  const domains = await findDomains(db, userId)
  const money = sells ? await standingOf(db, userId) : null
  return {
    ...(await countCodes(db, userId)),
    domains: domains.map(({ domain }) => domain),
    balance: Number(money?.balance ?? 0),
    outstandingBalance: Number(money?.owed ?? 0),
    planEndsAt: money?.planEndsAt?.toISOString() ?? null,
    isLastAdmin: await isLastAdministrator(db, userId),
  }
}
