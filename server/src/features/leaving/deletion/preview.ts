import type { DeletionPreview } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { standingOf } from '../../billing'
import { countCodes, countPaths, findLinkHost } from '../../user-codes'

/**
 * What a deletion would touch, in all the workspaces that go.
 * @param sells whether anything is sold here
 */
export async function previewDeletion(
  db: Db,
  ownerIds: readonly string[],
  sells: boolean,
): Promise<Omit<DeletionPreview, 'isLastAdmin'>> {
  const all = { dynamicCodes: 0, staticCodes: 0, pdfCodes: 0, paths: 0, balance: 0, outstandingBalance: 0 }
  const domains: string[] = []
  let planEndsAt: string | null = null
  for (const ownerId of ownerIds) {
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
  }
}
