import { claimOf } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { queueMail } from '../../platform/mail'
import { type Operator, recordActs } from '../account'
import { applyChange } from '../user-codes'
import type { PagesContext } from './judged-page'
import { withValuesOf } from './live-items'
import { lockCode } from './lock-page'
import { pageAddress } from './present'
import { publishOrHold } from './publication'
import { findPage } from './repository'
import { decideReview, findWaiting } from './review/repository'

/**
 * Shows visitors a version that waited, with the prices that are public by now, or refuses it.
 * @throws AppError NotFound, Conflict when it was decided or another version waits by now, CodeTakenDown, OwnCase
 */
export async function decideOn(
  context: PagesContext,
  operator: Operator,
  id: string,
  action: 'approve' | 'refuse',
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const now = context.clock.now()
    const waiting = await findWaiting(tx, id)
    if (!waiting) throw new AppError('NotFound')
    const { review, code } = waiting
    await lockCode(tx, code.userId, review.pageId)
    const act = { action, resource: 'code-reports', to: code.dynamicId ?? '' } as const
    await recordActs(tx, operator, { userId: code.userId, at: now }, [act])
    const isApproved = action === 'approve'
    const decision = isApproved ? 'approved' : 'refused'
    const approvedClaim = isApproved ? claimOf(review.content) : review.approvedClaim
    if (!(await decideReview(tx, { id, decision, now, approvedClaim }))) throw new AppError('Conflict')
    await queueMail(tx, {
      kind: 'page-reviewed',
      dedupeKey: `page-reviewed:${id}`,
      userId: code.userId,
      address: null,
      language: null,
      values: { codeId: review.pageId, decision, names: review.names.join(', ') },
    })
    const page = isApproved ? await findPage(tx, code.userId, review.pageId) : null
    if (!page) return
    const content = withValuesOf(review.content, page.draft)
    await publishOrHold(tx, context, page, {
      content,
      ownerId: code.userId,
      mayChangeAccount: () => {},
      isApproved,
    })
    if (page.current !== null) return
    // Its first publication, which its owner asked for, is what makes a code lead to its page.
    const author = { ownerId: code.userId, by: code.createdBy, mustVerifyEmail: false }
    await applyChange(tx, context, author, review.pageId, () => ({
      target: pageAddress(context.pageHost, review.pageId),
    }))
  })
}
