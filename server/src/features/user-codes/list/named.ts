import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { findUserCodes, type UserCodeRow } from '../repository'

/**
 * An owner's codes whose names are one of these texts, the longest name first and then the newest.
 * @param names as `foldText` writes them; a name is known by its first hundred letters
 */
export async function findNamedCodes(
  db: Db,
  userId: string,
  names: readonly string[],
  limit: number,
): Promise<UserCodeRow[]> {
  if (names.length === 0) return []
  const found = await query<{ id: string }>(
    db,
    sql`select code.id from user_codes code
      where code.user_id = ${userId} and code.product_id in ('dynamic-code', 'static-code')
        and code.deleted_at is null and code.name <> ''
        and code.sort_name collate "C" = any(${sql.param([...names])}::text[])
      order by length(code.sort_name) desc, code.ordinal desc limit ${limit}`,
  )
  return findUserCodes(
    db,
    userId,
    found.map(({ id }) => id),
  )
}
