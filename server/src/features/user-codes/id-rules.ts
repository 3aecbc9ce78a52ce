import { dynamicIdKey } from '@scanleaf/shared'
import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../platform/app-error'
import { type Db, query } from '../../platform/db/database'
import { codeTakedowns } from './table'

/** Why a new code may not have an id: another code has it, one in the trash of the same owner, or an operator holds it. */
export type IdRefusal = 'DynamicIdExists' | 'id-in-trash' | 'CodeTakenDown'

/** Ids in lower case that a code may not have, with why. */
export type IdRefusals = ReadonlyMap<string, IdRefusal>

/** @param reason 'id-in-trash' for one that a code in the owner's trash keeps */
export const idRefused = (reason: IdRefusal = 'DynamicIdExists'): AppError =>
  reason === 'CodeTakenDown'
    ? new AppError('CodeTakenDown')
    : new AppError('DynamicIdExists', { dynamicId: reason })

/**
 * A code in the trash that nobody has scanned gives its id and its paths up to another code of its owner, and is then
 * deleted for good (docs/decisions/codes-ids-and-links.md).
 */
export const givesWay = (codeId: SQL): SQL<boolean> => sql`exists (
    select from user_codes gone where gone.id = ${codeId} and gone.deleted_at is not null and not exists (
      select from scan_counters counted where counted.code_id = gone.id and counted.scans > 0
    )
  )`

/** A code of the owner has this id in lower case as a path, which would hide the link of another code. */
const isPathOf = (userId: string, key: SQL): SQL<boolean> => sql`exists (
    select from domain_paths printed
    where printed.user_id = ${userId} and lower(printed.path) = '/' || ${key}
      and not ${givesWay(sql`printed.code_id`)}
  )`

/** Another code of the owner has this path as its id: then it is that code's own link on every domain of theirs. */
export const hasOtherId = (userId: string, path: SQL, codeId: SQL): SQL<boolean> => sql`exists (
    select from dynamic_ids own
    where own.key = lower(substr(${path}, 2)) and own.user_id = ${userId} and own.code_id <> ${codeId}
  )`

/** Which of these ids somebody cannot give to a new code. */
export async function findRefusedIds(db: Db, userId: string, ids: readonly string[]): Promise<IdRefusals> {
  const refused = new Map<string, IdRefusal>()
  if (ids.length === 0) return refused
  const keys = ids.map(dynamicIdKey)
  const taken = await query<{ key: string; isTrash: boolean }>(
    db,
    sql`select key, exists (
          select from user_codes gone where gone.id = code_id and gone.user_id = ${userId} and gone.deleted_at is not null
        ) as "isTrash"
      from dynamic_ids where key = any(${sql.param(keys)}::text[])
        and (user_id <> ${userId} or code_id is not null and not ${givesWay(sql`code_id`)})
      union select key, false from unnest(${sql.param(keys)}::text[]) as key where ${isPathOf(userId, sql`key`)}
      order by "isTrash"`,
  )
  for (const { key, isTrash } of taken) refused.set(key, isTrash ? 'id-in-trash' : 'DynamicIdExists')
  const held = await db
    .select({ key: codeTakedowns.key })
    .from(codeTakedowns)
    .where(and(inArray(codeTakedowns.key, keys), isNull(codeTakedowns.liftedAt)))
  for (const { key } of held) refused.set(key, 'CodeTakenDown')
  return refused
}

/** Orders what opens paths and what chooses ids for one owner, until the transaction ends. */
export async function lockPaths(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`paths of ${userId}`}, 0))`)
}
