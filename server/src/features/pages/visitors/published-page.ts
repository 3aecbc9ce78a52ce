import type { Page } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'

/** The public data of the page of a code. */
export interface PublishedPage {
  codeId: string
  dynamicId: string
  isEnabled: boolean
  isTakenDown: boolean
  /** Null before the first publication. */
  version: {
    number: number
    content: Page
    accountSince: Date | null
    publishedAt: Date
    /** Names what visitors see in a tag. */
    tag: string
  } | null
}

type Row = {
  codeId: string
  dynamicId: string
  isEnabled: boolean
  isTakenDown: boolean
  number: number | null
  content: Page | null
  accountSince: string | null
  publishedAt: string | null
  changes: number | null
}

const visible = sql`
  page.id as "codeId", code.dynamic_id as "dynamicId",
  code.enabled and code.deleted_at is null as "isEnabled",
  exists (
    select from code_takedowns held where held.key = lower(code.dynamic_id) and held.lifted_at is null
  ) as "isTakenDown"`

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
  return new Map(rows.map((row) => [row.codeId, publishedOf(row)]))
}

function publishedOf({ number, content, accountSince, publishedAt, changes, ...code }: Row): PublishedPage {
  if (number === null || content === null || publishedAt === null || changes === null)
    return { ...code, version: null }
  return {
    ...code,
    version: {
      number,
      content,
      accountSince: accountSince === null ? null : new Date(accountSince),
      publishedAt: new Date(publishedAt),
      tag: `${number}.${changes}`,
    },
  }
}

/** Names a version that visitors do not see: the draft by its key, what waits for an operator by the id of the request. */
export interface Unpublished {
  what: 'draft' | 'review'
  key: string
}

/** What a page would show, by its secret key. */
export async function findUnpublished(db: Db, id: string, { what, key }: Unpublished): Promise<Page | null> {
  const content =
    what === 'draft'
      ? sql`select page.draft as content from code_pages page where page.draft_key = ${key} and page.id = ${id}`
      : sql`select content from code_pages page join page_reviews review on review.page_id = page.id
          where review.id = ${key} and review.decision is null and page.id = ${id}`
  const [row] = await query<{ content: Page }>(
    db,
    sql`${content} and exists (select from user_codes code where code.id = page.id and code.purged_at is null)`,
  )
  return row?.content ?? null
}
