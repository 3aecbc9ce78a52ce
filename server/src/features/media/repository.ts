import { and, eq, gt } from 'drizzle-orm'
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

/** One of a user with these bytes. */
export async function findSameImage(db: Db, userId: string, sha256: string): Promise<ImageRow | null> {
  const [row] = await db
    .select()
    .from(images)
    .where(and(eq(images.userId, userId), eq(images.sha256, sha256)))
    .orderBy(images.id)
    .limit(1)
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

/** Some of the uploads of a user, after one of them in the order of their ids. */
export async function listUploadsOf<T extends typeof images | typeof files>(
  db: Db,
  table: T,
  userId: string,
  after: string,
  limit: number,
): Promise<T['$inferSelect'][]> {
  const rows = await db
    .select()
    .from(table as typeof images | typeof files)
    .where(and(eq(table.userId, userId), gt(table.id, after)))
    .orderBy(table.id)
    .limit(limit)
  return rows as T['$inferSelect'][]
}

/** False when there was none. @throws when another row names it: a PDF code, a product */
export async function deleteUpload(
  tx: Db,
  table: typeof images | typeof files,
  id: string,
): Promise<boolean> {
  const rows = await tx.delete(table).where(eq(table.id, id)).returning({ id: table.id })
  return rows.length > 0
}

/** Null when there was none. */
export async function deleteFile(db: Db, id: string): Promise<FileRow | null> {
  const [row] = await db.delete(files).where(eq(files.id, id)).returning()
  return row ?? null
}
