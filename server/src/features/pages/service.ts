import {
  type ChangeMenuItems,
  type CreatePage,
  type FieldErrors,
  type Language,
  MENU_CURRENCIES,
  MenuPrice,
  ownerTextFor,
  type Page,
} from '@scanleaf/shared'
import type * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { recordAct } from '../../platform/history'
import type { Author } from '../../platform/http/acting'
import { type IdempotentCall, runIdempotent, type StoredResponse } from '../../platform/idempotency'
import { applyChange, insertCode, prepareCode } from '../user-codes'
import { judged, type PagesContext, refuseOtherPdfs, refuseOwnLinks } from './judged-page'
import { withLiveValues, withValuesOf } from './live-items'
import { lockCode, lockPage } from './lock-page'
import { usePictures } from './pictures/pictures'
import { pageAddress } from './present'
import { publishOrHold, shownPages } from './publication'
import {
  countPages,
  findCodeName,
  findPage,
  insertPage,
  listVersions,
  type PageRow,
  updateCurrentItems,
  updateDraft,
  updateDraftItems,
} from './repository'

/** Pages of an owner whose first code is younger than a day. */
const MAX_PAGES_OF_NEW_OWNER = 3

/**
 * A new dynamic code that leads to its own page, which is a draft.
 * @throws AppError ValidationError with the places in the page, and as other new codes
 */
export async function createPage<T>(
  context: PagesContext,
  author: Author,
  repeat: IdempotentCall | null,
  { page: input, ...design }: z.output<typeof CreatePage>,
  present: (tx: Db, id: string) => Promise<T>,
): Promise<StoredResponse<T>> {
  const draft = judged(context, input)
  const id = crypto.randomUUID()
  const code = await prepareCode(
    context,
    author.ownerId,
    {
      ...design,
      contentType: 'Website',
      codeContent: JSON.stringify({ content: pageAddress(context.pageHost, id) }),
      isDynamicCode: true,
      name: ownerTextFor(draft.name, draft.languages[0] as Language, draft.languages)?.text ?? '',
    },
    null,
  )
  return context.database.transaction(async (tx) => {
    const now = context.clock.now()
    const create = async () => {
      const made = await insertCode(tx, context, author, { ...code, id })
      await refuseTooManyPages(tx, author.ownerId)
      await refuseOwnLinks(tx, context, made, draft)
      await refuseOtherPdfs(tx, { userId: author.ownerId, page: draft, before: null })
      await insertPage(tx, { id, draft, now })
      await usePictures(tx, id, { shown: draft, field: 'page.' })
      return { statusCode: 201, body: await present(tx, id) }
    }
    return repeat ? runIdempotent(tx, repeat, now, create) : create()
  })
}

/**
 * Saves the draft, or gives a code its first one; it leads where it led until that is public.
 * @throws AppError NotFound, ValidationError, CodeTakenDown, PageChanged when another draft has been saved since
 */
export async function savePage(
  context: PagesContext,
  author: Author,
  id: string,
  { revision, page }: { revision: number; page: unknown },
): Promise<void> {
  const draft = judged(context, page)
  await context.database.transaction(async (tx) => {
    const code = await lockCode(tx, author.ownerId, id)
    await refuseOwnLinks(tx, context, code, draft)
    const now = context.clock.now()
    const stored = await findPage(tx, author.ownerId, id)
    await refuseOtherPdfs(tx, { userId: author.ownerId, page: draft, before: stored?.draft ?? null })
    if (stored === null && revision === 0) {
      await refuseTooManyPages(tx, author.ownerId)
      await insertPage(tx, { id, draft, now })
    } else if (
      stored === null ||
      !(await updateDraft(tx, { id, draft: withValuesOf(draft, stored.draft), revision, now }))
    )
      throw new AppError('PageChanged')
    await usePictures(tx, id, { shown: draft, others: await shownPages(tx, id, stored), field: 'page.' })
  })
}

/**
 * Shows visitors the draft, unless an operator sees it first. A code that led elsewhere leads to its page once there is one.
 * @throws AppError NotFound, CodeTakenDown, ValidationError for addresses that are denied by now, PageChanged
 */
export async function publishPage(
  context: PagesContext,
  author: Author,
  id: string,
  { revision, mayChangeAccount }: { revision: number; mayChangeAccount: () => void },
): Promise<void> {
  await changeLocked(context, author, id, async (tx, page) => {
    if (page.revision !== revision) throw new AppError('PageChanged')
    const wanted = { content: page.draft, ownerId: author.ownerId, mayChangeAccount }
    const isPublic = await publishOrHold(tx, context, page, wanted)
    if (isPublic || page.current !== null)
      await applyChange(tx, context, author, id, () => ({ target: pageAddress(context.pageHost, id) }))
    await recordPublication(tx, author, id)
  })
}

/** For the history of the workspace; prices and what is sold out change all day, and are not in it. */
async function recordPublication(tx: Db, { ownerId, by, personId }: Author, id: string): Promise<void> {
  if (personId === undefined) return
  const subject = await findCodeName(tx, id)
  await recordAct(tx, { ownerId, by, personId }, { action: 'page-published', subject })
}

/**
 * Shows visitors what they saw before, but for what is sold out now; the draft stays, with the prices that are public.
 * @throws AppError NotFound when it is not of this page, or gone
 */
export async function restoreVersion(
  context: PagesContext,
  author: Author,
  id: string,
  { versionId, mayChangeAccount }: { versionId: string; mayChangeAccount: () => void },
): Promise<void> {
  await changeLocked(context, author, id, async (tx, page) => {
    const version = (await listVersions(tx, id)).find((each) => each.id === versionId)
    if (!version) throw new AppError('NotFound')
    if (version.replacedAt === null) return
    const content = withValuesOf(version.content, page.draft, ['isSoldOut'])
    await publishOrHold(tx, context, page, { content, ownerId: author.ownerId, mayChangeAccount })
    await updateDraftItems(tx, id, withValuesOf(page.draft, content, ['price']))
    await recordPublication(tx, author, id)
  })
}

/**
 * Changes prices and sold-out marks, in the draft and in the published version.
 * @throws AppError NotFound, CodeTakenDown, ValidationError for an item that the page lacks
 */
export async function changeMenuItems(
  context: PagesContext,
  author: Author,
  id: string,
  { items }: ChangeMenuItems,
): Promise<void> {
  await changeLocked(context, author, id, async (tx, page) => {
    const { current, draft } = page
    refuseItems([draft, ...(current ? [current.content] : [])], items)
    const values = new Map(
      items.map(({ id: item, price, isSoldOut }) => [
        item,
        { ...(price !== undefined && { price }), ...(isSoldOut !== undefined && { isSoldOut }) },
      ]),
    )
    await updateDraftItems(tx, id, withLiveValues(draft, values))
    if (current) await updateCurrentItems(tx, current.id, withLiveValues(current.content, values))
  })
}

/** @throws AppError ValidationError for an item that no page has, and for more decimals than its currency has */
function refuseItems(pages: readonly Page[], items: ChangeMenuItems['items']): void {
  const decimals = new Map(
    pages.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.type === 'menu'
          ? block.sections.flatMap((section) =>
              section.items.map((item) => [item.id, MENU_CURRENCIES[block.currency]] as const),
            )
          : [],
      ),
    ),
  )
  const wrong: FieldErrors = {}
  items.forEach(({ id, price }, place) => {
    const most = decimals.get(id)
    if (most === undefined) wrong[`items.${place}.id`] = 'invalid-value'
    else if (typeof price === 'string' && !MenuPrice.safeParse(price).success)
      wrong[`items.${place}.price`] = 'invalid-amount'
    else if ((price?.split('.')[1] ?? '').length > most) wrong[`items.${place}.price`] = 'amount-not-whole'
  })
  if (Object.keys(wrong).length > 0) throw new AppError('ValidationError', wrong)
}

async function changeLocked(
  { database }: PagesContext,
  author: Author,
  id: string,
  change: (tx: Db, page: PageRow) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    await change(tx, await lockPage(tx, author.ownerId, id))
  })
}

/** Free pages are what phishers want: a new owner has few. @throws AppError TooManyPages */
async function refuseTooManyPages(tx: Db, ownerId: string): Promise<void> {
  const { pages, isNew } = await countPages(tx, ownerId)
  if (isNew && pages >= MAX_PAGES_OF_NEW_OWNER) throw new AppError('TooManyPages')
}
