import { API_KEY_ENDS_SOON_DAYS, type ApiScope, type Feed, type UpdateApiKey } from '@scanleaf/shared'
import { and, asc, count, eq, gt, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { authorEraser } from '../../platform/db/author-eraser'
import { type Db, query } from '../../platform/db/database'
import { preparedStatement } from '../../platform/db/prepared-statement'
import type { ActingMember } from '../../platform/http/acting'
import { isBarred } from '../account'
import { apiKeys } from './table'

export type ApiKeyRow = typeof apiKeys.$inferSelect

export interface NewKey {
  userId: string
  name: string
  start: string
  hash: string
  scopes: ApiScope[]
  createdBy: string
  expiresInDays: number | null
  personId: string
  /** Of a feed link. */
  feed?: Feed
}

/** Those of a workspace, the oldest first. */
export const listKeys = (db: Db, userId: string): Promise<ApiKeyRow[]> =>
  db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))

/** How many a workspace has; nobody else makes one there until the transaction ends. */
export async function lockAndCountKeys(tx: Db, userId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`api keys of ${userId}`}, 0))`)
  const [row] = await tx.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.userId, userId))
  return row?.keys ?? 0
}

/** Whether a member still has the role with which their call began; it stays so until the transaction ends. */
export async function lockRole(
  tx: Db,
  { ownerId, personId, role }: Pick<ActingMember, 'ownerId' | 'personId' | 'role'>,
): Promise<boolean> {
  if (ownerId === personId) return true
  const held = await query(
    tx,
    sql`select 1 from workspace_members
      where workspace_id = ${ownerId} and user_id = ${personId} and role = ${role} and left_at is null for share`,
  )
  return held.length > 0
}

export async function insertKey(tx: Db, { expiresInDays, ...key }: NewKey): Promise<ApiKeyRow> {
  const expiresAt = expiresInDays === null ? null : sql`now() + make_interval(days => ${expiresInDays})`
  const [row] = await tx
    .insert(apiKeys)
    .values({ ...key, expiresAt })
    .returning()
  return row as ApiKeyRow
}

/** One of a workspace, which nobody else changes until the transaction ends. */
export async function lockKey(tx: Db, userId: string, id: string): Promise<ApiKeyRow | null> {
  const [row] = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
    .for('update')
  return row ?? null
}

export async function updateKey(
  tx: Db,
  id: string,
  change: Pick<UpdateApiKey, 'name' | 'scopes'>,
): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ id, ...change })
    .where(eq(apiKeys.id, id))
}

/** Keys and feed links that end soon, in the order of their ids; programs that somebody connected renew by themselves. */
export const listEndingKeys = (db: Db, after: string, limit: number): Promise<ApiKeyRow[]> =>
  db
    .select()
    .from(apiKeys)
    .where(
      and(
        gt(apiKeys.id, after),
        eq(apiKeys.clientId, ''),
        gt(apiKeys.expiresAt, sql`now()`),
        lte(apiKeys.expiresAt, sql`now() + make_interval(days => ${API_KEY_ENDS_SOON_DAYS})`),
      ),
    )
    .orderBy(asc(apiKeys.id))
    .limit(limit)

/** The name that it had; null when the workspace has no such key. */
export async function deleteKey(tx: Db, userId: string, id: string): Promise<string | null> {
  const [deleted] = await tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
    .returning({ name: apiKeys.name })
  return deleted?.name ?? null
}

/** Gives a feed link another secret; the old one opens nothing any more. Null when the workspace has no such link. */
export async function replaceFeedSecret(
  db: Db,
  { userId, id, ...secret }: Pick<NewKey, 'userId' | 'hash' | 'start'> & { id: string },
): Promise<ApiKeyRow | null> {
  const [row] = await db
    .update(apiKeys)
    .set({ ...secret, lastUsedAt: null, lastUsedCountry: '', windowAt: null, windowCount: 0 })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId), isNotNull(apiKeys.feed)))
    .returning()
  return row ?? null
}

/** Not ended, and of nobody who is suspended. */
const holds = and(
  or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
  not(isBarred(apiKeys.userId)),
)
const calls = sql`${sql.placeholder('calls')}::integer`

/** A key as a call finds it; `used` of the running window, with this call where it was counted. */
export type UsedKey = Pick<ApiKeyRow, 'id' | 'name' | 'scopes'> & {
  ownerId: string
  used: number
  resetSeconds: number
}
export type Use = { hash: string; country: string; calls: number; limit: number }

/** The statements of one way in which a call names its key, whose limit is that of a window. */
function statements(name: string, isNamed: SQL, window: SQL = sql`interval '1 minute'`) {
  /** A clock that was wrong and was put back locks nobody out. */
  const isRunning = sql`coalesce(${apiKeys.windowAt} > now() - ${window} and ${apiKeys.windowAt} < now() + ${window}, false)`
  const newCount = sql`(case when ${isRunning} then ${apiKeys.windowCount} else 0 end) + ${calls}`
  const columns = {
    id: apiKeys.id,
    ownerId: apiKeys.userId,
    name: apiKeys.name,
    scopes: apiKeys.scopes,
    used: apiKeys.windowCount,
    resetSeconds: sql<number>`greatest(1, ceil(extract(epoch from ${apiKeys.windowAt} + ${window} - now())))::integer`,
  }
  return {
    use: preparedStatement<Use, UsedKey>(`use_${name}`, (db) =>
      db
        .update(apiKeys)
        .set({
          lastUsedAt: sql`now()`,
          lastUsedCountry: sql`${sql.placeholder('country')}`,
          windowAt: sql`case when ${isRunning} then ${apiKeys.windowAt} else now() end`,
          windowCount: newCount,
        })
        .where(and(isNamed, holds, sql`${newCount} <= ${sql.placeholder('limit')}::integer`))
        .returning(columns),
    ),
    find: preparedStatement<{ hash: string }, UsedKey>(`held_${name}`, (db) =>
      db.select(columns).from(apiKeys).where(and(isNamed, holds)),
    ),
  }
}

const isHashed = sql`${apiKeys.hash} = ${sql.placeholder('hash')}`
/** By the key itself. */
export const BY_KEY = statements('api_key', sql`${isHashed} and ${apiKeys.feed} is null`)
/** By the secret of a feed link that reads this. */
export const BY_FEED: Readonly<Record<Feed, By>> = {
  codes: statements('codes_feed', sql`${isHashed} and ${apiKeys.feed} = 'codes'`, sql`interval '1 hour'`),
  scans: statements('scans_feed', sql`${isHashed} and ${apiKeys.feed} = 'scans'`, sql`interval '1 hour'`),
}
/** By the access token of a connected program. */
export const BY_TOKEN = statements(
  'grant',
  sql`${apiKeys.id} = (select key_id from grant_tokens
    where token_hash = ${sql.placeholder('hash')} and kind = 'access' and expires_at > now())`,
)
export type By = ReturnType<typeof statements>

/**
 * Finds a key and counts a call, in one statement, so that neither revocation nor limit need anything beside the row.
 * Null for a key that does not hold, or whose window is used up.
 */
export async function useKey(db: Db, by: By, use: Use): Promise<UsedKey | null> {
  const [row] = await by.use(db, use)
  return row ?? null
}

/** A key that holds, without counting. */
export async function findKey(db: Db, by: By, hash: string): Promise<UsedKey | null> {
  const [row] = await by.find(db, { hash })
  return row ?? null
}

/** Puts the id of somebody whose account is erased where their address says who made a key. */
export const eraseKeyAuthor = authorEraser(apiKeys.userId, apiKeys.createdBy)
