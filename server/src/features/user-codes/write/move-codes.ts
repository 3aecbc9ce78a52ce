import { sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import { type Db, query } from '../../../platform/db/database'
import { nextTurn } from '../../../platform/next-turn'
import { recordEvents } from '../../../platform/outbox'
import { lockClosing } from '../../scans'
import { lockUserCodes, type UserCodeRow } from '../repository'

/** Codes of one statement: the embedded engine lets nothing else run meanwhile. */
const AT_ONCE = 50

export interface Move {
  /** Owner of the codes. */
  from: string
  to: string
  /** What the new owner reads, or nothing, in place of the people who made and changed the codes. */
  called: string
  /** Who moves them. */
  by: string
}

/**
 * Whether codes of an owner may be printed with a domain of theirs. Switched off or lost, it may come back, and it serves the
 * codes of its owner alone.
 */
export async function hadLinkDomain(db: Db, userId: string): Promise<boolean> {
  const rows = await query(
    db,
    sql`select 1 from custom_domains where user_id = ${userId} and kind = 'qrcode'
      and (proven_at is not null or lost_at is not null)`,
  )
  return rows.length > 0
}

/**
 * Refuses to move a code whose printed copies would die of it, or that visitors have reported.
 * @throws AppError CodeTakenDown, ValidationError
 */
export function refuseMove(code: UserCodeRow, hasDomain: boolean): void {
  if (code.takedown) throw new AppError('CodeTakenDown')
  if (code.reported) throw new AppError('ValidationError', { '': 'code-reported' })
  if (code.dynamicId === null) return
  if (code.paths.length > 0) throw new AppError('ValidationError', { '': 'code-has-paths' })
  if (hasDomain) throw new AppError('ValidationError', { '': 'code-on-domain' })
}

/**
 * Moves codes to another owner, with their files, logs and scans. No scan is counted until the transaction ends.
 * @param refuse says of a locked code why it stays, by throwing an AppError; it may count room
 * @returns by id the code as it was, or why it stayed
 */
export async function moveCodes(
  tx: Db,
  { from, to, called, by }: Move,
  ids: readonly string[],
  refuse: (code: UserCodeRow, hasDomain: boolean) => void,
): Promise<Map<string, UserCodeRow | AppError>> {
  const result = new Map<string, UserCodeRow | AppError>()
  // Before the codes: whoever waits for a code has no lock that a fold waits for.
  await lockClosing(tx)
  const hasDomain = await hadLinkDomain(tx, from)
  const moving: UserCodeRow[] = []
  for (const code of await lockUserCodes(tx, from, ids)) {
    try {
      refuse(code, hasDomain)
      moving.push(code)
      result.set(code.id, code)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      result.set(code.id, error)
    }
  }
  for (let at = 0; at < moving.length; at += AT_ONCE) {
    const some = moving.slice(at, at + AT_ONCE)
    const codes = sql`${sql.param(some.map(({ id }) => id))}::uuid[]`
    await tx.execute(sql`select move_codes(${codes}, ${from}, ${to}, ${called})`)
    const events = some.map(({ id, dynamicId, name }) => ({ id, dynamicId, name }))
    await recordEvents(tx, from, 'code.deleted', events)
    await recordEvents(
      tx,
      to,
      'code.created',
      events.map((event) => ({ ...event, by })),
    )
    await nextTurn()
  }
  return result
}

/** Whether nothing of an owner is kept any more, because it is being erased; decided for a transaction with the lock of closing. */
export async function isSealed(db: Db, userId: string): Promise<boolean> {
  const rows = await query(
    db,
    sql`select 1 from scan_owners where user_id = ${userId} and sealed_at is not null`,
  )
  return rows.length > 0
}

/** Files of the documents that codes have and had, and pictures of their pages, by code. */
export async function filesOfCodes(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { files: number; bytes: number }>> {
  const rows = await query<{ id: string; files: number; bytes: number }>(
    db,
    sql`select id, count(*)::int as files, sum(size)::float8 as bytes from (
        select version.code_id as id, file.size
        from pdf_versions version join files file on file.id = version.file_id
        where version.code_id = any(${sql.param([...ids])}::uuid[])
        union all
        select page_id, small_size + large_size from page_pictures
        where page_id = any(${sql.param([...ids])}::uuid[])
      ) as kept group by id`,
  )
  return new Map(rows.map(({ id, files, bytes }) => [id, { files, bytes }]))
}
