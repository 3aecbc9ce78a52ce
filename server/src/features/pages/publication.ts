import type { Page } from '@scanleaf/shared'
import type { Db } from '../../platform/db/database'
import { queueMail } from '../../platform/mail'
import { type PagesContext, refuseAddresses } from './judged-page'
import { usePictures } from './pictures/pictures'
import { type PageRow, placeVersion } from './repository'
import { isHeld } from './review/hold'
import { findReview } from './review/repository'

export interface Publication {
  content: Page
  ownerId: string
  /** @throws AppError when the caller may not change the payee account */
  mayChangeAccount: () => void
  /** An operator has seen it. */
  isApproved?: boolean
}

/** What visitors see of a page, and what waits to be seen. */
export async function shownPages(
  db: Db,
  pageId: string,
  page: Pick<PageRow, 'current'> | null,
): Promise<Page[]> {
  const review = await findReview(db, pageId)
  return [
    ...(page?.current ? [page.current.content] : []),
    ...(review?.decision === null ? [review.content] : []),
  ]
}

/**
 * Makes a page public, or holds it for an operator. An account to be paid to that was not public before needs a fresh
 * confirmation on a page that visitors know, also after a publication without any, and those who answer for its codes learn
 * of it by mail.
 * @returns whether visitors see it
 */
export async function publishOrHold(
  tx: Db,
  context: PagesContext,
  page: PageRow,
  { content, ownerId, mayChangeAccount, isApproved = false }: Publication,
): Promise<boolean> {
  refuseAddresses(context, content)
  const now = context.clock.now()
  const before = page.current && accountOf(page.current.content)
  const account = accountOf(content)
  const isChanged = page.current !== null && account !== null && account !== before
  if (isChanged) mayChangeAccount()
  const waits = !isApproved && (await isHeld(tx, { pageId: page.id, content, now }))
  const since = account === null ? null : account === before ? (page.current?.accountSince ?? now) : now
  if (!waits) await placeVersion(tx, { pageId: page.id, content, accountSince: since, now })
  const others = [page.draft, ...(waits && page.current ? [page.current.content] : [])]
  await usePictures(tx, page.id, { shown: content, others, field: 'page.' })
  if (waits || !isChanged) return !waits
  await queueMail(tx, {
    kind: 'page-account-changed',
    dedupeKey: `page-account-changed:${crypto.randomUUID()}`,
    userId: ownerId,
    address: null,
    language: null,
    values: { codeId: page.id, account: account.split('\n').map(endOf).join(', ') },
  })
  return true
}

/** As much of an account number as its owner knows it by. */
const endOf = (account: string): string => `…${account.slice(-4)}`

/** The account that a page asks to be paid to; null without one. */
function accountOf({ blocks }: Page): string | null {
  const accounts = blocks.flatMap((block) =>
    block.type === 'pay' ? [`${block.content.bank} ${block.content.number}`] : [],
  )
  return accounts.length === 0 ? null : accounts.join('\n')
}
