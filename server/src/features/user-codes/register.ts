import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import type { Author } from '../../platform/http/acting'
import type { PreparedCode, UserCodeContext } from './create'
import { idRefused } from './id-rules'
import { hasDocument, lockByDynamicId, type UserCodeRow } from './repository'
import { insertCode } from './write/insert-codes'

type Registering = Pick<UserCodeContext, 'clock' | 'codeHost' | 'quotas' | 'denyList'>

/**
 * Saves a code, or finds the one that the same user registered before: clients of the specification upload a document
 * and register its code by two calls with one id, in either order (spec §4, "PDF create flow").
 * @throws AppError as `insertCode`; DynamicIdExists for an id that leads to something else
 */
export async function registerCode(
  tx: Db,
  context: Registering,
  author: Author,
  code: PreparedCode,
): Promise<UserCodeRow> {
  const { row, isNew } = await insertOrFindPdfCode(tx, context, author, code)
  // Where the code of a document leads, its upload has decided.
  if (isNew || row.target === code.target || (await hasDocument(tx, row.id))) return row
  throw idRefused()
}

/**
 * As `insertCode`; under an id that the user's own code for a PDF has, that one, locked until the transaction ends.
 */
export async function insertOrFindPdfCode(
  tx: Db,
  context: Registering,
  author: Author,
  code: PreparedCode,
): Promise<{ row: UserCodeRow; isNew: boolean }> {
  try {
    return { row: await insertCode(tx, context, author, code), isNew: true }
  } catch (error) {
    // An id that is taken is refused before anything is written.
    if (!(error instanceof AppError) || error.code !== 'DynamicIdExists') throw error
    if (code.contentType !== 'Website-pdf' || code.manualId === null) throw error
    const row = await lockByDynamicId(tx, author.ownerId, code.manualId)
    if (row?.contentType !== 'Website-pdf') throw error
    return { row, isNew: false }
  }
}
