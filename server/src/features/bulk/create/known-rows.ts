import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import type { PreparedCode } from '../../user-codes'
import { bulkRows } from '../table'

interface Row {
  row: number
  prepared: PreparedCode | null
}

/** Rows of which the account has a code with the same name, in any case, and the same content. */
export async function findKnownRows(db: Db, userId: string, rows: readonly Row[]): Promise<Set<number>> {
  const given = rows.flatMap(({ row, prepared }) => {
    if (!prepared) return []
    const { name, contentType, target, codeContent } = prepared
    return [{ row, name, contentType, target, codeContent: target === null ? codeContent : null }]
  })
  if (given.length === 0) return new Set()
  const found = await query<{ row: number }>(
    db,
    sql`select distinct given.row from user_codes code
      join jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (row int, name text, "contentType" text, target text, "codeContent" text)
        on lower(code.name) = lower(given.name) and code.content_type = given."contentType"
          and code.target is not distinct from given.target
      where code.user_id = ${userId} and code.deleted_at is null
        and (given."codeContent" is null or code.code_content = given."codeContent")`,
  )
  return new Set(found.map(({ row }) => row))
}

const isKnown = sql`${bulkRows.outcome} = 'ready' and ${bulkRows.problems} @> '[{"code": "same-code"}]'`

/** How many ready rows of a run there is a code of, as its dry run found. */
export const countKnown = (db: Db, runId: string): Promise<number> =>
  db.$count(bulkRows, sql`${bulkRows.runId} = ${runId} and ${isKnown}`)

/** Skips these rows. @returns how many there were */
export async function refuseKnown(tx: Db, runId: string): Promise<number> {
  const skipped = await tx
    .update(bulkRows)
    .set({ outcome: 'skipped' })
    .where(sql`${bulkRows.runId} = ${runId} and ${isKnown}`)
    .returning({ row: bulkRows.row })
  return skipped.length
}
