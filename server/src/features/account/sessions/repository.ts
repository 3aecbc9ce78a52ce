import type { SignInMethod } from '@scanleaf/shared'
import { and, desc, eq, gt, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { preparedStatement } from '../../../platform/db/prepared-statement'
import { TRUSTED_NOW } from '../../../platform/trusted-clock'
import { sessions, users } from '../table'

export type SessionRow = typeof sessions.$inferSelect

/** How long a confirmation allows sensitive actions. */
const CONFIRMATION = sql`interval '10 minutes'`

/** @param isConfirmed it was just opened by authentication */
export async function insertSession(
  db: Db,
  session: Omit<SessionRow, 'confirmedAt'>,
  isConfirmed: boolean,
): Promise<void> {
  await db.insert(sessions).values({ ...session, confirmedAt: isConfirmed ? sql`now()` : null })
}

/** With its user. */
interface LiveSession
  extends Pick<SessionRow, 'userId' | 'expiresAt' | 'absoluteExpiresAt' | 'method' | 'provider'> {
  email: string
  role: typeof users.$inferSelect.role
  mustVerify: boolean
  isConfirmed: boolean
}

const liveSession = preparedStatement<{ tokenHash: string; now: string }, LiveSession>('live_session', (db) =>
  db
    .select({
      userId: users.id,
      email: users.email,
      role: users.role,
      mustVerify: sql<boolean>`${users.mustVerify} and ${users.emailVerifiedAt} is null`,
      expiresAt: sessions.expiresAt,
      absoluteExpiresAt: sessions.absoluteExpiresAt,
      method: sessions.method,
      provider: sessions.provider,
      isConfirmed: sql<boolean>`coalesce(${sessions.confirmedAt} > now() - ${CONFIRMATION}, false)`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(users.suspendedAt),
        isNotNull(users.approvedAt),
      ),
    ),
)

/**
 * A session that holds at `now`, with its user; null when it is unknown, ended or its user is suspended. Every call of
 * somebody signed in asks for it, so it is prepared.
 */
export async function findLiveSession(db: Db, tokenHash: string, now: Date): Promise<LiveSession | null> {
  const [row] = await liveSession(db, { tokenHash, now: now.toISOString() })
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

/** Ends the sessions of a user that a provider opened, all but one. */
export async function deleteSessionsOfProvider(
  tx: Db,
  userId: string,
  provider: string,
  exceptTokenHash: string,
): Promise<void> {
  await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.provider, provider),
        ne(sessions.tokenHash, exceptTokenHash),
      ),
    )
}

export async function deleteEndedSessions(db: Db, userId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), lte(sessions.expiresAt, TRUSTED_NOW)))
}

/**
 * Records that the user of a session authenticated again; a second factor stays recorded. Returns how long that
 * holds, null when the session has ended.
 */
export async function confirmSession(db: Db, tokenHash: string, method: SignInMethod): Promise<Date | null> {
  const [row] = await db
    .update(sessions)
    .set({ confirmedAt: sql`now()`, ...(method !== 'password' && { method }) })
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ until: sql<string>`${sessions.confirmedAt} + ${CONFIRMATION}` })
  return row ? new Date(row.until) : null
}

/** Those that hold, the newest first. */
export async function listSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), sessions.tokenHash)
    .limit(100)
}

/** Where a session was opened, and the database's clock; null unless its user confirmed within the last ten minutes. */
export async function findConfirmedSession(
  tx: Db,
  tokenHash: string,
): Promise<{ label: string; country: string; changedAt: Date } | null> {
  const [row] = await tx
    .select({ label: sessions.label, country: sessions.country, now: sql<string>`now()` })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.confirmedAt, sql`now() - ${CONFIRMATION}`)))
  return row ? { label: row.label, country: row.country, changedAt: new Date(row.now) } : null
}

/** Every session of the user has to be confirmed again. */
export async function forgetConfirmations(tx: Db, userId: string): Promise<void> {
  await tx.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, userId))
}

export async function countSessions(db: Db, userId: string, now: Date): Promise<number> {
  return db.$count(sessions, and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
}

/** How many ended: none or one. */
export async function deleteSessionByPrefix(db: Db, userId: string, prefix: string): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(
      and(eq(sessions.userId, userId), eq(sql`left(${sessions.tokenHash}, ${prefix.length}::int)`, prefix)),
    )
    .returning({ userId: sessions.userId })
  return ended.length
}

/** No session of the user counts as two-factor any more. */
export async function forgetSecondFactor(tx: Db, userId: string): Promise<void> {
  await tx.update(sessions).set({ method: 'password' }).where(eq(sessions.userId, userId))
}
