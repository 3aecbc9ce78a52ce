import { and, desc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { lockFile } from '../media'
import { pdfVersions } from './table'

export type PdfVersionRow = typeof pdfVersions.$inferSelect
export type NewVersion = Pick<
  PdfVersionRow,
  'codeId' | 'fileId' | 'key' | 'fileName' | 'size' | 'sha256' | 'placedAt'
>

const isCurrent = isNull(pdfVersions.replacedAt)

/** Null when the file is gone, or in use. */
export async function insertVersion(tx: Db, version: NewVersion): Promise<PdfVersionRow | null> {
  if (!(await lockFile(tx, version.fileId))) return null
  const unused = { target: pdfVersions.fileId }
  const [row] = await tx.insert(pdfVersions).values(version).onConflictDoNothing(unused).returning()
  return row ?? null
}

export async function findCurrent(db: Db, codeId: string): Promise<PdfVersionRow | null> {
  const [row] = await db
    .select()
    .from(pdfVersions)
    .where(and(eq(pdfVersions.codeId, codeId), isCurrent))
  return row ?? null
}

/** The current one, and those that were replaced after a time; the newest first, a hundred at most. */
export function listVersions(db: Db, codeId: string, replacedAfter: Date): Promise<PdfVersionRow[]> {
  return db
    .select()
    .from(pdfVersions)
    .where(and(eq(pdfVersions.codeId, codeId), or(isCurrent, gt(pdfVersions.replacedAt, replacedAfter))))
    .orderBy(desc(pdfVersions.placedAt), desc(pdfVersions.id))
    .limit(100)
}

export async function replaceCurrent(tx: Db, codeId: string, at: Date): Promise<void> {
  await tx
    .update(pdfVersions)
    .set({ replacedAt: at })
    .where(and(eq(pdfVersions.codeId, codeId), isCurrent))
}

/** Restores an old version. Null when it is not of the code, or was deleted permanently. */
export async function reactivateVersion(
  tx: Db,
  codeId: string,
  id: string,
  { at, replacedAfter }: { at: Date; replacedAfter: Date },
): Promise<PdfVersionRow | null> {
  const isKept = and(isNotNull(pdfVersions.replacedAt), gt(pdfVersions.replacedAt, replacedAfter))
  const wanted = and(eq(pdfVersions.id, id), eq(pdfVersions.codeId, codeId), isKept)
  const [found] = await tx.select().from(pdfVersions).where(wanted)
  if (!found) return null
  await replaceCurrent(tx, codeId, at)
  const [row] = await tx
    .update(pdfVersions)
    .set({ replacedAt: null, placedAt: at })
    .where(eq(pdfVersions.id, id))
    .returning()
  return row ?? null
}

/** False when the first page was tried before. */
export async function beginPage(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .update(pdfVersions)
    .set({ isPageTried: true })
    .where(and(eq(pdfVersions.id, id), eq(pdfVersions.isPageTried, false)))
    .returning({ id: pdfVersions.id })
  return rows.length > 0
}

export async function setPage(
  db: Db,
  id: string,
  page: Pick<PdfVersionRow, 'pageWidth' | 'pageHeight' | 'pageBytes' | 'pageSha256'>,
): Promise<void> {
  await db.update(pdfVersions).set(page).where(eq(pdfVersions.id, id))
}
