import { isZone } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import type { Author } from '../../platform/http/acting'
import { type ChangeRow, findChange } from './change-log'
import type { UserCodeContext } from './create'
import { addPathWithin, removePathWithin } from './paths/change-paths'
import { lockUserCode, type UserCodeRow } from './repository'
import { type LoggedRules, restoredRules } from './rules/next-rules'
import { applyChange, LOGGED } from './write/change-codes'

/**
 * Takes one change of the log back; that is a change, too.
 * @throws AppError NotFound for a change that is not of this code, ValidationError for what is refused by now
 */
export function revertChange(
  context: UserCodeContext,
  author: Author,
  id: string,
  changeId: number,
): Promise<UserCodeRow> {
  return context.database.transaction(async (tx) => {
    const change = await findChange(tx, id, changeId)
    if (!change) throw new AppError('NotFound')
    if (change.field === 'path') return revertPath(tx, context, author, change)
    const column = Object.entries(LOGGED).find(([, field]) => field === change.field)?.[0]
    if (!column) throw new AppError('NotFound')
    const before: unknown = JSON.parse(change.from)
    if (column === 'rules') return revertRules(tx, context, author, id, before)
    return applyChange(tx, context, author, id, () => ({ [column]: before }))
  })
}

/** The rules that were there come as new ones, whatever their revision. */
function revertRules(tx: Db, context: UserCodeContext, author: Author, id: string, before: unknown) {
  return applyChange(tx, context, author, id, (code) => {
    const logged = before as LoggedRules
    // A zone may be gone from the engine since then.
    if (logged && !isZone(logged.zone)) throw new AppError('ValidationError', { rules: 'invalid-value' })
    return { rules: restoredRules(code.rules, logged, context.addressRules) }
  })
}

/** A link that has gone, or come back, since then stays as it is. */
async function revertPath(
  tx: Db,
  context: UserCodeContext,
  author: Author,
  { codeId, from, to }: ChangeRow,
): Promise<UserCodeRow> {
  const [before, after]: string[] = [JSON.parse(from), JSON.parse(to)]
  if (before) return addPathWithin(tx, context, author, codeId, before)
  const code = await lockUserCode(tx, author.ownerId, codeId)
  if (!code) throw new AppError('NotFound')
  return after && code.paths.includes(after) ? removePathWithin(tx, context, author, codeId, after) : code
}
