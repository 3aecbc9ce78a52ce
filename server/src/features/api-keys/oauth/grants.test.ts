import { MAX_API_KEYS } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { keyOf } from '../testing'
import { oauthOf } from './testing'

const product = testApp()
const { register, allowed, exchange, refresh, connected, keys } = oauthOf(product)
const db = () => product.database().db

let lan: Person
beforeEach(async () => {
  lan = await product.signedIn()
})

test('a program that renews its tokens stays connected for thirty days more', async () => {
  const { clientId, refresh_token: token } = await connected(lan)
  await db().execute(sql`update api_keys set expires_at = now() + interval '1 day'`)
  expect((await refresh(clientId, token)).statusCode).toBe(200)
  const [grant] = await query<{ days: number }>(
    db(),
    sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days from api_keys`,
  )
  expect(grant?.days).toBe(30)
})

test('a program is one of fifty keys at most; it takes the place of programs that ended, and of no key', async () => {
  const over = await keyOf(product, lan)
  await db().execute(sql`insert into api_keys (user_id, name, start, hash, scopes, created_by)
    select ${lan.id}, 'k', 'slk_abcd', ${lan.id} || n, '{codes:read}', '' from generate_series(3, ${MAX_API_KEYS}) n`)
  const ended = await connected(lan)
  const waiting = await register()
  const code = await allowed(waiting, lan)
  expect((await exchange(waiting, code)).json()).toEqual({ error: 'invalid_grant' })
  await db().execute(sql`delete from api_keys where hash = ${`${lan.id}3`}`)
  await db().execute(
    sql`update api_keys set expires_at = now() where id = ${over.id} or client_id = ${ended.clientId}`,
  )
  expect((await exchange(waiting, code)).statusCode).toBe(200)
  const left = await keys(lan)
  expect(left).toHaveLength(MAX_API_KEYS - 1)
  expect(left.map(({ id }: { id: string }) => id)).toContain(over.id)
})
