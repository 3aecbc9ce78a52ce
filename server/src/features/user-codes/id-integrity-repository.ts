import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { type Finding, MAX_FINDINGS } from '../../platform/finding'

export type IdFault = 'id-not-kept' | 'id-of-nothing'

/** Codes whose id could be given to a stranger, and ids that name a code that is not there. */
export async function findIdFaults(db: Db): Promise<Finding<IdFault>[]> {
  const notKept = await subjects(
    db,
    sql`select dynamic_id as subject from user_codes as codes
      where dynamic_id is not null and deleted_at is null and not exists (
        select from dynamic_ids as ids
        where ids.key = lower(codes.dynamic_id) and ids.code_id = codes.id and ids.user_id = codes.user_id)`,
  )
  const ofNothing = await subjects(
    db,
    sql`select key as subject from dynamic_ids as ids
      where code_id is not null and not exists (select from user_codes as codes where codes.id = ids.code_id)`,
  )
  return [
    ...notKept.map((subject) => finding('id-not-kept', subject, 'its code is not in the list of given ids')),
    ...ofNothing.map((subject) => finding('id-of-nothing', subject, 'it names a code that is not there')),
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
