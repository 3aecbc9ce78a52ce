import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import { eraseFromArchives } from './archive/erase-from-archives'
import { lockClosing } from './closing/closing-repository'
import { ALWAYS, isIn, spanPartsOf } from './log/log-spans'

const CODES_AT_ONCE = 200
const ROWS_AT_ONCE = 5_000
const LONG_MS = 60_000

/**
 * From now on no scan of an owner's codes is kept: the inbox has none of them any more, and a fold drops those that come.
 * The lock waits for the fold that may have read the owner as unsealed and holds back those that follow, so that what
 * `eraseScans` deletes does not come back.
 */
export async function sealOwner(database: Database, userId: string): Promise<void> {
  await database.transaction(
    async (tx) => {
      await lockClosing(tx)
      await tx.execute(sql`
        insert into scan_owners (user_id, sealed_at) values (${userId}, now())
        on conflict (user_id) do update set sealed_at = coalesce(scan_owners.sealed_at, now())`)
      await tx.execute(sql`
        delete from scan_inbox where code = any (array(
          select code from scan_codes join scan_code_numbers using (code_id) where user_id = ${userId}))`)
    },
    // A fold of many scans may take longer than a call has.
    { statementTimeoutMs: LONG_MS },
  )
}

/** Deletes the log, its archives and the figures of all codes of a sealed owner, deleted codes too. */
export async function eraseScans(
  { database, files }: { database: Database; files: FileStore },
  userId: string,
): Promise<void> {
  const { db } = database
  const codes = await codeIdsOf(database, userId)
  for (let at = 0; at < codes.length; at += CODES_AT_ONCE)
    await eraseSubjects(database, codes.slice(at, at + CODES_AT_ONCE))
  await eraseFromArchives({ database, files }, codes)
  const owners = await query<{ subject: string }>(
    db,
    sql`update scan_owners set scans = 0 where user_id = ${userId} returning subject`,
  )
  await eraseRollups(
    database,
    owners.map(({ subject }) => subject),
  )
}

/** No index leads to deleted codes of an owner. */
const codeIdsOf = (database: Database, userId: string): Promise<string[]> =>
  database.transaction(
    async (tx) => {
      const rows = await query<{ id: string }>(
        tx,
        sql`select code_id as id from scan_codes where user_id = ${userId} order by code_id`,
      )
      return rows.map(({ id }) => id)
    },
    { statementTimeoutMs: LONG_MS },
  )

async function eraseSubjects(database: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { db } = database
  const codes = sql`${sql.param(ids)}::uuid[]`
  const numbers = sql`(select code from scan_code_numbers where code_id = any(${codes}))`
  for (const part of await spanPartsOf(db, ALWAYS))
    await deleteFrom('scan_log', sql`code, at`, sql`code in ${numbers}`, isIn(part))
  await eraseRollups(database, ids)
  await db.execute(sql`update scan_counters set scans = 0 where code_id = any(${codes}) and scans > 0`)

  function deleteFrom(name: string, key: SQL, isTheirs: SQL, within = sql`true`): Promise<void> {
    const table = sql.identifier(name)
    return deleteInParts(
      db,
      sql`delete from ${table} where ${within} and (${key}) in (
        select ${key} from ${table} where ${isTheirs} and ${within} limit ${ROWS_AT_ONCE})
        returning 1 as one`,
    )
  }
}

async function eraseRollups(database: Database, subjects: string[]): Promise<void> {
  const { db } = database
  // A step of closing that read what is erased has ended then; a later one finds nothing.
  await database.transaction(lockClosing, { statementTimeoutMs: LONG_MS })
  const named = sql`subject = any(${sql.param(subjects)}::uuid[])`
  for (const [table, key] of [
    ['scan_quarters', sql`subject, at`],
    ['scan_breakdowns', sql`subject, minutes, at`],
  ] as const)
    await deleteInParts(
      db,
      sql`delete from ${sql.identifier(table)} where (${key}) in (
        select ${key} from ${sql.identifier(table)} where ${named} limit ${ROWS_AT_ONCE})
        returning 1 as one`,
    )
}

/** A code may have millions of rows, and a statement has two seconds. Rows of the log share a key where they share a time. */
async function deleteInParts(db: Db, statement: SQL): Promise<void> {
  while ((await query(db, statement)).length >= ROWS_AT_ONCE);
}
