import { PAGE_VERSION_DAYS, type Page } from '@scanleaf/shared'
import { and, desc, eq, getTableColumns, gt, isNull, or, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { userCodeTable } from '../user-codes'
import { codePages, codePageVersions } from './table'

export type PageRow = typeof codePages.$inferSelect & { current: VersionRow | null }
export type VersionRow = typeof codePageVersions.$inferSelect

const isCurrent = isNull(codePageVersions.replacedAt)
const isKept = or(
  isCurrent,
  gt(codePageVersions.replacedAt, sql`now() - make_interval(days => ${PAGE_VERSION_DAYS}::int)`),
)

/** The page of an owner's code that is not in the trash; null for none. */
export async function findPage(db: Db, userId: string, id: string): Promise<PageRow | null> {
  const [found] = await db
    .select({ page: codePages, current: codePageVersions })
    .from(codePages)
    .innerJoin(userCodeTable, eq(userCodeTable.id, codePages.id))
    .leftJoin(codePageVersions, and(eq(codePageVersions.pageId, codePages.id), isCurrent))
    .where(and(eq(codePages.id, id), eq(userCodeTable.userId, userId), isNull(userCodeTable.deletedAt)))
  return found ? { ...found.page, current: found.current } : null
}

/** False when the code has a page already. */
export async function insertPage(tx: Db, page: { id: string; draft: Page; now: Date }): Promise<boolean> {
  const { id, draft, now } = page
  const rows = await tx
    .insert(codePages)
    .values({ id, draft, revision: 1, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: codePages.id })
  return rows.length > 0
}

/** False when the draft has another revision by now. */
export async function updateDraft(
  tx: Db,
  { id, draft, revision, now }: { id: string; draft: Page; revision: number; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(codePages)
    .set({ draft, revision: revision + 1, updatedAt: now })
    .where(and(eq(codePages.id, id), eq(codePages.revision, revision)))
    .returning({ id: codePages.id })
  return rows.length > 0
}

/** Prices and what is sold out, which are no change of the words: the revision stays. */
export async function updateDraftItems(tx: Db, id: string, draft: Page): Promise<void> {
  await tx.update(codePages).set({ draft }).where(eq(codePages.id, id))
}

export async function updateCurrentItems(tx: Db, id: string, content: Page): Promise<void> {
  const changes = sql`${codePageVersions.changes} + 1`
  await tx.update(codePageVersions).set({ content, changes }).where(eq(codePageVersions.id, id))
}

/** Puts a version in the place of the one before. */
export async function placeVersion(
  tx: Db,
  {
    pageId,
    content,
    accountSince,
    now,
  }: Pick<VersionRow, 'pageId' | 'content' | 'accountSince'> & { now: Date },
): Promise<void> {
  await tx
    .update(codePageVersions)
    .set({ replacedAt: now })
    .where(and(eq(codePageVersions.pageId, pageId), isCurrent))
  const number = sql<number>`(
    select coalesce(max(before.number), 0) + 1 from code_page_versions before where before.page_id = ${pageId})`
  await tx.insert(codePageVersions).values({ pageId, content, accountSince, number, publishedAt: now })
}

/** Of one response. */
const VERSIONS_AT_ONCE = 100

/** The public version and those of the days before, newest first. */
export function listVersions(db: Db, pageId: string): Promise<VersionRow[]> {
  return db
    .select(getTableColumns(codePageVersions))
    .from(codePageVersions)
    .where(and(eq(codePageVersions.pageId, pageId), isKept))
    .orderBy(desc(codePageVersions.number))
    .limit(VERSIONS_AT_ONCE)
}

/** How many pages an owner has, and whether the first dynamic code of the owner is younger than a day. */
export async function countPages(db: Db, userId: string): Promise<{ pages: number; isNew: boolean }> {
  const [row] = await query<{ pages: number; isNew: boolean }>(
    db,
    sql`select
      (select count(*)::int from code_pages page join user_codes code on code.id = page.id
        where code.user_id = ${userId} and code.purged_at is null) as pages,
      not exists (select from user_codes where user_id = ${userId} and created_at < now() - interval '1 day') as "isNew"`,
  )
  if (!row) throw new Error('a count returned no row')
  return row
}

/** Pages of permanently deleted codes, and versions that can no longer be restored. */
export async function deleteUnreachable(db: Db): Promise<void> {
  await db.execute(sql`delete from code_pages using user_codes code
    where code.id = code_pages.id and code.purged_at is not null`)
  await db.execute(sql`delete from code_page_versions where ${expired}`)
}

const expired = sql`replaced_at <= now() - make_interval(days => ${PAGE_VERSION_DAYS}::int)`

export async function countExpired(db: Db): Promise<number> {
  const [row] = await query<{ versions: number }>(
    db,
    sql`select count(*)::int as versions from code_page_versions where ${expired}`,
  )
  return row?.versions ?? 0
}

/** @param keepPages what visitors see now stays */
export async function deletePagesOf(
  db: Db,
  { userId, keepPages }: { userId: string; keepPages: boolean },
): Promise<void> {
  const ofOwner = sql`select id from user_codes where user_id = ${userId}`
  if (!keepPages) {
    await db.execute(sql`delete from code_pages where id in (${ofOwner})`)
    return
  }
  await db.execute(sql`delete from page_reviews where page_id in (${ofOwner})`)
  await db.execute(
    sql`delete from code_page_versions where page_id in (${ofOwner}) and replaced_at is not null`,
  )
  await db.execute(sql`delete from code_pages where id in (${ofOwner})
    and not exists (select from code_page_versions version where version.page_id = code_pages.id)`)
  await db.execute(sql`update code_pages set draft = version.content, draft_key = gen_random_uuid()
    from code_page_versions version where version.page_id = code_pages.id and code_pages.id in (${ofOwner})`)
}

/** All pages of an owner, oldest first. */
export function listPages(db: Db, userId: string, after: string): Promise<PageRow[]> {
  return db
    .select({ page: codePages, current: codePageVersions })
    .from(codePages)
    .innerJoin(userCodeTable, eq(userCodeTable.id, codePages.id))
    .leftJoin(codePageVersions, and(eq(codePageVersions.pageId, codePages.id), isCurrent))
    .where(and(eq(userCodeTable.userId, userId), isNull(userCodeTable.purgedAt), gt(codePages.id, after)))
    .orderBy(codePages.id)
    .limit(PAGES_AT_ONCE)
    .then((rows) => rows.map(({ page, current }) => ({ ...page, current })))
}
export const PAGES_AT_ONCE = 50

/** As its owner called the code of a page. */
export async function findCodeName(tx: Db, id: string): Promise<string> {
  const [row] = await query<{ name: string }>(tx, sql`select name from user_codes where id = ${id}`)
  return row?.name ?? ''
}
