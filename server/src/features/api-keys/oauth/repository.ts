import { and, count, eq, gt, inArray, isNull, lt, lte, ne, not, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { apiKeys } from '../table'
import type { Authorization, ClientMetadata } from './authorization'
import { grantTokens, oauthClients, oauthCodes } from './table'

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`
const isOld = sql`now() - interval '1 day'`

export async function insertCode(
  tx: Db,
  code: { codeHash: string; userId: string; personId: string; authorization: Authorization },
  seconds: number,
): Promise<void> {
  await lockPerson(tx, code)
  await tx.delete(oauthCodes).where(lt(oauthCodes.expiresAt, isOld))
  await tx.insert(oauthCodes).values({ ...code, expiresAt: inSeconds(seconds) })
}

/** Nothing by which a person would lose what they allow is under way until the transaction ends. */
async function lockPerson(tx: Db, { userId, personId }: Pick<CodeRow, 'userId' | 'personId'>): Promise<void> {
  await tx.execute(sql`select from users where id = case
    when ${personId} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${personId}::uuid end for share`)
  await tx.execute(sql`select from workspace_members
    where workspace_id = ${userId} and user_id = ${personId} for share`)
}

type CodeRow = typeof oauthCodes.$inferSelect & { holds: boolean }

/** What was allowed in a workspace and not fetched yet. */
export async function deleteCodesOf(db: Db, userId: string): Promise<void> {
  await db.delete(oauthCodes).where(eq(oauthCodes.userId, userId))
}

/** A code, which nobody else exchanges until the transaction ends. */
export async function lockCode(tx: Db, codeHash: string): Promise<CodeRow | null> {
  const [row] = await tx.select().from(oauthCodes).where(eq(oauthCodes.codeHash, codeHash)).for('update')
  if (!row) return null
  const [held] = await tx
    .select({ one: sql`1` })
    .from(oauthCodes)
    .where(and(eq(oauthCodes.codeHash, codeHash), gt(oauthCodes.expiresAt, sql`now()`)))
  return { ...row, holds: held !== undefined }
}

export async function useCode(tx: Db, codeHash: string, keyId: string): Promise<void> {
  await tx.update(oauthCodes).set({ keyId }).where(eq(oauthCodes.codeHash, codeHash))
}

/** A connected program, in the place of those that ended. */
export async function insertGrant(
  tx: Db,
  { userId, personId, authorization }: Pick<CodeRow, 'userId' | 'personId' | 'authorization'>,
  seconds: number,
): Promise<{ id: string }> {
  const { clientId, name, host, scopes, createdBy } = authorization
  const hasEnded = and(ne(apiKeys.clientId, ''), lte(apiKeys.expiresAt, sql`now()`))
  await tx.delete(apiKeys).where(and(eq(apiKeys.userId, userId), hasEnded))
  const [row] = await tx
    .insert(apiKeys)
    .values({
      ...{ userId, personId, clientId, name, createdBy, start: '', clientHost: host },
      scopes,
      expiresAt: inSeconds(seconds),
    })
    .returning({ id: apiKeys.id })
  return row as { id: string }
}

export const findGrantScopes = async (tx: Db, keyId: string): Promise<string[]> =>
  (await tx.select({ scopes: apiKeys.scopes }).from(apiKeys).where(eq(apiKeys.id, keyId)))[0]?.scopes ?? []

/** Puts off the end of a grant that is in use. */
export async function prolongGrant(tx: Db, keyId: string, seconds: number): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ expiresAt: inSeconds(seconds) })
    .where(eq(apiKeys.id, keyId))
}

export async function deleteGrant(tx: Db, keyId: string): Promise<void> {
  await tx.delete(apiKeys).where(and(eq(apiKeys.id, keyId), ne(apiKeys.clientId, '')))
}

export async function insertToken(
  tx: Db,
  token: { tokenHash: string; keyId: string; kind: 'access' | 'refresh' },
  seconds: number,
): Promise<void> {
  await tx.insert(grantTokens).values({ ...token, expiresAt: inSeconds(seconds) })
}

/** How many access tokens of a grant hold. Those that ended go, but for those by whose second use a theft is noticed. */
export async function countAccessTokens(tx: Db, keyId: string): Promise<number> {
  const isOfGrant = eq(grantTokens.keyId, keyId)
  await tx.delete(grantTokens).where(and(isOfGrant, lte(grantTokens.expiresAt, sql`now()`)))
  const isAccess = and(isOfGrant, eq(grantTokens.kind, 'access'))
  const [row] = await tx.select({ tokens: count() }).from(grantTokens).where(isAccess)
  return row?.tokens ?? 0
}

interface HeldToken {
  keyId: string
  kind: 'access' | 'refresh'
  clientId: string
  holds: boolean
  /** Seconds since it was exchanged; null for one that was not. */
  replacedFor: number | null
}

/** A token of a grant that nobody else exchanges until the transaction ends. */
export async function lockToken(tx: Db, tokenHash: string): Promise<HeldToken | null> {
  const [found] = await tx
    .select({ keyId: grantTokens.keyId })
    .from(grantTokens)
    .where(eq(grantTokens.tokenHash, tokenHash))
  if (!found) return null
  await tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, found.keyId)).for('update')
  const [row] = await tx
    .select({
      keyId: grantTokens.keyId,
      kind: grantTokens.kind,
      clientId: apiKeys.clientId,
      holds: sql<boolean>`${grantTokens.expiresAt} > now()`,
      replacedFor: sql<
        number | null
      >`extract(epoch from clock_timestamp() - ${grantTokens.replacedAt})::float8`,
    })
    .from(grantTokens)
    .innerJoin(apiKeys, eq(apiKeys.id, grantTokens.keyId))
    .where(eq(grantTokens.tokenHash, tokenHash))
  return row ?? null
}

export async function replaceToken(tx: Db, tokenHash: string): Promise<void> {
  const isFirst = isNull(grantTokens.replacedAt)
  await tx
    .update(grantTokens)
    .set({ replacedAt: sql`clock_timestamp()` })
    .where(and(eq(grantTokens.tokenHash, tokenHash), isFirst))
}

export async function findClient(db: Db, id: string): Promise<ClientMetadata | null> {
  const [row] = await db
    .select({ metadata: oauthClients.metadata })
    .from(oauthClients)
    .where(eq(oauthClients.id, id))
  return row?.metadata ?? null
}

export async function touchClient(tx: Db, id: string): Promise<void> {
  await tx.update(oauthClients).set({ usedAt: sql`now()` }).where(eq(oauthClients.id, id))
}

/**
 * Those that nobody allowed anything go after a day. Where there are as many as may be, the one that was longest without
 * use makes room, so that a flood keeps nobody out; false when all of them are connected.
 */
export async function insertClient(
  tx: Db,
  client: { id: string; metadata: ClientMetadata },
  most: number,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('oauth clients', 0))`)
  await tx.delete(oauthClients).where(and(isNull(oauthClients.usedAt), lt(oauthClients.createdAt, isOld)))
  const [row] = await tx.select({ clients: count() }).from(oauthClients)
  if ((row?.clients ?? 0) >= most) {
    const isConnected = sql`exists (select from ${apiKeys} where ${apiKeys.clientId} = ${oauthClients.id})`
    const idle = tx
      .select({ id: oauthClients.id })
      .from(oauthClients)
      .where(not(isConnected))
      .orderBy(sql`coalesce(${oauthClients.usedAt}, ${oauthClients.createdAt})`)
      .limit(1)
    const gone = await tx.delete(oauthClients).where(inArray(oauthClients.id, idle)).returning()
    if (gone.length === 0) return false
  }
  await tx.insert(oauthClients).values(client)
  return true
}
