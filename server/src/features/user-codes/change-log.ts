import type { UserCodeChange } from '@scanleaf/shared'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '../../platform/app-error'
import { type Db, query } from '../../platform/db/database'
import { userCodeChanges, userCodes } from './table'

export type NewChange = typeof userCodeChanges.$inferInsert & { field: UserCodeChange['field'] }
export type ChangeRow = typeof userCodeChanges.$inferSelect

/** The newest changes that are shown. */
const MAX_SHOWN = 100

export async function insertChanges(db: Db, changes: readonly NewChange[]): Promise<void> {
  await db.insert(userCodeChanges).values([...changes])
}

/** Of the rules of a code in an hour: a program that writes them in a loop fills its log. */
const MAX_RULE_CHANGES = 60

/** @throws AppError TooManyRequests */
export async function refuseRuleFlood(db: Db, codeId: string): Promise<void> {
  const [hour] = await query<{ changes: number; seconds: number }>(
    db,
    sql`select count(*)::int as changes, ceil(extract(epoch from min(at) + interval '1 hour' - now()))::int as seconds
      from user_code_changes where code_id = ${codeId} and field = 'rules' and at > now() - interval '1 hour'`,
  )
  if (hour && hour.changes >= MAX_RULE_CHANGES) throw new AppError('TooManyRequests', undefined, hour.seconds)
}

/** Null when the code is not the user's. */
export async function findChanges(db: Db, userId: string, codeId: string): Promise<ChangeRow[] | null> {
  const own = and(eq(userCodes.id, codeId), eq(userCodes.userId, userId), sql`${userCodes.deletedAt} is null`)
  const [code] = await db.select({ id: userCodes.id }).from(userCodes).where(own)
  if (!code) return null
  return db
    .select()
    .from(userCodeChanges)
    .where(eq(userCodeChanges.codeId, codeId))
    .orderBy(desc(userCodeChanges.id))
    .limit(MAX_SHOWN)
}

/** All changes of some codes, those of a code the oldest first. */
export async function findChangesOf(db: Db, codeIds: string[]): Promise<ChangeRow[]> {
  return db
    .select()
    .from(userCodeChanges)
    .where(inArray(userCodeChanges.codeId, codeIds))
    .orderBy(userCodeChanges.codeId, userCodeChanges.id)
}

/** A change of this code, by any owner. */
export async function findChange(db: Db, codeId: string, id: number): Promise<ChangeRow | null> {
  const [row] = await db
    .select()
    .from(userCodeChanges)
    .where(and(eq(userCodeChanges.id, id), eq(userCodeChanges.codeId, codeId)))
  return row ?? null
}

/** A text as it is, anything else as its JSON. */
function textOf(json: string): string {
  const value: unknown = JSON.parse(json)
  return typeof value === 'string' ? value : json
}

/** All of a change that leaves the server. */
export const presentChange = ({ id, at, by, field, from, to }: ChangeRow): UserCodeChange => ({
  id: String(id),
  at: at.toISOString(),
  by,
  field: field as UserCodeChange['field'],
  from: textOf(from),
  to: textOf(to),
})
