import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { files, images } from './table'

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

export type FileRow = typeof files.$inferSelect

export async function insertFile(db: Db, file: FileRow): Promise<void> {
  await db.insert(files).values(file)
}

/** Null when there is no such file or it is somebody else's. */
export async function findFileOf(db: Db, id: string, userId: string): Promise<FileRow | null> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.userId, userId)))
  return row ?? null
}

/** Locks a file against deletion until the transaction ends. False when there is none. */
export async function lockFile(tx: Db, id: string): Promise<boolean> {
  const rows = await tx.select({ id: files.id }).from(files).where(eq(files.id, id)).for('key share')
  return rows.length > 0
}

/** Null when there was none. */
export async function deleteFile(db: Db, id: string): Promise<FileRow | null> {
  const [row] = await db.delete(files).where(eq(files.id, id)).returning()
  return row ?? null
}
