import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import type { PasskeyRow } from '../factors/repository'
import { passkeys } from '../factors/table'
import type { PasskeyUse } from './webauthn'

/** False when somebody has a passkey of that id. */
export async function insertPasskey(
  tx: Db,
  passkey: Omit<PasskeyRow, 'createdAt' | 'usedAt'>,
): Promise<boolean> {
  const kept = await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id })
  return kept.length > 0
}

export async function findPasskey(db: Db, id: string, rpId: string): Promise<PasskeyRow | null> {
  const [row] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.rpId, rpId)))
  return row ?? null
}

/** Notes a use; false when another was noted since the passkey was read, or it was removed. */
export async function notePasskeyUse(
  tx: Db,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  use: PasskeyUse,
): Promise<boolean> {
  const noted = await tx
    .update(passkeys)
    .set({ ...use, usedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  return noted.length > 0
}

/** False when the user has none of that id. */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const named = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  return named.length > 0
}

/** False when the user has none of that id. */
export async function deletePasskey(tx: Db, userId: string, id: string): Promise<boolean> {
  const gone = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  return gone.length > 0
}
