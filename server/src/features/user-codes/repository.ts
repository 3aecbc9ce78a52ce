import { type DomainPath, dynamicIdKey } from '@scanleaf/shared'
import { and, desc, eq, getTableColumns, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Db, query } from '../../platform/db/database'
import { preparedStatement } from '../../platform/db/prepared-statement'
import { scanCounters } from '../scans'
import { codeTakedowns, userCodes } from './table'

export type NewUserCode = typeof userCodes.$inferInsert
type StoredUserCode = typeof userCodes.$inferSelect
export type UserCodeRow = StoredUserCode & {
  scans: number
  /** The owner's own domain, which the link then has in place of the code host. */
  linkHost: string | null
  /** Addresses of the code's paths, in the order in which they were opened. */
  paths: string[]
  /** The takedown of its dynamic id by an operator; null for none. */
  takedown: HeldTakedown | null
  /** By visitors, as far as no operator has decided on it; null for neither a report nor a warning. */
  reported: { open: number; isWarned: boolean } | null
}
export type HeldTakedown = Pick<typeof codeTakedowns.$inferSelect, 'reason' | 'at'>
export type UserCodeEdit = Partial<
  Pick<
    StoredUserCode,
    | 'codeContent'
    | 'target'
    | 'name'
    | 'nameFollowsTitle'
    | 'googleAnalyticsId'
    | 'enabled'
    | 'tags'
    | 'qrCustomSettings'
    | 'logo'
    | 'rules'
    | 'searchText'
    | 'sortName'
    | 'updatedAt'
  >
>

const isAlive = isNull(userCodes.deletedAt)
const ownedBy = (userId: string) => and(eq(userCodes.userId, userId), isAlive)

/** An id of another form belongs to no code, and the database would refuse it. */
export const wellFormed = (ids: readonly string[]): string[] =>
  ids.filter((id) => z.uuid().safeParse(id).success)

/** The verified domain that somebody uses for links; at most one. */
export async function findLinkHost(db: Db, userId: string): Promise<string | null> {
  const [row] = await query<{ host: string }>(
    db,
    sql`select host from redirect_domains where user_id = ${userId}`,
  )
  return row?.host ?? null
}

/** In which workspace a code is; null for none. */
export async function findCodeOwner(db: Db, id: string): Promise<string | null> {
  const [row] = await db
    .select({ ownerId: userCodes.userId })
    .from(userCodes)
    .where(and(eq(userCodes.id, id), isAlive))
  return row?.ownerId ?? null
}

/** Whose codes a host serves, and whether it has paths; null for a host that is nobody's. */
export async function findCustomDomain(
  db: Db,
  host: string,
): Promise<{ userId: string; hasPaths: boolean } | null> {
  const [row] = await query<{ userId: string; hasPaths: boolean }>(
    db,
    sql`select user_id as "userId", has_paths as "hasPaths" from redirect_domains where host = ${host}`,
  )
  return row ?? null
}

const wholeCode = {
  ...getTableColumns(userCodes),
  scans: sql<number>`coalesce(${scanCounters.scans}, 0)`.mapWith(Number),
  linkHost: sql<
    string | null
  >`(select host from redirect_domains where redirect_domains.user_id = ${userCodes.userId})`,
  paths: sql<string[]>`(
    select coalesce(jsonb_agg('https://' || host || path order by created_at, host, path collate "C"), '[]')
    from domain_paths printed
    where printed.code_id = ${userCodes.id} and printed.user_id = ${userCodes.userId}
  )`,
  takedown: { reason: codeTakedowns.reason, at: codeTakedowns.at },
  reported: sql<UserCodeRow['reported']>`(
    select jsonb_build_object('open', open, 'isWarned', warned_at is not null) from reported_codes
    where reported_codes.code_id = ${userCodes.id} and (open > 0 or warned_at is not null)
  )`,
}

/** @param more columns beside those of a code */
export const wholeCodes = <More extends Record<string, SQL>>(db: Db, more?: More) =>
  db
    .select({ ...wholeCode, ...more })
    .from(userCodes)
    .leftJoin(scanCounters, eq(scanCounters.codeId, userCodes.id))
    .leftJoin(
      codeTakedowns,
      and(eq(codeTakedowns.key, sql`lower(${userCodes.dynamicId})`), isNull(codeTakedowns.liftedAt)),
    )

const codesByIds = preparedStatement<{ userId: string; ids: string[] }, UserCodeRow>(
  'user_codes_by_ids',
  (db) =>
    wholeCodes(db).where(
      and(
        eq(userCodes.userId, sql.placeholder('userId')),
        isAlive,
        sql`${userCodes.id} = any(${sql.placeholder('ids')}::uuid[])`,
      ),
    ),
)

/** The user's own among the codes of these ids, in the order of the ids. */
export async function findUserCodes(db: Db, userId: string, ids: readonly string[]): Promise<UserCodeRow[]> {
  if (ids.length === 0) return []
  const found = await codesByIds(db, { userId, ids: [...ids] })
  const byId = new Map(found.map((code) => [code.id, code]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findUserCode(db: Db, userId: string, id: string): Promise<UserCodeRow | null> {
  const [code] = await wholeCodes(db).where(and(ownedBy(userId), eq(userCodes.id, id)))
  return code ?? null
}

export async function findByImageKey(db: Db, imageKey: string): Promise<UserCodeRow | null> {
  const [code] = await wholeCodes(db).where(and(eq(userCodes.imageKey, imageKey), isNull(userCodes.purgedAt)))
  return code ?? null
}

/** Some of an owner's codes in the order in which they were made, behind a place. */
export async function findCodesAfter(
  db: Db,
  { userId, productId, ordinal }: Pick<StoredUserCode, 'userId' | 'productId' | 'ordinal'>,
  limit: number,
): Promise<UserCodeRow[]> {
  return wholeCodes(db)
    .where(and(ownedBy(userId), eq(userCodes.productId, productId), gt(userCodes.ordinal, ordinal)))
    .orderBy(userCodes.ordinal)
    .limit(limit)
}

/** Some of an owner's codes, the newest first, from a place on when one is given. */
export async function findNewestCodes(
  db: Db,
  { userId, productId, before }: Pick<StoredUserCode, 'userId' | 'productId'> & { before?: number },
  limit: number,
): Promise<UserCodeRow[]> {
  const isBefore = before === undefined ? undefined : lt(userCodes.ordinal, before)
  return wholeCodes(db)
    .where(and(ownedBy(userId), eq(userCodes.productId, productId), isBefore))
    .orderBy(desc(userCodes.ordinal))
    .limit(limit)
}

/** Target of a dynamic code by its id, or null; of one in the trash, too, since it may come back. */
export async function findTarget(db: Db, dynamicId: string): Promise<string | null> {
  const [row] = await db
    .select({ target: userCodes.target })
    .from(userCodes)
    .where(and(eq(sql`lower(${userCodes.dynamicId})`, dynamicIdKey(dynamicId)), isNull(userCodes.purgedAt)))
  return row?.target ?? null
}

/** The id, in lower case, of the code that a path of an owner's domain leads to, or the only one like it in case. */
export async function findPathId(db: Db, userId: string, { host, path }: DomainPath): Promise<string | null> {
  const [row] = await query<{ id: string | null }>(
    db,
    sql`select coalesce(
        min(target_key) filter (where path = ${path}),
        case when count(distinct target_key) = 1 then min(target_key) end
      ) as id from redirect_paths
      where user_id = ${userId} and host = ${host} and lower(path) = lower(${path})`,
  )
  return row?.id ?? null
}

/** As `findUserCode`; nobody else changes the code until the transaction ends. */
export async function lockUserCode(tx: Db, userId: string, id: string): Promise<UserCodeRow | null> {
  return (await lockUserCodes(tx, userId, [id]))[0] ?? null
}

/** As `lockUserCode`, for several: those that are there, in the order of the ids asked for. */
export async function lockUserCodes(tx: Db, userId: string, ids: readonly string[]): Promise<UserCodeRow[]> {
  if (ids.length === 0) return []
  const found = await wholeCodes(tx)
    .where(and(ownedBy(userId), inArray(userCodes.id, [...ids])))
    // In one order, so that two such calls cannot wait for each other.
    .orderBy(userCodes.id)
    .for('update', { of: userCodes })
  const byId = new Map(found.map((code) => [code.id, code]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** As `lockUserCode`, by the dynamic id. */
export async function lockByDynamicId(
  tx: Db,
  userId: string,
  dynamicId: string,
): Promise<UserCodeRow | null> {
  const isIt = eq(sql`lower(${userCodes.dynamicId})`, dynamicIdKey(dynamicId))
  const [code] = await wholeCodes(tx)
    .where(and(ownedBy(userId), isIt, isNull(userCodes.purgedAt)))
    .for('update', { of: userCodes })
  return code ?? null
}

/** Whether a code leads to the page of a document that was uploaded for it. */
export async function hasDocument(db: Db, id: string): Promise<boolean> {
  return (await query(db, sql`select 1 from pdf_codes where id = ${id}`)).length > 0
}

/** Serialises the saves that could close a ring of own links, until the transaction ends. */
export async function lockLinkChain(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('user_codes link chain'))`)
}
