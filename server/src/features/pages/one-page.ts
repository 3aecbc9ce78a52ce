import { type PageOfCode, pdfsOf } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { findPdfsOfPages } from '../pdf-codes'
import { findUserCode } from '../user-codes'
import type { PagesContext } from './judged-page'
import { presentPage } from './present'
import { findPage } from './repository'
import { findReview } from './review/repository'

/** The page of an owner's code, as a call answers with it. @throws AppError NotFound */
export async function onePage(
  context: PagesContext,
  db: Db,
  userId: string,
  id: string,
): Promise<{ result: PageOfCode }> {
  const code = await findUserCode(db, userId, id)
  const page = code && (await findPage(db, userId, id))
  if (!code || !page) throw new AppError('NotFound')
  const ids = pdfsOf(page.draft).map((pdf) => pdf.code)
  const open = (await findPdfsOfPages(db, { userId, ids })).filter(({ isOpen }) => isOpen)
  const hiddenPdfs = ids.filter((pdf) => !open.some((each) => each.id === pdf))
  return { result: presentPage({ ...page, hiddenPdfs }, code, await findReview(db, id), context) }
}
