import { RESTORE_WITHIN_SECONDS } from '@scanleaf/shared'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import { addonOf, type UserCodeContext } from './create'
import { clearDeleted, markDeleted } from './repository'

type Removing = Pick<UserCodeContext, 'database' | 'clock'>

/** An id of another form belongs to no code, and the database would refuse it. */
export const wellFormed = (ids: readonly string[]): string[] =>
  ids.filter((id) => z.uuid().safeParse(id).success)

/**
 * Deletes the user's own codes among `ids`, ignoring the others.
 * @param options.isFinal they cannot be restored, so that their storage is freed at once
 * @throws AppError NotFound when none is the user's
 */
export async function deleteUserCodes(
  { database, clock }: Removing,
  userId: string,
  ids: string[],
  { isFinal = false } = {},
): Promise<string[]> {
  const past = isFinal ? RESTORE_WITHIN_SECONDS * 1000 + 1 : 0
  const at = new Date(clock.now().getTime() - past)
  const deleted = await database.transaction((tx) => markDeleted(tx, userId, wellFormed(ids), at))
  if (deleted.length === 0) throw new AppError('NotFound')
  return deleted
}

/**
 * Brings back the user's codes that were deleted a moment ago, with their ids, counters and logs.
 * @throws AppError NotFound when none can be, DynamicIdExists when the user gave an id of theirs to another code,
 * ExceedLimitation when others took their place in the plan
 */
export async function restoreUserCodes(
  { database, clock, quotas }: Removing & Pick<UserCodeContext, 'quotas'>,
  userId: string,
  ids: string[],
): Promise<string[]> {
  const since = new Date(clock.now().getTime() - RESTORE_WITHIN_SECONDS * 1000)
  return database.transaction(async (tx) => {
    const { restored, isWhole } = await clearDeleted(tx, userId, wellFormed(ids), since)
    if (restored.length === 0) throw new AppError('NotFound')
    if (!isWhole) throw new AppError('DynamicIdExists')
    for (const productId of new Set(restored.map((code) => code.productId)))
      await quotas.refuseOver(tx, userId, addonOf(productId))
    return restored.map(({ id }) => id)
  })
}
