import { and, eq, gt, lte, sql, sum } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { tokenReservations, tokenUsage } from './table'

export interface TokenUse {
  used: number
  periodStart: Date
}

export async function findTokenUse(db: Db, userId: string): Promise<TokenUse | null> {
  const [row] = await db.select().from(tokenUsage).where(eq(tokenUsage.userId, userId))
  return row ?? null
}

/** Inserted when there is none; nobody else reserves or settles for the user until the transaction ends. */
export async function lockTokenUse(tx: Db, userId: string, now: Date): Promise<TokenUse> {
  const [row] = await tx
    .insert(tokenUsage)
    .values({ userId, periodStart: now })
    .onConflictDoUpdate({ target: tokenUsage.userId, set: { userId } })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

export async function setTokenUse(tx: Db, userId: string, use: TokenUse): Promise<void> {
  await tx.update(tokenUsage).set(use).where(eq(tokenUsage.userId, userId))
}

/** Tokens reserved by the user's other answers. */
export async function reservedTokens(db: Db, userId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ tokens: sum(tokenReservations.tokens).mapWith(Number) })
    .from(tokenReservations)
    .where(and(eq(tokenReservations.userId, userId), gt(tokenReservations.expiresAt, now)))
  return row?.tokens ?? 0
}

/** Replaces expired ones. Returns its id. */
export async function insertReservation(
  tx: Db,
  reservation: { userId: string; tokens: number; expiresAt: Date },
): Promise<string> {
  const { userId } = reservation
  await tx
    .delete(tokenReservations)
    .where(and(eq(tokenReservations.userId, userId), lte(tokenReservations.expiresAt, sql`now()`)))
  const [row] = await tx.insert(tokenReservations).values(reservation).returning()
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** The reserved amount; null when it was released before, or has expired. */
export async function takeReservation(tx: Db, userId: string, id: string, now: Date): Promise<number | null> {
  const [row] = await tx
    .delete(tokenReservations)
    .where(and(eq(tokenReservations.id, id), eq(tokenReservations.userId, userId)))
    .returning()
  return row && row.expiresAt > now ? row.tokens : null
}
