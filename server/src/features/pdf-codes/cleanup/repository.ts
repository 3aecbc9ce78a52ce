import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { fileTable } from '../../media'
import { userCodeTable } from '../../user-codes'
import { pdfVersions } from '../table'
import type { PdfVersionRow } from '../version-repository'

/** Deletes versions that were replaced before a time, in batches; returns their files. */
export function deleteReplacedBefore(db: Db, before: Date, atOnce: number): Promise<{ fileId: string }[]> {
  const some = db
    .select({ id: pdfVersions.id })
    .from(pdfVersions)
    .where(and(isNotNull(pdfVersions.replacedAt), lt(pdfVersions.replacedAt, before)))
    .limit(atOnce)
  return deleteVersions(db, some)
}

/** Deletes the versions of codes that were deleted for good, in batches; returns their files. */
export function deleteOfPurged(db: Db, atOnce: number): Promise<{ fileId: string }[]> {
  const some = db
    .select({ id: pdfVersions.id })
    .from(pdfVersions)
    .innerJoin(userCodeTable, eq(userCodeTable.id, pdfVersions.codeId))
    .where(isNotNull(userCodeTable.purgedAt))
    .limit(atOnce)
  return deleteVersions(db, some)
}

const deleteVersions = (db: Db, ids: Parameters<typeof inArray>[1]) =>
  db
    .delete(pdfVersions)
    .where(inArray(pdfVersions.id, ids as never))
    .returning({ fileId: pdfVersions.fileId })

/** Files, uploaded before a time, that no code uses. */
export async function findUnused(db: Db, before: Date, atOnce: number): Promise<string[]> {
  const rows = await db
    .select({ id: fileTable.id })
    .from(fileTable)
    .where(
      and(
        lt(fileTable.createdAt, before),
        sql`not exists (select from ${pdfVersions} where ${pdfVersions.fileId} = ${fileTable.id})`,
      ),
    )
    .limit(atOnce)
  return rows.map(({ id }) => id)
}

/** Files of these ids that a code uses. */
export async function findUsed(db: Db, fileIds: string[]): Promise<string[]> {
  const rows = await db
    .select({ fileId: pdfVersions.fileId })
    .from(pdfVersions)
    .where(inArray(pdfVersions.fileId, fileIds))
  return rows.map(({ fileId }) => fileId)
}

/** Versions whose first page nobody has tried to draw. */
export function findWithoutThumbnail(db: Db, before: Date, atOnce: number): Promise<PdfVersionRow[]> {
  return db
    .select()
    .from(pdfVersions)
    .where(and(eq(pdfVersions.isPageTried, false), lt(pdfVersions.placedAt, before)))
    .limit(atOnce)
}
