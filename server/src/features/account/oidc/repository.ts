import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import type { ProvenIdentity } from './claims'
import { identities } from './table'

export type IdentityRow = typeof identities.$inferSelect

const is = ({ issuer, subject }: Pick<ProvenIdentity, 'issuer' | 'subject'>) =>
  and(eq(identities.issuer, issuer), eq(identities.subject, subject))

export async function findIdentity(
  db: Db,
  identity: Pick<ProvenIdentity, 'issuer' | 'subject'>,
): Promise<IdentityRow | null> {
  const [row] = await db.select().from(identities).where(is(identity))
  return row ?? null
}

/** The oldest first; those of issuers that are not given are left out. */
export async function listIdentities(
  db: Db,
  userId: string,
  issuers: readonly string[],
): Promise<IdentityRow[]> {
  return db
    .select()
    .from(identities)
    .where(and(eq(identities.userId, userId), inArray(identities.issuer, [...issuers])))
    .orderBy(asc(identities.createdAt), identities.issuer)
}

/** False when it is connected to somebody, or the user to another of the same provider. */
export async function insertIdentity(
  tx: Db,
  userId: string,
  { issuer, subject, email }: ProvenIdentity,
): Promise<boolean> {
  const kept = await tx
    .insert(identities)
    .values({ issuer, subject, userId, email })
    .onConflictDoNothing()
    .returning({ userId: identities.userId })
  return kept.length > 0
}

/** Notes a use; false when it has been disconnected meanwhile. */
export async function noteIdentityUse(tx: Db, { issuer, subject, userId }: IdentityRow): Promise<boolean> {
  const noted = await tx
    .update(identities)
    .set({ usedAt: sql`now()` })
    .where(and(is({ issuer, subject }), eq(identities.userId, userId)))
    .returning({ userId: identities.userId })
  return noted.length > 0
}

/** False when the user has none of that issuer. */
export async function deleteIdentity(tx: Db, userId: string, issuer: string): Promise<boolean> {
  const gone = await tx
    .delete(identities)
    .where(and(eq(identities.userId, userId), eq(identities.issuer, issuer)))
    .returning({ userId: identities.userId })
  return gone.length > 0
}
