import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { type Finding, MAX_FINDINGS } from '../../platform/finding'

export type IdFault = 'id-not-reserved' | 'id-orphaned'

/** Codes whose id could be given to somebody else, and reserved ids whose code does not exist. */
export async function findIdFaults(db: Db): Promise<Finding<IdFault>[]> {
  const notReserved = await subjects(
    db,
    sql`select dynamic_id as subject from user_codes as codes
      where dynamic_id is not null and deleted_at is null and not exists (
        select from dynamic_ids as ids
        where ids.key = lower(codes.dynamic_id) and ids.code_id = codes.id and ids.user_id = codes.user_id)`,
  )
  const orphaned = await subjects(
    db,
    sql`select key as subject from dynamic_ids as ids
      where code_id is not null and not exists (select from user_codes as codes where codes.id = ids.code_id)`,
  )
  return [
    ...notReserved.map((subject) =>
      finding('id-not-reserved', subject, 'dynamic_ids has no row for its code'),
    ),
    ...orphaned.map((subject) => finding('id-orphaned', subject, 'its code does not exist')),
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
