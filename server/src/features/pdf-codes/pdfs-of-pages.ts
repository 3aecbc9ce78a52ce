import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { codeTakedowns, userCodeTable } from '../user-codes'
import { pdfCodes, pdfVersions } from './table'

/** A PDF code as a page of its owner shows it. */
export interface PdfOfPage {
  id: string
  /** The end of its address. */
  name: string
  title: string
  size: number
  /** Whether visitors can open it: neither paused nor taken down. */
  isOpen: boolean
}

/** Those of these codes that are PDF codes of the owner and not in the trash. */
export async function findPdfsOfPages(
  db: Db,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<PdfOfPage[]> {
  if (ids.length === 0) return []
  return db
    .select({
      id: pdfCodes.id,
      name: pdfCodes.name,
      title: pdfCodes.title,
      size: pdfVersions.size,
      isOpen: sql<boolean>`${userCodeTable.enabled} and ${codeTakedowns.id} is null`,
    })
    .from(pdfCodes)
    .innerJoin(userCodeTable, eq(userCodeTable.id, pdfCodes.id))
    .innerJoin(pdfVersions, and(eq(pdfVersions.codeId, pdfCodes.id), isNull(pdfVersions.replacedAt)))
    .leftJoin(
      codeTakedowns,
      and(eq(codeTakedowns.key, sql`lower(${userCodeTable.dynamicId})`), isNull(codeTakedowns.liftedAt)),
    )
    .where(
      and(
        inArray(pdfCodes.id, [...new Set(ids)]),
        eq(userCodeTable.userId, userId),
        isNull(userCodeTable.deletedAt),
        isNull(userCodeTable.purgedAt),
      ),
    )
    .orderBy(pdfCodes.id)
}
