import { dynamicIdKey, type ListUserCodes } from '@scanleaf/shared'
import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { scanCounters } from '../scans'
import { dynamicIds, userCodes } from './table'

export type NewUserCode = typeof userCodes.$inferInsert
type StoredUserCode = typeof userCodes.$inferSelect
export type UserCodeRow = StoredUserCode & { scans: number }
export type UserCodeChange = Partial<
  Pick<StoredUserCode, 'codeContent' | 'target' | 'name' | 'googleAnalyticsId' | 'enabled'>
>

const isAlive = isNull(userCodes.deletedAt)
const ownedBy = (userId: string) => and(eq(userCodes.userId, userId), isAlive)

/**
 * Takes an id for a code, in one statement: a new id, or one that this user reserved or used before. False when
 * the id belongs to somebody else or to another code.
 */
export async function claimDynamicId(db: Db, id: string, userId: string, codeId: string): Promise<boolean> {
  const rows = await db
    .insert(dynamicIds)
    .values({ key: dynamicIdKey(id), userId, codeId })
    .onConflictDoUpdate({
      target: dynamicIds.key,
      set: { codeId },
      setWhere: sql`${dynamicIds.userId} = ${userId} and ${dynamicIds.codeId} is null`,
    })
    .returning({ key: dynamicIds.key })
  return rows.length === 1
}

/** Keeps an id for a user without a code. False when the id is known already. */
export async function reserveDynamicId(db: Db, id: string, userId: string): Promise<boolean> {
  const rows = await db
    .insert(dynamicIds)
    .values({ key: dynamicIdKey(id), userId })
    .onConflictDoNothing()
    .returning({ key: dynamicIds.key })
  return rows.length === 1
}

export async function insertUserCode(db: Db, code: NewUserCode): Promise<UserCodeRow> {
  const [row] = await db.insert(userCodes).values(code).returning()
  if (!row) throw new Error('insert returned no row')
  return { ...row, scans: 0 }
}

const withScans = (db: Db) =>
  db
    .select({ code: userCodes, scans: sql<number>`coalesce(${scanCounters.scans}, 0)`.mapWith(Number) })
    .from(userCodes)
    .leftJoin(scanCounters, eq(scanCounters.codeId, userCodes.id))

export async function listUserCodes(
  db: Db,
  userId: string,
  { productId, page, limit }: ListUserCodes,
): Promise<{ rows: UserCodeRow[]; total: number }> {
  const ofList = and(ownedBy(userId), eq(userCodes.productId, productId))
  const found = await withScans(db)
    .where(ofList)
    .orderBy(desc(userCodes.createdAt), desc(userCodes.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [totals] = await db.select({ total: count() }).from(userCodes).where(ofList)
  return { rows: found.map(({ code, scans }) => ({ ...code, scans })), total: totals?.total ?? 0 }
}

export async function findUserCode(db: Db, userId: string, id: string): Promise<UserCodeRow | null> {
  const [found] = await withScans(db).where(and(ownedBy(userId), eq(userCodes.id, id)))
  return found ? { ...found.code, scans: found.scans } : null
}

export async function findByImageKey(db: Db, imageKey: string): Promise<StoredUserCode | null> {
  const [row] = await db
    .select()
    .from(userCodes)
    .where(and(eq(userCodes.imageKey, imageKey), isAlive))
  return row ?? null
}

/** Target of a live dynamic code by its id, or null. */
export async function findTarget(db: Db, dynamicId: string): Promise<string | null> {
  const [row] = await db
    .select({ target: userCodes.target })
    .from(userCodes)
    .where(and(eq(sql`lower(${userCodes.dynamicId})`, dynamicIdKey(dynamicId)), isAlive))
  return row?.target ?? null
}

/** False when the code is not the user's. */
export async function updateUserCode(
  db: Db,
  userId: string,
  id: string,
  change: UserCodeChange,
): Promise<boolean> {
  const rows = await db
    .update(userCodes)
    .set(change)
    .where(and(ownedBy(userId), eq(userCodes.id, id)))
    .returning({ id: userCodes.id })
  return rows.length === 1
}

/** Ids of the user's codes that were deleted now. Their dynamic ids stay with the user, without a code. */
export async function deleteUserCodes(db: Db, userId: string, ids: string[], at: Date): Promise<string[]> {
  const rows = await db
    .update(userCodes)
    .set({ deletedAt: at })
    .where(and(ownedBy(userId), inArray(userCodes.id, ids)))
    .returning({ id: userCodes.id })
  const deleted = rows.map(({ id }) => id)
  if (deleted.length > 0) {
    await db.update(dynamicIds).set({ codeId: null }).where(inArray(dynamicIds.codeId, deleted))
  }
  return deleted
}

/** Serialises the saves that could close a ring of own links, until the transaction ends. */
export async function lockLinkChain(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('user_codes link chain'))`)
}
