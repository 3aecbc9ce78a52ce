import { isDeepStrictEqual } from 'node:util'
import type { PageOfCode, PageReview, PageVersion } from '@scanleaf/shared'
import { type Addresses, presentUserCode, type UserCodeRow } from '../user-codes'
import type { PageRow, VersionRow } from './repository'
import type { ReviewRow } from './review/repository'

/** Where the page of a code is, on the host of the pages. */
export const pageAddress = (pageHost: string, id: string): string => `${pageHost}/${id}`

/** All of a page that leaves the server, for its owner. */
export function presentPage(
  page: PageRow & Pick<PageOfCode, 'hiddenPdfs'>,
  code: UserCodeRow,
  review: ReviewRow | null,
  addresses: Addresses & { pageHost: string },
): PageOfCode {
  const { name, dynamicId, codeRedirect, enabled } = presentUserCode(code, addresses)
  const { id, revision, draft, draftKey, current, hiddenPdfs, updatedAt } = page
  const pageUrl = pageAddress(addresses.pageHost, id)
  return {
    id,
    code: { name, dynamicId, codeRedirect, enabled },
    pageUrl,
    draftUrl: `${pageUrl}?draft=${draftKey}`,
    isTarget: code.target === pageUrl,
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
