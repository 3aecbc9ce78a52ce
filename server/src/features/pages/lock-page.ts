import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { lockUserCode, type UserCodeRow } from '../user-codes'
import { findPage, type PageRow } from './repository'

/**
 * Nobody else changes the page of the code until the transaction ends. What was taken down is not exchanged behind an
 * operator's back.
 * @throws AppError NotFound, CodeTakenDown, ValidationError for a static code
 */
export async function lockCode(tx: Db, ownerId: string, id: string): Promise<UserCodeRow> {
  const code = await lockUserCode(tx, ownerId, id)
  if (!code) throw new AppError('NotFound')
  if (code.dynamicId === null) throw new AppError('ValidationError', { id: 'invalid-value' })
  if (code.takedown) throw new AppError('CodeTakenDown')
  return code
}

/** The page of the locked code. @throws AppError as {@link lockCode}, and NotFound for a code without one */
export async function lockPage(tx: Db, ownerId: string, id: string): Promise<PageRow> {
  await lockCode(tx, ownerId, id)
  const page = await findPage(tx, ownerId, id)
  if (!page) throw new AppError('NotFound')
  return page
}
