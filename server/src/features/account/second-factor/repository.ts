import { and, asc, count, eq, exists, isNotNull, isNull, lt, ne, not, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { users } from '../table'
import { passkeys, recoveryCodes, totp } from './table'

export type PasskeyRow = typeof passkeys.$inferSelect
export type TotpRow = typeof totp.$inferSelect

export async function findTotp(db: Db, userId: string): Promise<TotpRow | null> {
  const [row] = await db.select().from(totp).where(eq(totp.userId, userId))
  return row ?? null
}

/** Puts a new secret in the place of one that was never enabled; false when one is. */
export async function startTotp(db: Db, userId: string, secret: string): Promise<boolean> {
  const started = await db
    .insert(totp)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: totp.userId,
      set: { secret, lastStep: 0 },
      setWhere: isNull(totp.enabledAt),
    })
    .returning({ userId: totp.userId })
  return started.length > 0
}

export async function enableTotp(tx: Db, userId: string): Promise<void> {
  await tx.update(totp).set({ enabledAt: sql`now()` }).where(eq(totp.userId, userId))
}

/** Counts a step; false when it, or a later one, has counted already. */
export async function useStep(tx: Db, userId: string, step: number): Promise<boolean> {
  const used = await tx
    .update(totp)
    .set({ lastStep: step })
    .where(and(eq(totp.userId, userId), lt(totp.lastStep, step)))
    .returning({ userId: totp.userId })
  return used.length > 0
}

/** False when none was enabled. */
export async function deleteTotp(tx: Db, userId: string): Promise<boolean> {
  const gone = await tx
    .delete(totp)
    .where(and(eq(totp.userId, userId), isNotNull(totp.enabledAt)))
    .returning({ userId: totp.userId })
  return gone.length > 0
}

export async function replaceRecoveryCodes(tx: Db, userId: string, codeHashes: string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  if (codeHashes.length > 0)
    await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })))
}

/** Consumes a recovery code; false when there is none with that hash. */
export async function useRecoveryCode(tx: Db, userId: string, codeHash: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

export const countRecoveryCodes = (db: Db, userId: string): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))

/** The oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), passkeys.id)
}

/** Removes the factors of a person who lost them, by an operator's link: the app, its recovery codes and every passkey. */
export async function deleteFactors(tx: Db, userId: string): Promise<void> {
  for (const table of [totp, recoveryCodes, passkeys]) await tx.delete(table).where(eq(table.userId, userId))
}

/** User names of the administrators who may sign in and have nothing but a password. @param rpId host of passkeys */
export async function findAdminsWithoutFactor(db: Db, rpId: string): Promise<string[]> {
  const app = db
    .select()
    .from(totp)
    .where(and(eq(totp.userId, users.id), isNotNull(totp.enabledAt)))
  const passkey = db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, users.id), eq(passkeys.rpId, rpId)))
  const rows = await db
    .select({ username: users.username })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.suspendedAt), not(exists(app)), not(exists(passkey))))
    .orderBy(users.username)
  return rows.map(({ username }) => username)
}

/** How many passkeys were made for other hosts than this, by host: they no longer work. */
export async function countForeignPasskeys(
  db: Db,
  rpId: string,
): Promise<{ host: string; passkeys: number }[]> {
  return db
    .select({ host: passkeys.rpId, passkeys: count() })
    .from(passkeys)
    .where(ne(passkeys.rpId, rpId))
    .groupBy(passkeys.rpId)
    .orderBy(passkeys.rpId)
}
