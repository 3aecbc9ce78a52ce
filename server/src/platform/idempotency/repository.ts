import { and, eq, lt, sql } from 'drizzle-orm'
import { type Db, query } from '../db/database'
import type { Answer, RepeatableCall } from './repeatable-call'
import { idempotencyKeys } from './table'

const nameOf = ({ userId, call, key }: RepeatableCall) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key))

/** False while another transaction works under this key. */
export async function tryLockKey(db: Db, { userId, call, key }: RepeatableCall): Promise<boolean> {
  const name = JSON.stringify([userId, call, key])
  const [row] = await query<{ isLocked: boolean }>(
    db,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isLocked"`,
  )
  return row?.isLocked ?? false
}

export async function findAnswer(db: Db, call: RepeatableCall) {
  const [row] = await db.select().from(idempotencyKeys).where(nameOf(call))
  return row ?? null
}

export async function insertAnswer(
  db: Db,
  { userId, call, key, bodyHash }: RepeatableCall,
  { statusCode, body }: Answer<unknown>,
  createdAt: Date,
): Promise<void> {
  await db
    .insert(idempotencyKeys)
    .values({ userId, call, key, bodyHash, statusCode, answer: body, createdAt })
}

/** A few at a time: each call takes away more than it adds. */
export async function deleteKeysBefore(db: Db, time: Date): Promise<void> {
  const old = sql`(select ctid from ${idempotencyKeys} where ${lt(idempotencyKeys.createdAt, time)}
    limit 10 for update skip locked)`
  await db.delete(idempotencyKeys).where(sql`ctid in ${old}`)
}
