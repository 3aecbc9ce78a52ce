import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { codeTakedowns, userCodeTable } from '../../user-codes'
import { pdfCodes, pdfNames, pdfVersions } from '../table'

/** The public data of a PDF code. */
export interface PublishedPdf {
  codeId: string
  name: string
  enabled: boolean
  isTakenDown: boolean
  companyName: string
  title: string
  website: string
  fileId: string
  key: string
  fileName: string
  size: number
  sha256: string
  pageWidth: number | null
  pageHeight: number | null
}

/** @param nameKey the name in lower case */
export async function findPublished(db: Db, nameKey: string): Promise<PublishedPdf | null> {
  const [found] = await db
    .select({
      codeId: pdfCodes.id,
      name: pdfCodes.name,
      enabled: sql<boolean>`${userCodeTable.enabled} and ${userCodeTable.deletedAt} is null`,
      isTakenDown: sql<boolean>`${codeTakedowns.id} is not null`,
      companyName: pdfCodes.companyName,
      title: pdfCodes.title,
      website: pdfCodes.website,
      fileId: pdfVersions.fileId,
      key: pdfVersions.key,
      fileName: pdfVersions.fileName,
      size: pdfVersions.size,
      sha256: pdfVersions.sha256,
      pageWidth: pdfVersions.pageWidth,
      pageHeight: pdfVersions.pageHeight,
    })
    .from(pdfNames)
    .innerJoin(pdfCodes, eq(pdfCodes.id, pdfNames.codeId))
    .innerJoin(userCodeTable, and(eq(userCodeTable.id, pdfCodes.id), isNull(userCodeTable.purgedAt)))
    .innerJoin(pdfVersions, and(eq(pdfVersions.codeId, pdfCodes.id), isNull(pdfVersions.replacedAt)))
    .leftJoin(
      codeTakedowns,
      and(eq(codeTakedowns.key, sql`lower(${userCodeTable.dynamicId})`), isNull(codeTakedowns.liftedAt)),
    )
    .where(eq(pdfNames.key, nameKey))
  return found ?? null
}
