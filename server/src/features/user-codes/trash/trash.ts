import { TRASH_DAYS } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Database, Db } from '../../../platform/db/database'
import type { Author } from '../../../platform/http/acting'
import type { RepeatedJob } from '../../../platform/jobs'
import type { UserCodeContext } from '../create'
import { wellFormed } from '../repository'
import {
  countExpiredTrash,
  lockExpiredTrash,
  lockTrashed,
  lockTrashUpTo,
  purgeCodes,
} from '../trash-repository'
import { deleteCodes, restoreCodes } from '../write/delete-codes'

/** Codes of one transaction: the embedded engine lets nothing else run meanwhile. */
const AT_ONCE = 50
/** Codes of one call; a client asks again while some are left. */
const EMPTIED_AT_ONCE = 2_000

/**
 * Moves the user's own codes among `ids` to the trash, ignoring the others.
 * @param options.isFinal they are deleted for good instead
 * @throws AppError NotFound when none is the user's
 */
export async function deleteUserCodes(
  { database }: Pick<UserCodeContext, 'database'>,
  author: Author,
  ids: string[],
  { isFinal = false } = {},
): Promise<string[]> {
  return database.transaction(async (tx) => {
    const deleted = [...(await deleteCodes(tx, author.ownerId, wellFormed(ids), { by: author })).keys()]
    if (deleted.length === 0) throw new AppError('NotFound')
    if (isFinal) await purgeCodes(tx, deleted)
    return deleted
  })
}

/**
 * Brings back the user's codes of the trash, with their ids, paths, counters and logs.
 * @throws AppError NotFound when none is there, ExceedLimitation when others took their place in the plan
 */
export async function restoreUserCodes(
  { database, quotas }: Pick<UserCodeContext, 'database' | 'quotas'>,
  author: Author,
  ids: string[],
): Promise<string[]> {
  const codes = wellFormed(ids).map((id) => ({ id, at: null }))
  return database.transaction(async (tx) => {
    const restored = await restoreCodes(tx, { quotas }, author.ownerId, codes, author)
    if (restored.size === 0) throw new AppError('NotFound')
    return [...restored]
  })
}

/**
 * Deletes the user's codes of the trash for good.
 * @throws AppError NotFound when none is there
 */
export function purgeUserCodes(database: Database, userId: string, ids: string[]): Promise<string[]> {
  return database.transaction(async (tx) => {
    const purged = await lockTrashed(tx, userId, wellFormed(ids))
    if (purged.length === 0) throw new AppError('NotFound')
    await purgeCodes(tx, purged)
    return purged
  })
}

/**
 * Deletes for good what was in somebody's trash at a time, in transactions of a few.
 * @returns how many were deleted, and whether some are left
 */
export async function emptyTrash(
  database: Database,
  userId: string,
  upTo: string,
): Promise<{ purged: number; isEmpty: boolean }> {
  let purged = 0
  while (purged < EMPTIED_AT_ONCE) {
    const count = await purgeChunk(database, (tx) => lockTrashUpTo(tx, userId, upTo, AT_ONCE))
    purged += count
    if (count < AT_ONCE) return { purged, isEmpty: true }
  }
  return { purged, isEmpty: false }
}

/** For an account that is erased. */
export async function emptyWholeTrash(database: Database, userId: string): Promise<void> {
  const lock = (tx: Db) => lockTrashUpTo(tx, userId, 'infinity', AT_ONCE)
  while ((await purgeChunk(database, lock)) === AT_ONCE) {}
}

const purgeChunk = (database: Database, lock: (tx: Db) => Promise<string[]>): Promise<number> =>
  database.transaction(async (tx) => {
    const ids = await lock(tx)
    await purgeCodes(tx, ids)
    return ids.length
  })

/** What has been in the trash for its days goes. */
export const trashJobs = (database: Database): RepeatedJob[] => [
  {
    name: 'code-trash',
    everySeconds: 3600,
    irreversible: async () => ({ codes: await countExpiredTrash(database.db, TRASH_DAYS) }),
    async run() {
      const lock = (tx: Db) => lockExpiredTrash(tx, TRASH_DAYS, AT_ONCE)
      while ((await purgeChunk(database, lock)) === AT_ONCE) {}
    },
  },
]
