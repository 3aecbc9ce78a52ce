import { and, eq, gt, inArray, lte, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { TRUSTED_NOW } from '../../../platform/trusted-clock'
import { hashOf, newToken } from '../tokens'
import { oneTimeTokens, type TokenKind } from './table'

export type { TokenKind } from './table'

export type OneTimeToken = typeof oneTimeTokens.$inferSelect

export interface NewOneTimeToken {
  kind: TokenKind
  userId: string | null
  /** What its use needs to know; JSON. It may depend on the token. */
  data?: Record<string, unknown> | ((token: string) => Record<string, unknown>)
  lifetimeMs: number
}

/** Each insert deletes up to this many expired tokens, so that the table stays small without a job. */
const MAX_DROPPED = 20

/** The token is returned this once: 256 random bits, base64url. It expires by the clock of the database. */
export async function createToken(
  tx: Db,
  { kind, userId, data = {}, lifetimeMs }: NewOneTimeToken,
): Promise<string> {
  await dropExpired(tx)
  const token = newToken()
  await tx.insert(oneTimeTokens).values({
    tokenHash: hashOf(token),
    kind,
    userId,
    data: typeof data === 'function' ? data(token) : data,
    expiresAt: sql`now() + ${lifetimeMs}::float8 * interval '1 millisecond'`,
  })
  return token
}

/**
 * Uses a token up; null when it is unknown, of another kind, used or expired. Of several at once one gets the row; when
 * its transaction fails, the token still holds.
 */
export async function useToken(tx: Db, kind: TokenKind, token: string): Promise<OneTimeToken | null> {
  const [row] = await tx.delete(oneTimeTokens).where(holds(kind, token)).returning()
  return row ?? null
}

/** As `useToken`, but the token stays valid: for checks before it is consumed. */
export async function findToken(db: Db, kind: TokenKind, token: string): Promise<OneTimeToken | null> {
  const [row] = await db.select().from(oneTimeTokens).where(holds(kind, token))
  return row ?? null
}

/** Voids the tokens of a person that depend on changed data. */
export async function deleteTokensOf(tx: Db, userId: string, kinds: readonly TokenKind[]): Promise<void> {
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.kind, [...kinds])))
}

/** Voids the tokens of a person, whatever they are for, but those of some kinds. */
export async function deleteTokensBut(tx: Db, userId: string, kept: readonly TokenKind[]): Promise<void> {
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), notInArray(oneTimeTokens.kind, [...kept])))
}

const holds = (kind: TokenKind, token: string) =>
  and(
    eq(oneTimeTokens.tokenHash, hashOf(token)),
    eq(oneTimeTokens.kind, kind),
    gt(oneTimeTokens.expiresAt, sql`now()`),
  )

async function dropExpired(tx: Db): Promise<void> {
  const expired = tx
    .select({ tokenHash: oneTimeTokens.tokenHash })
    .from(oneTimeTokens)
    .where(lte(oneTimeTokens.expiresAt, TRUSTED_NOW))
    .limit(MAX_DROPPED)
    .for('update', { skipLocked: true })
  await tx.delete(oneTimeTokens).where(inArray(oneTimeTokens.tokenHash, expired))
}
