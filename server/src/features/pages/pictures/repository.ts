import { PAGE_VERSION_DAYS } from '@scanleaf/shared'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { pagePictures } from './table'

export type PictureRow = typeof pagePictures.$inferSelect
/** A picture that is gone from the database, and whose files have to go. */
export type GonePicture = Pick<PictureRow, 'id' | 'userId'> & { bytes: number }

export async function insertPicture(tx: Db, picture: Omit<PictureRow, 'unusedSince'>): Promise<void> {
  await tx.insert(pagePictures).values({ ...picture, unusedSince: picture.createdAt })
}

/** Records which pictures of a page are shown. @returns those of `ids` that the page has */
export async function recordUse(tx: Db, pageId: string, ids: readonly string[]): Promise<Set<string>> {
  const isShown = sql`id = any(${sql.param([...ids])}::text[])`
  await tx.execute(sql`update page_pictures
    set unused_since = case when ${isShown} then null else now() end
    where page_id = ${pageId} and (unused_since is null) <> (${isShown})`)
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: pagePictures.id })
    .from(pagePictures)
    .where(and(eq(pagePictures.pageId, pageId), inArray(pagePictures.id, [...ids])))
  return new Set(rows.map(({ id }) => id))
}

/** A day longer than an earlier version can be shown again. */
const isExpired = sql`unused_since <= now() - make_interval(days => ${PAGE_VERSION_DAYS + 1}::int)`
const gone = sql`id, user_id as "userId", small_size + large_size as bytes`

export async function countExpiredPictures(db: Db): Promise<number> {
  const [row] = await query<{ pictures: number }>(
    db,
    sql`select count(*)::int as pictures from page_pictures where ${isExpired}`,
  )
  return row?.pictures ?? 0
}

/** Some that nobody can see any more, nor bring back. */
export const deleteUnreachablePictures = (tx: Db, limit: number): Promise<GonePicture[]> =>
  query<GonePicture>(
    tx,
    sql`delete from page_pictures where id in (
        select id from page_pictures picture
        where ${isExpired} or not exists (select from code_pages page where page.id = picture.page_id)
        limit ${limit} for update skip locked
      ) returning ${gone}`,
  )

/** Some of a user that no public page shows. */
export const deletePicturesOf = (tx: Db, userId: string, limit: number): Promise<GonePicture[]> =>
  query<GonePicture>(
    tx,
    sql`delete from page_pictures where id in (
        select id from page_pictures picture where user_id = ${userId} and not exists (
          select from code_page_versions version
          where version.page_id = picture.page_id and position(picture.id in version.content::text) > 0)
        limit ${limit}
      ) returning ${gone}`,
  )

export const PICTURES_AT_ONCE = 200

/** Those of a user, by their ids. */
export const listPicturesOf = (db: Db, userId: string, after: string): Promise<PictureRow[]> =>
  db
    .select()
    .from(pagePictures)
    .where(and(eq(pagePictures.userId, userId), gt(pagePictures.id, after)))
    .orderBy(pagePictures.id)
    .limit(PICTURES_AT_ONCE)

/** Which of these ids have a row. */
export async function knownPictures(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: pagePictures.id })
    .from(pagePictures)
    .where(inArray(pagePictures.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}
