import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { nextTurn } from '../../../platform/next-turn'
import { insertChanges, type NewChange } from '../change-log'
import { isOwnAddress, type KnownHosts, refuseLinkLoop } from '../content/redirect-loop'
import { type Author, addonOf, type UserCodeContext } from '../create'
import { lockUserCodes, type UserCodeEdit, type UserCodeRow } from '../repository'
import { moveToTrash, takeFromTrash } from '../trash-repository'
import { editOf, isSameJson, type Wanted } from '../update'
import { refusalOf } from './insert-codes'
import { updateUserCodes } from './repository'

/** Codes of one statement: the embedded engine lets nothing else run meanwhile. */
const AT_ONCE = 50

type Context = Pick<UserCodeContext, 'clock' | 'codeHost' | 'denyList'>

/** What of a code was changed: its columns as they were and as they are. */
export interface Changed {
  from: Wanted
  to: Wanted
}

/**
 * Changes the user's own among codes, and logs what changed, as `applyChange` does for one.
 * @param wantedOf throws AppError for a code that it refuses
 * @returns by id what was changed, or why it was not
 */
export async function changeCodes(
  tx: Db,
  context: Context,
  user: Author,
  ids: readonly string[],
  wantedOf: (code: UserCodeRow) => Wanted,
): Promise<Map<string, Changed | AppError>> {
  const result = new Map<string, Changed | AppError>()
  const known: KnownHosts = new Map()
  let edits: { id: string; edit: UserCodeEdit }[] = []
  let changes: NewChange[] = []
  const write = async () => {
    if (edits.length === 0) return
    await updateUserCodes(tx, edits)
    await insertChanges(tx, changes)
    edits = []
    changes = []
    await nextTurn()
  }
  for (const code of await lockUserCodes(tx, user.id, ids)) {
    const refusal = await refusalOf(async () => {
      const wanted = wantedOf(code)
      const change = editOf(context, user, code, wanted)
      result.set(code.id, { from: valuesOf(code, wanted), to: wanted })
      if (!change) return
      const { target } = wanted
      if (target !== undefined && (await isOwnAddress(tx, target, context.codeHost, known))) {
        // A ring may close over the codes before it.
        await write()
        await refuseLinkLoop(tx, context.codeHost, code.dynamicId, target)
      }
      edits.push({ id: code.id, edit: change.edit })
      changes.push(...change.changes)
    })
    if (refusal) result.set(code.id, refusal)
    if (edits.length >= AT_ONCE) await write()
  }
  await write()
  return result
}

const valuesOf = (code: UserCodeRow, wanted: Wanted): Wanted =>
  Object.fromEntries(Object.keys(wanted).map((column) => [column, code[column as keyof Wanted] ?? null]))

/** Whether a code still has the values of a change. */
export const hasValues = (code: UserCodeRow, values: Wanted): boolean =>
  Object.entries(values).every(([column, value]) =>
    isSameJson(code[column as keyof Wanted] ?? null, value ?? null),
  )

/**
 * Moves the user's own among codes to the trash.
 * @param isKept says of a code why it stays; null for one that goes
 * @returns by id when it was moved, or why it was not
 */
export async function deleteCodes(
  tx: Db,
  userId: string,
  ids: readonly string[],
  isKept: (code: UserCodeRow) => AppError | null = () => null,
): Promise<Map<string, Date | AppError>> {
  const result = new Map<string, Date | AppError>()
  const going: string[] = []
  for (const code of await lockUserCodes(tx, userId, ids)) {
    const reason = isKept(code)
    if (reason) result.set(code.id, reason)
    else going.push(code.id)
  }
  for (let at = 0; at < going.length; at += AT_ONCE) {
    for (const { id, deletedAt } of await moveToTrash(tx, userId, going.slice(at, at + AT_ONCE)))
      result.set(id, deletedAt)
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
): Promise<Set<string>> {
  const restored: Awaited<ReturnType<typeof takeFromTrash>> = []
  for (let at = 0; at < deleted.length; at += AT_ONCE) {
    restored.push(...(await takeFromTrash(tx, userId, deleted.slice(at, at + AT_ONCE))))
    await nextTurn()
  }
  for (const productId of new Set(restored.map((code) => code.productId)))
    await quotas.refuseOver(tx, userId, addonOf(productId))
  return new Set(restored.map(({ id }) => id))
}
