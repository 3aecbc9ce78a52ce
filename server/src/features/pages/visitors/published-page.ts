import { type Page, pdfsOf } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { findPdfsOfPages } from '../../pdf-codes'

/** A PDF that a page shows: its code, the end of its address, its title, its bytes. */
export interface PublishedPdf {
  code: string
  name: string
  title: string
  size: number
}

/** The public data of the page of a code. */
export interface PublishedPage {
  codeId: string
  ownerId: string
  dynamicId: string
  isEnabled: boolean
  isTakenDown: boolean
  /** Visitors are warned of its code. */
  isReported: boolean
  /** Null before the first publication. */
  version: {
    number: number
    content: Page
    /** Those that visitors can open. */
    pdfs: PublishedPdf[]
    accountSince: Date | null
    publishedAt: Date
    /** Names what visitors see in a tag. */
    tag: string
  } | null
}

type Row = {
  codeId: string
  ownerId: string
  dynamicId: string
  isEnabled: boolean
  isTakenDown: boolean
  isReported: boolean
  number: number | null
  content: Page | null
  accountSince: string | null
  publishedAt: string | null
  changes: number | null
}

const visible = sql`
  page.id as "codeId", code.user_id as "ownerId", code.dynamic_id as "dynamicId",
  code.enabled and code.deleted_at is null as "isEnabled",
  exists (
    select from code_takedowns held where held.key = lower(code.dynamic_id) and held.lifted_at is null
  ) as "isTakenDown",
  exists (
    select from reported_codes reported where reported.code_id = page.id and reported.warned_at is not null
  ) as "isReported"`

/** The pages of these codes, by id; those that are not there are missing. */
export async function findPublished(db: Db, ids: readonly string[]): Promise<Map<string, PublishedPage>> {
  const rows = await query<Row>(
    db,
    sql`select ${visible}, version.number, version.content, version.account_since as "accountSince",
        version.published_at as "publishedAt", version.changes
      from code_pages page
      join user_codes code on code.id = page.id and code.purged_at is null
      left join code_page_versions version on version.page_id = page.id and version.replaced_at is null
      where page.id = any(${sql.param([...ids])}::uuid[])`,
  )
  const pages = await Promise.all(
    rows.map(async (row) =>
      publishedOf(row, row.content ? await pdfsShownBy(db, row.ownerId, row.content) : []),
    ),
  )
  return new Map(pages.map((page) => [page.codeId, page]))
}

/** The PDFs of a page that are its owner's and can be opened; the others are hidden. */
async function pdfsShownBy(db: Db, userId: string, page: Page): Promise<PublishedPdf[]> {
  const ids = pdfsOf(page).map(({ code }) => code)
  const found = await findPdfsOfPages(db, { userId, ids })
  return found.flatMap(({ id, name, title, size, isOpen }) =>
    isOpen ? [{ code: id, name, title, size }] : [],
  )
}

function publishedOf(row: Row, pdfs: PublishedPdf[]): PublishedPage {
  const { codeId, ownerId, dynamicId, isEnabled, isTakenDown, isReported } = row
  const { number, content, accountSince, publishedAt, changes } = row
  const code = { codeId, ownerId, dynamicId, isEnabled, isTakenDown, isReported }
  if (number === null || content === null || publishedAt === null || changes === null)
    return { ...code, version: null }
  return {
    ...code,
    version: {
      number,
      content,
      pdfs,
      accountSince: accountSince === null ? null : new Date(accountSince),
      publishedAt: new Date(publishedAt),
      tag: [number, changes, ...pdfs.map((pdf) => JSON.stringify(pdf))].join('.'),
    },
  }
}

/** Names a version that visitors do not see: the draft by its key, what waits for an operator by the id of the request. */
export interface Unpublished {
  what: 'draft' | 'review'
  key: string
}

/** What a page would show, by its secret key. */
export async function findUnpublished(
  db: Db,
  id: string,
  { what, key }: Unpublished,
): Promise<{ content: Page; pdfs: PublishedPdf[] } | null> {
  const content =
    what === 'draft'
      ? sql`select page.draft as content, code.user_id as "ownerId" from code_pages page
          join user_codes code on code.id = page.id and code.purged_at is null where page.draft_key = ${key} and page.id = ${id}`
      : sql`select content, code.user_id as "ownerId" from code_pages page
          join user_codes code on code.id = page.id and code.purged_at is null
          join page_reviews review on review.page_id = page.id where review.id = ${key} and review.decision is null and page.id = ${id}`
  const [row] = await query<{ content: Page; ownerId: string }>(db, content)
  return row ? { content: row.content, pdfs: await pdfsShownBy(db, row.ownerId, row.content) } : null
}
