import type { DeletionPreview } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { isLastAdministrator } from '../../account'
import { standingOf } from '../../billing'
import { countCodes, countPaths, findLinkHost } from '../../user-codes'

/** What the deletion of an account would touch. @param sells whether anything is sold here */
export async function previewDeletion(db: Db, userId: string, sells: boolean): Promise<DeletionPreview> {
  const domain = await findLinkHost(db, userId)
  const money = sells ? await standingOf(db, userId) : null
  return {
    ...(await countCodes(db, userId)),
    domain,
    paths: domain === null ? 0 : await countPaths(db, userId, domain),
    balance: Number(money?.balance ?? 0),
    outstandingBalance: Number(money?.owed ?? 0),
    planEndsAt: money?.planEndsAt?.toISOString() ?? null,
    isLastAdmin: await isLastAdministrator(db, userId),
  }
}
