import { and, eq, gt, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { sessions, users } from '../table'

export type SessionRow = typeof sessions.$inferSelect

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.insert(sessions).values(session)
}

/** A session that holds at `now`, with its user; null when it is unknown, ended or its user is suspended. */
export async function findLiveSession(db: Db, tokenHash: string, now: Date) {
  const [row] = await db
    .select({
      userId: users.id,
      email: users.email,
      role: users.role,
      mustVerify: sql<boolean>`${users.mustVerify} and ${users.emailVerifiedAt} is null`,
      expiresAt: sessions.expiresAt,
      absoluteExpiresAt: sessions.absoluteExpiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now), isNull(users.suspendedAt)))
  return row ?? null
}

/** Never moves an expiry back, nor revives an ended session. */
export async function moveExpiry(db: Db, tokenHash: string, expiresAt: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ expiresAt })
    .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.expiresAt, expiresAt)))
}

/** How many sessions ended. */
export async function deleteSession(db: Db, tokenHash: string): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ userId: sessions.userId })
  return ended.length
}

/** Ends the sessions of a user, all or all but one; returns how many. */
export async function deleteSessionsOf(db: Db, userId: string, exceptTokenHash?: string): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        exceptTokenHash === undefined ? undefined : ne(sessions.tokenHash, exceptTokenHash),
      ),
    )
    .returning({ userId: sessions.userId })
  return ended.length
}

export async function deleteEndedSessions(db: Db, userId: string, now: Date): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), lte(sessions.expiresAt, now)))
}
