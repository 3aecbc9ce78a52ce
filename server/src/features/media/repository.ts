import { and, count, eq, sql, sum } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { images } from './table'

export type ImageRow = typeof images.$inferSelect

export async function insertImage(db: Db, image: ImageRow): Promise<void> {
  await db.insert(images).values(image)
}

export async function findImage(db: Db, id: string): Promise<ImageRow | null> {
  const [row] = await db.select().from(images).where(eq(images.id, id))
  return row ?? null
}

/** Whether the image is there and the user uploaded it. */
export async function isImageOf(db: Db, id: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: images.id })
    .from(images)
    .where(and(eq(images.id, id), eq(images.userId, userId)))
  return rows.length > 0
}

/** Lets uploads of one user be counted one after the other, until the transaction ends. */
export async function holdImagesOf(db: Db, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`images of ${userId}`}, 0))`)
}

export async function measureImagesOf(db: Db, userId: string): Promise<{ files: number; bytes: number }> {
  const [row] = await db
    .select({ files: count(), bytes: sum(images.size).mapWith(Number) })
    .from(images)
    .where(eq(images.userId, userId))
  return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 }
}
