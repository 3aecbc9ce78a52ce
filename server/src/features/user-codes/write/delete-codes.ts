import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import type { Author } from '../../../platform/http/acting'
import { nextTurn } from '../../../platform/next-turn'
import { recordEvents } from '../../../platform/outbox'
import { addonOf, type UserCodeContext } from '../create'
import { lockUserCodes, type UserCodeRow } from '../repository'
import { moveToTrash, takeFromTrash } from '../trash-repository'

type By = Pick<Author, 'by' | 'personId'>

/** Codes of one statement: the embedded engine lets nothing else run meanwhile. */
const AT_ONCE = 50

/**
 * Moves the user's own among codes to the trash.
 * @param options.isKept says of a code why it stays; null for one that goes
 * @param options.by of the history; without it that has them elsewhere
 * @returns by id when it was moved, or why it was not
 */
export async function deleteCodes(
  tx: Db,
  userId: string,
  ids: readonly string[],
  { isKept = () => null, by }: { isKept?: (code: UserCodeRow) => AppError | null; by?: By } = {},
): Promise<Map<string, Date | AppError>> {
  const result = new Map<string, Date | AppError>()
  const going: string[] = []
  for (const code of await lockUserCodes(tx, userId, ids)) {
    const reason = isKept(code)
    if (reason) result.set(code.id, reason)
    else going.push(code.id)
  }
  for (let at = 0; at < going.length; at += AT_ONCE) {
    const moved = await moveToTrash(tx, userId, going.slice(at, at + AT_ONCE))
    for (const { id, deletedAt } of moved) result.set(id, deletedAt)
    await recordEvents(
      tx,
      userId,
      'code.deleted',
      moved.map(({ id, dynamicId, name }) => ({ id, dynamicId, name, by: by?.by })),
      by,
    )
    await nextTurn()
  }
  return result
}

/** Why an undo leaves a code that was made: somebody has scanned it, or changed it since. Null for one that goes. */
export function whyKept({
  scans,
  createdAt,
  updatedAt,
}: Pick<UserCodeRow, 'scans' | 'createdAt' | 'updatedAt'>): AppError | null {
  if (scans > 0) return new AppError('ValidationError', { '': 'code-scanned' })
  return updatedAt > createdAt ? new AppError('ValidationError', { '': 'changed-since' }) : null
}

/**
 * Brings back codes of the trash, each only if it was moved there at its time; answers the ids of those that came.
 * @throws AppError ExceedLimitation, PurchaseFailure
 */
export async function restoreCodes(
  tx: Db,
  { quotas }: Pick<UserCodeContext, 'quotas'>,
  userId: string,
  deleted: readonly { id: string; at: string | null }[],
  by?: By,
): Promise<Set<string>> {
  const restored: Awaited<ReturnType<typeof takeFromTrash>> = []
  for (let at = 0; at < deleted.length; at += AT_ONCE) {
    const taken = await takeFromTrash(tx, userId, deleted.slice(at, at + AT_ONCE))
    restored.push(...taken)
    await recordEvents(
      tx,
      userId,
      'code.restored',
      taken.map(({ id, dynamicId, name }) => ({ id, dynamicId, name, by: by?.by })),
      by,
    )
    await nextTurn()
  }
  for (const productId of new Set(restored.map((code) => code.productId)))
    await quotas.refuseOver(tx, userId, addonOf(productId))
  return new Set(restored.map(({ id }) => id))
}
