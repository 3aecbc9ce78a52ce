import { type DomainPath, dynamicIdKey } from '@scanleaf/shared'
import { and, count, desc, eq, inArray, isNotNull, isNull, lt, max, type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { givesWay } from './id-rules'
import { type UserCodeRow, wholeCodes } from './repository'
import { domainPaths, ruleTickets, userCodes } from './table'

/** A target that no name server knows (RFC 2606 §2), for codes that lead nowhere: the column must hold one. */
export const NOWHERE = 'https://deleted.invalid/'

/** Codes whose printed links were in use a short time ago: who deletes them for good is asked. */
export const SCANNED_WITHIN_DAYS = 90

type ProductId = 'dynamic-code' | 'static-code'

interface NamedCode extends Record<string, unknown> {
  id: string
  dynamicId: string | null
  name: string
}

const isInTrash = and(isNotNull(userCodes.deletedAt), isNull(userCodes.purgedAt))
const trashOf = (userId: string) => and(eq(userCodes.userId, userId), isInTrash)

/**
 * Moves the user's own among codes to the trash. They keep their dynamic ids and their paths. Answers when, in whole
 * milliseconds, as a client can name it.
 */
export async function moveToTrash(
  tx: Db,
  userId: string,
  ids: readonly string[],
): Promise<(NamedCode & { deletedAt: Date })[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .update(userCodes)
    .set({
      deletedAt: sql`date_trunc('milliseconds', now())`,
      // A trigger takes the code out of the ranks with this statement.
      lastScanAt: sql`(
        select to_timestamp(nullif(last_scan_ms, 0) / 1000.0) from user_code_ranks where code_id = ${userCodes.id}
      )`,
    })
    .where(and(eq(userCodes.userId, userId), isNull(userCodes.deletedAt), inArray(userCodes.id, [...ids])))
    .returning({
      ...{ id: userCodes.id, dynamicId: userCodes.dynamicId, name: userCodes.name },
      deletedAt: userCodes.deletedAt,
    })
  return rows.map(({ deletedAt, ...code }) => ({ ...code, deletedAt: deletedAt as Date }))
}

/** Brings codes of the trash back, each only if it was moved there at its time; without one, whenever it was. */
export function takeFromTrash(
  tx: Db,
  userId: string,
  codes: readonly { id: string; at: string | null }[],
): Promise<(NamedCode & { productId: ProductId })[]> {
  return query(
    tx,
    sql`update user_codes set deleted_at = null, last_scan_at = null
      from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as asked (id uuid, at timestamptz)
      where user_codes.id = asked.id and user_id = ${userId} and deleted_at is not null and purged_at is null
        and (asked.at is null or deleted_at = asked.at)
      returning user_codes.id, dynamic_id as "dynamicId", name, product_id as "productId"`,
  )
}

export type TrashRow = UserCodeRow & { deletedAt: Date; scannedRecently: boolean }

const scannedRecently = sql<boolean>`coalesce(
    ${userCodes.lastScanAt} >= now() - make_interval(days => ${SCANNED_WITHIN_DAYS}::int), false)`

/** A page of somebody's trash, what was moved there last at the top. */
export async function findTrash(
  db: Db,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<TrashRow[]> {
  const rows = await wholeCodes(db, { scannedRecently })
    .where(trashOf(userId))
    .orderBy(desc(userCodes.deletedAt), desc(userCodes.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return rows as TrashRow[]
}

/** How many codes somebody's trash has, and when the newest was moved there. */
export async function measureTrash(db: Db, userId: string): Promise<{ total: number; upTo: Date | null }> {
  const [row] = await db
    .select({ total: count(), upTo: max(userCodes.deletedAt) })
    .from(userCodes)
    .where(trashOf(userId))
  return row ?? { total: 0, upTo: null }
}

/** How many codes of somebody's trash were scanned a short time ago, with the names of the last few. */
export async function findScannedTrash(
  db: Db,
  userId: string,
  most: number,
): Promise<{ count: number; names: string[] }> {
  const rows = await query<{ name: string; count: number }>(
    db,
    sql`select coalesce(nullif(name, ''), dynamic_id) as name, (count(*) over ())::int as count from user_codes
      where user_id = ${userId} and deleted_at is not null and purged_at is null and dynamic_id is not null
        and ${scannedRecently}
      order by deleted_at desc, id desc limit ${most}`,
  )
  return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) }
}

/** Ids of the user's own among codes that are in the trash, locked until the transaction ends. */
export const lockTrashed = (tx: Db, userId: string, ids: readonly string[]): Promise<string[]> =>
  lockedIds(tx, and(trashOf(userId), inArray(userCodes.id, [...ids])), ids.length)

/** The next codes of somebody's trash that were there at a time, in ISO 8601. */
export const lockTrashUpTo = (tx: Db, userId: string, upTo: string, limit: number): Promise<string[]> =>
  lockedIds(tx, and(trashOf(userId), sql`${userCodes.deletedAt} <= ${upTo}::timestamptz`), limit)

const isExpired = (days: number) =>
  and(isInTrash, lt(userCodes.deletedAt, sql`now() - make_interval(days => ${days}::int)`))

export const countExpiredTrash = (db: Db, days: number): Promise<number> =>
  db.$count(userCodes, isExpired(days))

/** The next codes, of any owner, that have been in the trash for that many days by the database's clock. */
export const lockExpiredTrash = (tx: Db, days: number, limit: number): Promise<string[]> =>
  lockedIds(tx, isExpired(days), limit)

async function lockedIds(tx: Db, which: SQL | undefined, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: userCodes.id })
    .from(userCodes)
    .where(which)
    // In one order, so that two such calls cannot wait for each other.
    .orderBy(userCodes.id)
    .limit(limit)
    .for('update')
  return rows.map(({ id }) => id)
}

/**
 * Deletes codes for good. A dynamic one leaves its id, which stays its owner's, and its name beside the scans it had;
 * a static one leaves nothing. Files of its documents go by the cleanup of PDFs.
 */
export async function purgeCodes(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const codes = sql`${sql.param([...ids])}::uuid[]`
  await tx.execute(sql`update dynamic_ids set code_id = null where code_id = any(${codes})`)
  await tx.delete(domainPaths).where(inArray(domainPaths.codeId, [...ids]))
  await tx.execute(sql`delete from user_code_changes where code_id = any(${codes})`)
  await tx.delete(ruleTickets).where(inArray(ruleTickets.codeId, [...ids]))
  await tx.execute(sql`delete from user_codes where id = any(${codes}) and dynamic_id is null`)
  await tx.execute(sql`
    update user_codes set purged_at = now(), deleted_at = coalesce(deleted_at, now()), google_analytics_id = '',
      code_content = '{}', qr_custom_settings = '{}', logo = null, tags = '{}', search_text = '', sort_name = '',
      enabled = false, target = ${NOWHERE}, rules = null, updated_at = now(), last_scan_at = null
    where id = any(${codes}) and dynamic_id is not null`)
}

/**
 * Before another code of an owner takes ids or paths: whoever of the trash has one of them and was never scanned is
 * deleted for good.
 */
export async function purgeGivingWay(
  tx: Db,
  userId: string,
  { ids, paths }: { ids: readonly string[]; paths: readonly DomainPath[] },
): Promise<void> {
  if (ids.length + paths.length === 0) return
  const keys = [...ids.map(dynamicIdKey), ...paths.map(({ path }) => dynamicIdKey(path.slice(1)))]
  const asPaths = ids.map((id) => `/${dynamicIdKey(id)}`)
  const found = sql`
    select code_id from dynamic_ids where user_id = ${userId} and key = any(${sql.param(keys)}::text[])
    union select code_id from domain_paths
      where user_id = ${userId} and lower(path) = any(${sql.param(asPaths)}::text[])
    union select code_id from domain_paths join unnest(
        ${sql.param(paths.map(({ host }) => host))}::text[], ${sql.param(paths.map(({ path }) => path))}::text[]
      ) as asked (host, path) using (host, path) where user_id = ${userId}`
  const rows = await query<{ id: string }>(
    tx,
    sql`select id from user_codes where id in (${found}) and ${givesWay(sql`user_codes.id`)} order by id for update`,
  )
  await purgeCodes(
    tx,
    rows.map(({ id }) => id),
  )
}
