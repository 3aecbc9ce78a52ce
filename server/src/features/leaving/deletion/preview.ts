import type { DeletionPreview } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { isLastAdministrator } from '../../account'
import { standingOf } from '../../billing'
import { countCodes, countPaths, findLinkHost } from '../../user-codes'
import { listOwned } from '../../workspaces'

/**
 * What the deletion of an account would touch, in the home and in the further workspaces that go with it.
 * @param sells whether anything is sold here
 */
export async function previewDeletion(db: Db, userId: string, sells: boolean): Promise<DeletionPreview> {
  const all = { dynamicCodes: 0, staticCodes: 0, pdfCodes: 0, paths: 0, balance: 0, outstandingBalance: 0 }
  const domains: string[] = []
  let planEndsAt: string | null = null
  for (const ownerId of await listOwned(db, userId)) {
    const { dynamicCodes, staticCodes, pdfCodes } = await countCodes(db, ownerId)
    all.dynamicCodes += dynamicCodes
    all.staticCodes += staticCodes
    all.pdfCodes += pdfCodes
    const domain = await findLinkHost(db, ownerId)
    if (domain !== null) {
      domains.push(domain)
      all.paths += await countPaths(db, ownerId, domain)
    }
    if (!sells) continue
    const money = await standingOf(db, ownerId)
    all.balance += Number(money.balance)
    all.outstandingBalance += Number(money.owed)
    const endsAt = money.planEndsAt?.toISOString() ?? null
    if (endsAt !== null && (planEndsAt === null || endsAt > planEndsAt)) planEndsAt = endsAt
  }
  return {
    ...all,
    domain: domains.length === 0 ? null : domains.join(', '),
    planEndsAt,
    isLastAdmin: await isLastAdministrator(db, userId),
  }
}
