import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { nextTurn } from '../../../platform/next-turn'
import { insertChanges, type NewChange } from '../change-log'
import { isOwnAddress, type KnownHosts, refuseLinkLoop } from '../content/redirect-loop'
import { type Author, addonOf, type UserCodeContext } from '../create'
import { lockUserCodes, markDeleted, type UserCodeEdit, type UserCodeRow } from '../repository'
import { refuseTakenDown } from '../takedown'
import { editOf, isSameJson, type Wanted } from '../update'
import { refusalOf } from './insert-codes'
import { restoreDeleted, updateUserCodes } from './repository'

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
      refuseTakenDown(code)
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
 * Deletes the user's own among codes, except those taken down.
 * @param isKept says of a code why it stays; null for one that goes
 * @returns by id when it was deleted, or why it was not
 */
export async function deleteCodes(
  tx: Db,
  { clock }: Pick<Context, 'clock'>,
  userId: string,
  ids: readonly string[],
  isKept: (code: UserCodeRow) => AppError | null = () => null,
): Promise<Map<string, Date | AppError>> {
  const now = clock.now()
  const result = new Map<string, Date | AppError>()
  for (const code of await lockUserCodes(tx, userId, ids))
    result.set(code.id, (code.takedown ? new AppError('CodeTakenDown') : isKept(code)) ?? now)
  const gone = [...result].flatMap(([id, outcome]) => (outcome instanceof Date ? [id] : []))
  for (let at = 0; at < gone.length; at += AT_ONCE) {
    await markDeleted(tx, userId, gone.slice(at, at + AT_ONCE), now)
    await nextTurn()
  }
  return result
}

/**
 * Brings back codes that were deleted at these times, at most `forMs` ago; answers the ids of those that came.
 * @throws AppError ExceedLimitation, PurchaseFailure
 */
export async function restoreCodes(
  tx: Db,
  { clock, quotas }: Pick<UserCodeContext, 'clock' | 'quotas'>,
  userId: string,
  deleted: readonly { id: string; at: string }[],
  forMs: number,
): Promise<Set<string>> {
  const since = new Date(clock.now().getTime() - forMs)
  const restored: Awaited<ReturnType<typeof restoreDeleted>> = []
  for (let at = 0; at < deleted.length; at += AT_ONCE) {
    restored.push(...(await restoreDeleted(tx, userId, deleted.slice(at, at + AT_ONCE), since)))
    await nextTurn()
  }
  for (const productId of new Set(restored.map((code) => code.productId)))
    await quotas.refuseOver(tx, userId, addonOf(productId))
  return new Set(restored.map(({ id }) => id))
}
