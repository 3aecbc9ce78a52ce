import type { PdfCode } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { findUserCode } from '../user-codes'
import type { PdfContext } from './create'
import { presentPdf } from './present'
import { findPdf, type PdfRow } from './repository'

/**
 * A PDF code as a call answers it.
 * @throws AppError NotFound when it is not the user's, or in the trash
 */
export async function onePdf(
  context: PdfContext,
  db: Db,
  userId: string,
  pdf: PdfRow | null,
): Promise<{ result: PdfCode }> {
  const code = pdf && (await findUserCode(db, userId, pdf.id))
  if (!pdf || !code) throw new AppError('NotFound')
  return { result: presentPdf(pdf, code, context) }
}

/** @throws AppError NotFound */
export const onePdfById = async (context: PdfContext, db: Db, userId: string, id: string) =>
  onePdf(context, db, userId, await findPdf(db, userId, id))
