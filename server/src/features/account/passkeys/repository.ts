import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import type { PasskeyRow } from '../second-factor/repository'
import { passkeys } from '../second-factor/table'
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

/**
 * Notes a use; false when it was removed, or when another was noted since it was read. That one does not matter to a
 * synchronised passkey, whose copies count for themselves.
 */
export async function notePasskeyUse(
  tx: Db,
  { id, counter, backedUp }: Pick<PasskeyRow, 'id' | 'counter' | 'backedUp'>,
  use: PasskeyUse,
): Promise<boolean> {
  const noted = await tx
    .update(passkeys)
    .set({ ...use, usedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), backedUp ? undefined : eq(passkeys.counter, counter)))
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

/** Its name; null when the user has none of that id. */
export async function deletePasskey(tx: Db, userId: string, id: string): Promise<string | null> {
  const [gone] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ name: passkeys.name })
  return gone?.name ?? null
}
