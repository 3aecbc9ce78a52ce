import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { type Finding, MAX_FINDINGS } from '../../platform/finding'

export type IdFault = 'id-not-reserved' | 'id-orphaned' | 'path-orphaned' | 'path-hides-id'

/**
 * Codes whose id could be given to somebody else, reserved ids and paths whose code does not exist, and codes whose link
 * leads to another code of their owner, because it is a path of that one.
 */
export async function findIdFaults(db: Db): Promise<Finding<IdFault>[]> {
  const notReserved = await subjects(
    db,
    sql`select dynamic_id as subject from user_codes as codes
      where dynamic_id is not null and purged_at is null and not exists (
        select from dynamic_ids as ids
        where ids.key = lower(codes.dynamic_id) and ids.code_id = codes.id and ids.user_id = codes.user_id)`,
  )
  const orphaned = await subjects(
    db,
    sql`select key as subject from dynamic_ids as ids
      where code_id is not null and not exists (select from user_codes as codes where codes.id = ids.code_id)`,
  )
  const PATH = sql`paths.user_id || ' ' || paths.host || paths.path as subject`
  const pathless = await subjects(
    db,
    sql`select ${PATH} from domain_paths as paths
      where not exists (select from user_codes as codes where codes.id = paths.code_id and codes.user_id = paths.user_id)`,
  )
  const hiding = await subjects(
    db,
    sql`select ${PATH} from domain_paths as paths
      where exists (
          select from user_codes as own
          where own.id = paths.code_id and own.user_id = paths.user_id and own.purged_at is null)
        and exists (
          select from user_codes as hidden
          where lower(hidden.dynamic_id) = substr(lower(paths.path), 2) and hidden.user_id = paths.user_id
            and hidden.id <> paths.code_id and hidden.purged_at is null)`,
  )
  return [
    ...notReserved.map((subject) =>
      finding('id-not-reserved', subject, 'dynamic_ids has no row for its code'),
    ),
    ...orphaned.map((subject) => finding('id-orphaned', subject, 'its code does not exist')),
    ...pathless.map((subject) => finding('path-orphaned', subject, 'its code does not exist')),
    ...hiding.map((subject) =>
      finding('path-hides-id', subject, 'it is the id of another code of its owner'),
    ),
  ]
}

const finding = (fault: IdFault, subject: string, detail: string): Finding<IdFault> => ({
  fault,
  subject,
  detail,
})

async function subjects(db: Db, statement: SQL): Promise<string[]> {
  const rows = await query<{ subject: string }>(
    db,
    sql`select subject from (${statement}) as each order by subject limit ${MAX_FINDINGS}`,
  )
  return rows.map(({ subject }) => subject)
}
