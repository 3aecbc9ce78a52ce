import { validateWebsite } from '@scanleaf/qr'
import { type FieldErrors, linkedAddresses, type Page, pdfsOf, readPage } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import type { PageAddresses } from '../../platform/http/code-page'
import { findPdfsOfPages } from '../pdf-codes'
import {
  type Addresses,
  isSamePlace,
  ownIdAt,
  refuseDenied,
  type UserCodeContext,
  type UserCodeRow,
} from '../user-codes'
import { pageAddress, visitedAddress } from './present'

export type PagesContext = UserCodeContext & Addresses & PageAddresses

/** @throws AppError ValidationError with what is wrong by place, below `page` */
export function judged(context: PagesContext, input: unknown): Page {
  const { page, fields } = readPage(input)
  if (page === null) throw placed(fields)
  refuseAddresses(context, page)
  return page
}

/** The rules of this installation for addresses, and its deny list. */
export function refuseAddresses({ addressRules, denyList }: PagesContext, page: Page): void {
  const addresses = linkedAddresses(page)
  const wrong = addresses.flatMap(({ place, address }) => {
    const problem = validateWebsite(address, addressRules)
    return problem === null ? [] : [[place, problem] as const]
  })
  if (wrong.length > 0) throw placed(Object.fromEntries(wrong))
  refuseDenied(
    denyList,
    Object.fromEntries(addresses.map(({ place, address }) => [`page.${place}`, address])),
  )
}

/** A link that leads to this page itself, by any of its addresses. */
export async function refuseOwnLinks(
  tx: Db,
  context: PagesContext,
  { id, userId, dynamicId }: Pick<UserCodeRow, 'id' | 'userId' | 'dynamicId'>,
  page: Page,
): Promise<void> {
  const { codeHost, pageHost } = context
  const own = [pageAddress(pageHost, id), visitedAddress(context, userId, id)]
  const loops: string[] = []
  for (const { place, address } of linkedAddresses(page)) {
    const isPage = own.some((each) => isSamePlace(address, each))
    const code = isPage ? null : await ownIdAt(tx, address, codeHost)
    if (isPage || (code !== null && code.toLowerCase() === dynamicId?.toLowerCase())) loops.push(place)
  }
  if (loops.length > 0) throw placed(Object.fromEntries(loops.map((place) => [place, 'url-loop' as const])))
}

/**
 * A PDF code that is not the owner's. One that the page showed before stays, because it may have been deleted or moved since:
 * visitors do not see it.
 */
export async function refuseOtherPdfs(
  tx: Db,
  { userId, page, before }: { userId: string; page: Page; before: Page | null },
): Promise<void> {
  const kept = new Set(before ? pdfsOf(before).map(({ code }) => code) : [])
  const added = pdfsOf(page).filter(({ code }) => !kept.has(code))
  const own = await findPdfsOfPages(tx, { userId, ids: added.map(({ code }) => code) })
  const others = added.filter(({ code }) => !own.some(({ id }) => id === code))
  if (others.length > 0)
    throw placed(Object.fromEntries(others.map(({ place }) => [place, 'invalid-value' as const])))
}

const placed = (fields: FieldErrors): AppError =>
  new AppError(
    'ValidationError',
    Object.fromEntries(Object.entries(fields).map(([place, problem]) => [`page.${place}`, problem])),
  )
