import { identityKey, isLanguage, type Language } from '@scanleaf/shared'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import type { Recipient } from '../../../platform/mail'
import { users } from '../table'

/** Null when there is no such user. */
export async function findRecipient(db: Db, userId: string): Promise<Recipient | null> {
  const [user] = await db
    .select({ address: users.email, language: users.language, timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, userId))
  return user ? { ...user, language: isLanguage(user.language) ? user.language : null } : null
}

/** The state of a user's address. */
export async function findAddress(
  db: Db,
  userId: string,
): Promise<{ email: string; failedAt: Date | null; isVerified: boolean } | null> {
  const [user] = await db
    .select({
      email: users.email,
      failedAt: users.emailFailedAt,
      isVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return user ?? null
}

/** Nothing when the user has another address by now. */
export async function markUndeliverable(db: Db, userId: string, address: string): Promise<void> {
  await db
    .update(users)
    .set({ emailFailedAt: sql`now()` })
    .where(
      and(
        eq(users.id, userId),
        sql`lower(${users.email}) = ${identityKey(address)}`,
        isNull(users.emailFailedAt),
      ),
    )
}

/** A user showed what only a mail to their address had. Nothing when they have another by now. */
export async function proveAddress(tx: Db, { id, email }: { id: string; email: string }): Promise<void> {
  await tx
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .where(and(eq(users.id, id), sql`lower(${users.email}) = ${identityKey(email)}`))
}

/** The language that a user's mails are written in. */
export async function setMailLanguage(db: Db, userId: string, language: Language): Promise<void> {
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, userId), sql`${users.language} is distinct from ${language}`))
}

/** The language and the time zone (IANA name) that a user's mails are written in. */
export async function setMailPlace(
  db: Db,
  userId: string,
  place: { language: Language; timeZone?: string },
): Promise<void> {
  await db.update(users).set(place).where(eq(users.id, userId))
}
