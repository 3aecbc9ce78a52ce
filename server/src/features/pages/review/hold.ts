import { claimOf, type Page, suspectNamesIn } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { findReview, requestReview, withdrawReview } from './repository'

/**
 * Whether a publication waits for an operator, because it names a bank or asks for secrets and nobody approved that yet. What
 * waited before is replaced, or withdrawn.
 */
export async function isHeld(
  tx: Db,
  { pageId, content, now }: { pageId: string; content: Page; now: Date },
): Promise<boolean> {
  const names = suspectNamesIn(content)
  if (names.length > 0 && (await findReview(tx, pageId))?.approvedClaim !== claimOf(content)) {
    await requestReview(tx, { pageId, content, names, requestedAt: now })
    return true
  }
  await withdrawReview(tx, pageId, now)
  return false
}
