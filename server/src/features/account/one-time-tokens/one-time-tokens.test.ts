import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { testAccounts } from '../../../testing/feature'
import { createToken, deleteTokensOf, findToken, useToken } from './one-time-tokens'

const product = testAccounts()
const transaction: ReturnType<typeof product.database>['transaction'] = (work) =>
  product.database().transaction(work)

const HOUR_MS = 3_600_000
const create = (userId: string | null, lifetimeMs = HOUR_MS) =>
  transaction((tx) => createToken(tx, { kind: 'recovery', userId, data: { to: 'a@x.test' }, lifetimeMs }))
const use = (token: string) => transaction((tx) => useToken(tx, 'recovery', token))

test('of three who use a token at once one does, and the database holds only a hash of it', async () => {
  const { id } = await product.signedIn()
  const token = await create(id)
  const rows = await query<{ row: string }>(
    product.database().db,
    sql`select one_time_tokens::text as row from one_time_tokens`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain(token)
  const used = await Promise.all([use(token), use(token), use(token)])
  expect(used.filter((row) => row !== null)).toEqual([
    expect.objectContaining({ userId: id, data: { to: 'a@x.test' } }),
  ])
  expect(await use(token)).toBeNull()
})

test('a token of another kind, an expired one, one of a deleted user and a guessed one are none', async () => {
  const token = await create(null)
  expect(await transaction((tx) => useToken(tx, 'verify-email', token))).toBeNull()
  expect(await use(await create(null, 0))).toBeNull()
  for (const guess of ['', 'x'.repeat(43), `${token}x`, token.slice(1)]) expect(await use(guess)).toBeNull()
  const { id } = await product.signedIn()
  const ofUser = await create(id)
  await transaction((tx) => deleteTokensOf(tx, randomUUID(), ['recovery']))
  await transaction((tx) => deleteTokensOf(tx, id, ['undo-change']))
  expect(await findToken(product.database().db, 'recovery', ofUser)).not.toBeNull()
  await transaction((tx) => deleteTokensOf(tx, id, ['recovery']))
  expect(await use(ofUser)).toBeNull()
  expect(await use(token)).not.toBeNull()
})

test('a use that fails leaves the token, and expired ones go when the next is made', async () => {
  const token = await create(null)
  const failing = transaction(async (tx) => {
    await useToken(tx, 'recovery', token)
    throw new Error('the rest failed')
  })
  await expect(failing).rejects.toThrow('the rest failed')
  expect(await use(token)).not.toBeNull()
  await create(null, 0)
  await create(null)
  const [left] = await query<{ n: number }>(
    product.database().db,
    sql`select count(*)::int as n from one_time_tokens`,
  )
  expect(left?.n).toBe(1)
})

test('an address that changes without proof is not verified, by whichever statement', async () => {
  const { db } = product.database()
  const { id } = await product.signedIn()
  const stateAfter = async (change: ReturnType<typeof sql>) => {
    await db.execute(sql`update users set ${change} where id = ${id}`)
    const [row] = await query<{ verified: boolean }>(
      db,
      sql`select email_verified_at is not null as verified from users where id = ${id}`,
    )
    return row?.verified
  }
  expect(await stateAfter(sql`email_verified_at = '2026-01-01'`)).toBe(true)
  expect(await stateAfter(sql`email = upper(email), phone = '1'`)).toBe(true)
  expect(await stateAfter(sql`email = 'new@example.test', email_verified_at = '2026-01-02'`)).toBe(true)
  expect(await stateAfter(sql`email = 'other@example.test'`)).toBe(false)
})
