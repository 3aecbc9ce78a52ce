import { and, eq, lt, sql } from 'drizzle-orm'
import { type Db, query } from '../db/database'
import { TRUSTED_NOW } from '../trusted-clock'
import type { IdempotentCall, StoredResponse } from './repeatable-call'
import { idempotencyKeys } from './table'

const nameOf = ({ userId, call, key }: IdempotentCall) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key))

/** False while another transaction works under this key. */
export async function tryLockKey(db: Db, { userId, call, key }: IdempotentCall): Promise<boolean> {
  const name = JSON.stringify([userId, call, key])
  const [row] = await query<{ isLocked: boolean }>(
    db,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isLocked"`,
  )
  return row?.isLocked ?? false
}

export async function findResponse(db: Db, call: IdempotentCall) {
  const [row] = await db.select().from(idempotencyKeys).where(nameOf(call))
  return row ?? null
}

export async function insertResponse(
  db: Db,
  { userId, call, key, bodyHash }: IdempotentCall,
  { statusCode, body }: StoredResponse<unknown>,
  createdAt: Date,
): Promise<void> {
  await db
    .insert(idempotencyKeys)
    .values({ userId, call, key, bodyHash, statusCode, answer: body, createdAt })
}

/** Those of more than 30 days ago, a few at a time: each call takes away more than it adds. */
export async function deleteOldKeys(db: Db): Promise<void> {
  const old = sql`(select ctid from ${idempotencyKeys}
    where ${lt(idempotencyKeys.createdAt, sql`${TRUSTED_NOW} - interval '30 days'`)}
    limit 10 for update skip locked)`
  await db.delete(idempotencyKeys).where(sql`ctid in ${old}`)
}

/** Puts an id where the kept answers to others have an address as a value. */
export async function eraseAddressInResponses(
  db: Db,
  { address, id }: { address: string; id: string },
): Promise<void> {
  const [from, to] = [JSON.stringify(address), JSON.stringify(id)]
  await db.execute(sql`update idempotency_keys set answer = replace(answer::text, ${from}, ${to})::jsonb
    where strpos(answer::text, ${from}) > 0`)
}

/** The answers that are kept for a user. */
export async function eraseResponses(db: Db, userId: string): Promise<void> {
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))
}
