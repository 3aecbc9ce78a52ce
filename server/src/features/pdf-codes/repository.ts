import { type Paging, pdfNameKey } from '@scanleaf/shared'
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { givesWay, purgeCodes, userCodeTable } from '../user-codes'
import { pdfCodes, pdfCounters, pdfNames, pdfVersions } from './table'

/** The columns of a PDF code besides its user code. */
export interface PdfRow {
  id: string
  name: string
  companyName: string
  title: string
  website: string
  updatedAt: Date
  version: typeof pdfVersions.$inferSelect
  opens: number
  downloads: number
}
export type PdfDetails = Pick<PdfRow, 'companyName' | 'title' | 'website'>

const isAlive = isNull(userCodeTable.deletedAt)
const isOwn = (userId: string) => and(eq(userCodeTable.userId, userId), isAlive)
const isCurrent = isNull(pdfVersions.replacedAt)

const pdfs = (db: Db) =>
  db
    .select({
      code: pdfCodes,
      version: pdfVersions,
      opens: sql<number>`coalesce(${pdfCounters.opens}, 0)`.mapWith(Number),
      downloads: sql<number>`coalesce(${pdfCounters.downloads}, 0)`.mapWith(Number),
    })
    .from(pdfCodes)
    .innerJoin(userCodeTable, eq(userCodeTable.id, pdfCodes.id))
    .innerJoin(pdfVersions, and(eq(pdfVersions.codeId, pdfCodes.id), isCurrent))
    .leftJoin(pdfCounters, eq(pdfCounters.codeId, pdfCodes.id))

type Found = Awaited<ReturnType<typeof pdfs>>[number]
const asRow = ({ code, ...rest }: Found): PdfRow => ({ ...code, ...rest })

export async function findPdf(db: Db, userId: string, id: string): Promise<PdfRow | null> {
  const [found] = await pdfs(db).where(and(isOwn(userId), eq(pdfCodes.id, id)))
  return found ? asRow(found) : null
}

export async function findPdfByName(db: Db, userId: string, name: string): Promise<PdfRow | null> {
  const [found] = await pdfs(db)
    .innerJoin(pdfNames, eq(pdfNames.codeId, pdfCodes.id))
    .where(and(isOwn(userId), eq(pdfNames.key, pdfNameKey(name))))
  return found ? asRow(found) : null
}

export async function listPdfs(
  db: Db,
  userId: string,
  { page, limit }: Paging,
): Promise<{ rows: PdfRow[]; total: number }> {
  const found = await pdfs(db)
    .where(isOwn(userId))
    .orderBy(desc(userCodeTable.createdAt), desc(pdfCodes.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [totals] = await db
    .select({ total: count() })
    .from(pdfCodes)
    .innerJoin(userCodeTable, eq(userCodeTable.id, pdfCodes.id))
    .where(isOwn(userId))
  return { rows: found.map(asRow), total: totals?.total ?? 0 }
}

export async function insertPdf(
  tx: Db,
  pdf: PdfDetails & { id: string; name: string; updatedAt: Date },
): Promise<void> {
  await tx.insert(pdfCodes).values(pdf)
}

/** Nobody else changes the PDF code until the transaction ends. False when it is not the user's. */
export async function lockPdf(tx: Db, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: pdfCodes.id })
    .from(pdfCodes)
    .innerJoin(userCodeTable, eq(userCodeTable.id, pdfCodes.id))
    .where(and(isOwn(userId), eq(pdfCodes.id, id)))
    .for('update', { of: pdfCodes })
  return rows.length > 0
}

export async function updatePdf(
  tx: Db,
  id: string,
  change: Partial<PdfDetails> & { updatedAt: Date },
): Promise<void> {
  await tx.update(pdfCodes).set(change).where(eq(pdfCodes.id, id))
}

/** A code in the trash keeps its name, as long as it keeps its id. */
const isHeld = sql`exists (
  select from ${userCodeTable} where ${userCodeTable.id} = ${pdfNames.codeId} and ${userCodeTable.purgedAt} is null
    and not ${givesWay(sql`${userCodeTable.id}`)})`

/**
 * Takes a name for a code: a new one, or one that this user had before; a code in the trash that gives way is deleted for
 * good. False when it is somebody else's or another code's.
 */
export async function claimName(
  tx: Db,
  name: string,
  { userId, codeId }: { userId: string; codeId: string },
): Promise<boolean> {
  const [had] = await tx
    .select({ id: pdfNames.codeId })
    .from(pdfNames)
    .where(
      and(eq(pdfNames.key, pdfNameKey(name)), eq(pdfNames.userId, userId), givesWay(sql`${pdfNames.codeId}`)),
    )
  if (had) await purgeCodes(tx, [had.id])
  const rows = await tx
    .insert(pdfNames)
    .values({ key: pdfNameKey(name), userId, codeId })
    .onConflictDoUpdate({
      target: pdfNames.key,
      set: { codeId },
      setWhere: sql`${pdfNames.userId} = ${userId} and not ${isHeld}`,
    })
    .returning({ key: pdfNames.key })
  return rows.length > 0
}

export async function isNameFree(db: Db, name: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ key: pdfNames.key })
    .from(pdfNames)
    .where(and(eq(pdfNames.key, pdfNameKey(name)), sql`(${pdfNames.userId} <> ${userId} or ${isHeld})`))
  return rows.length === 0
}
