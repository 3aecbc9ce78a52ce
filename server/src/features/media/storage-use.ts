import { MAX_ACCOUNT_BYTES, MAX_ACCOUNT_FILES } from '@scanleaf/shared'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { storageUse } from './table'

/**
 * Counts a file of a user, in one statement: uploads at the same time cannot slip past the limit together.
 * @returns false when the account is full
 */
export async function reserveStorage(db: Db, userId: string, bytes: number): Promise<boolean> {
  const counted = await db
    .insert(storageUse)
    .values({ userId, files: 1, bytes })
    .onConflictDoUpdate({
      target: storageUse.userId,
      set: { files: sql`${storageUse.files} + 1`, bytes: sql`${storageUse.bytes} + excluded.bytes` },
      setWhere: sql`${storageUse.files} < ${MAX_ACCOUNT_FILES} and ${storageUse.bytes} + excluded.bytes <= ${MAX_ACCOUNT_BYTES}`,
    })
    .returning({ userId: storageUse.userId })
  return counted.length > 0
}

/** What a user may still keep. */
export async function storageRoom(db: Db, userId: string): Promise<{ files: number; bytes: number }> {
  const [used] = await db.select().from(storageUse).where(eq(storageUse.userId, userId))
  return {
    files: MAX_ACCOUNT_FILES - (used?.files ?? 0),
    bytes: MAX_ACCOUNT_BYTES - (used?.bytes ?? 0),
  }
}

/** Gives back the space of a file that was removed. */
export async function releaseStorage(db: Db, userId: string, bytes: number): Promise<void> {
  await db
    .update(storageUse)
    .set({ files: sql`${storageUse.files} - 1`, bytes: sql`${storageUse.bytes} - ${bytes}` })
    .where(sql`${storageUse.userId} = ${userId}`)
}

/** Forgets the figures of a user who keeps nothing. */
export async function dropEmptyUse(db: Db, userId: string): Promise<void> {
  await db.delete(storageUse).where(and(eq(storageUse.userId, userId), lte(storageUse.files, 0)))
}
