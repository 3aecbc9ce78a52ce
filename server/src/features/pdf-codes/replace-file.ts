import { type PatchPdfCode, PDF_VERSION_DAYS, pdfNameKey } from '@scanleaf/shared'
import type * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import type { FileRow } from '../media'
import { findUserCode, followTitle } from '../user-codes'
import type { PdfContext } from './create'
import { readWebsite, versionOf } from './details'
import { findPdf, lockPdf, type PdfDetails, updatePdf } from './repository'
import {
  findCurrent,
  insertVersion,
  type PdfVersionRow,
  reactivateVersion,
  replaceCurrent,
} from './version-repository'

type Patch = z.output<typeof PatchPdfCode>

const DAY_MS = 86_400_000

/** Versions replaced before this are deleted permanently. */
export const versionsKeptSince = (now: Date): Date => new Date(now.getTime() - PDF_VERSION_DAYS * DAY_MS)

/**
 * Changes details, and puts a new file in the place of the old one, both or nothing. The same file again changes
 * nothing, so that a repeated call is harmless.
 * @returns the new version, or null when the file stayed
 * @throws AppError NotFound, ValidationError
 */
export async function changePdf(
  context: PdfContext,
  userId: string,
  id: string,
  { name, companyName, title, website, fileName }: Patch,
  file: FileRow | null,
): Promise<PdfVersionRow | null> {
  const { database, clock } = context
  return database.transaction(async (tx) => {
    if (!(await lockPdf(tx, userId, id))) throw new AppError('NotFound')
    await refuseTakenDown(tx, userId, id)
    const pdf = await findPdf(tx, userId, id)
    if (!pdf) throw new AppError('NotFound')
    if (name !== undefined && pdfNameKey(name) !== pdfNameKey(pdf.name))
      throw new AppError('ValidationError', { name: 'pdf-name-locked' })
    const details: Partial<PdfDetails> = {
      ...(companyName !== undefined && { companyName }),
      ...(title !== undefined && { title }),
      ...(website !== undefined && { website: readWebsite(context, website, pdf.website) }),
    }
    const now = clock.now()
    const version = file && versionOf(id, file, fileName, now)
    const isNew = version !== null && !isSameFile(version, pdf.version)
    if (isNew) await replaceCurrent(tx, id, now)
    const placed = isNew ? await insertVersion(tx, version) : null
    if (isNew && !placed) throw new AppError('ValidationError', { pdfFile: 'not-upload-file-pdf' })
    if (placed || Object.keys(details).length > 0) await updatePdf(tx, id, { ...details, updatedAt: now })
    if (title !== undefined) await followTitle(tx, context, userId, id, title)
    return placed
  })
}

/** Its document is not exchanged behind an operator's back. @throws AppError CodeTakenDown */
async function refuseTakenDown(tx: Db, userId: string, id: string): Promise<void> {
  const code = await findUserCode(tx, userId, id)
  if (code?.takedown) throw new AppError('CodeTakenDown')
}

type Compared = Pick<PdfVersionRow, 'sha256' | 'size' | 'fileName'>
const isSameFile = (a: Compared, b: Compared): boolean =>
  a.sha256 === b.sha256 && a.size === b.size && a.fileName === b.fileName

/**
 * Puts an earlier file in its place again; the present one becomes an earlier one.
 * @throws AppError NotFound when it is not of this code, or gone
 */
export async function restoreVersion(
  { database, clock }: PdfContext,
  userId: string,
  id: string,
  versionId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await lockPdf(tx, userId, id))) throw new AppError('NotFound')
    await refuseTakenDown(tx, userId, id)
    if ((await findCurrent(tx, id))?.id === versionId) return
    const at = clock.now()
    const placed = await reactivateVersion(tx, id, versionId, { at, replacedAfter: versionsKeptSince(at) })
    if (!placed) throw new AppError('NotFound')
    await updatePdf(tx, id, { updatedAt: at })
  })
}
