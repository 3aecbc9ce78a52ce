import type { ScanDays, Scans, ScanUnit } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { rangeOf, scansOf } from './analytics'
import { findCodeSubject, findOwnerSubject } from './repository'

/**
 * Scans of a user's code, or of all of them together.
 * @param codeId null for all
 * @returns null when the code is not the user's
 * @throws AppError ValidationError for days that are not a range
 */
export async function scansOfUser(
  db: Db,
  {
    userId,
    codeId,
    days,
  }: { userId: string; codeId: string | null; days: ScanDays & { unit?: ScanUnit | undefined } },
  now: Date,
): Promise<Scans | null> {
  const range = rangeOf(days, now)
  const subject =
    codeId === null ? await findOwnerSubject(db, userId) : await findCodeSubject(db, userId, codeId)
  return subject && scansOf(db, subject, range, { isOwner: codeId === null, now })
}
