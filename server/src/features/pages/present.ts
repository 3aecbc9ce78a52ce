import { isDeepStrictEqual } from 'node:util'
import type { PageOfCode, PageReview, PageVersion } from '@scanleaf/shared'
import { type PageAddresses, pageHostOf } from '../../platform/http/code-page'
import { type Addresses, presentUserCode, type UserCodeRow } from '../user-codes'
import type { PageRow, VersionRow } from './repository'
import type { ReviewRow } from './review/repository'

/** The target of a code that leads to its page. */
export const pageAddress = (pageHost: string, id: string): string => `${pageHost}/${id}`

/** Where visitors see the page of an account. */
export const visitedAddress = (addresses: PageAddresses, ownerId: string, id: string): string =>
  `${pageHostOf(addresses, ownerId)}/${id}`

/** All of a page that leaves the server, for its owner. */
export function presentPage(
  page: PageRow & Pick<PageOfCode, 'hiddenPdfs'>,
  code: UserCodeRow,
  review: ReviewRow | null,
  addresses: Addresses & PageAddresses,
): PageOfCode {
  const { name, dynamicId, codeRedirect, enabled } = presentUserCode(code, addresses)
  const { id, revision, draft, draftKey, current, hiddenPdfs, updatedAt } = page
  const pageUrl = visitedAddress(addresses, code.userId, id)
  return {
    id,
    code: { name, dynamicId, codeRedirect, enabled },
    pageUrl,
    draftUrl: `${pageUrl}?draft=${draftKey}`,
    isTarget: code.target === pageAddress(addresses.pageHost, id),
    revision,
    draft,
    published: current?.content ?? null,
    publishedAt: current?.publishedAt.toISOString() ?? null,
    review: review?.decision === null || review?.decision === 'refused' ? presentReview(review) : null,
    hasChanges: current === null || !isDeepStrictEqual(draft, current.content),
    hiddenPdfs,
    updatedAt: updatedAt.toISOString(),
  }
}

const presentReview = ({ decision, names, requestedAt }: ReviewRow): PageReview => ({
  decision,
  names,
  requestedAt: requestedAt.toISOString(),
})

export const presentVersion = ({ id, publishedAt, replacedAt, content }: VersionRow): PageVersion => ({
  id,
  publishedAt: publishedAt.toISOString(),
  replacedAt: replacedAt?.toISOString() ?? null,
  page: content,
})
