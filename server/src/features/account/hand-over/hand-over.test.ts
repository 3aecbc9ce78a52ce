import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'

const SHOP = 'https://shop.example'
const product = testApp({ HANDOVER_CODE_ORIGINS: `${SHOP}/`, ALLOWED_ORIGINS: 'https://menu.example' })
let mai: Person

beforeEach(async () => {
  mai = await product.signedIn()
})

const ask = (origin: string, more: object = {}, who = mai) =>
  product.as(who).inject({ method: 'POST', url: '/identity/sessions/code', payload: { origin, ...more } })
const codeFor = async (origin = SHOP, more: object = {}): Promise<string> =>
  (await ask(origin, more)).json().result.code
const exchange = (code: string, headers = {}) =>
  product.inject({ method: 'POST', url: '/identity/sessions/exchange', payload: { code }, headers })
const whose = async (sid: string) =>
  (await product.inject({ url: '/verify-session', headers: { 'x-session-id': sid } })).json().result?.id
const refusal = (reply: { statusCode: number; json(): { error?: { code: string } } }) => [
  reply.statusCode,
  reply.json().error?.code,
]
const EXPIRED = [410, 'LinkExpired']

test('the browser learns who gets a code; such origins are among those that may call and be returned to', async () => {
  const { result } = (await product.inject('/config')).json()
  expect(result.handoverCodeOrigins).toEqual(['http://app.test', SHOP])
  expect(result.returnOrigins).toEqual(['http://app.test', 'https://menu.example', SHOP])
  const reply = await exchange('none', { origin: SHOP })
  expect(reply.headers['access-control-allow-origin']).toBe(SHOP)
})

test('a code gives one new session, of ten exchanges at once, and the old one goes on', async () => {
  const code = await codeFor()
  const replies = await Promise.all(Array.from({ length: 10 }, () => exchange(code, { origin: SHOP })))
  const made = replies.filter(({ statusCode }) => statusCode === 200)
  expect(made).toHaveLength(1)
  const session = made[0]?.json().result
  expect(session).toMatchObject({ id: mai.id, email: mai.email, admin: false })
  expect(session.sid).not.toBe(mai.sid)
  expect([await whose(session.sid), await whose(mai.sid)]).toEqual([mai.id, mai.id])
  expect(refusal(await exchange(code))).toEqual(EXPIRED)
})

test('the session of a sign-in page, which has no use for it, ends with the exchange', async () => {
  const { sid } = (await exchange(await codeFor(SHOP, { endsSession: true }))).json().result
  expect([await whose(sid), await whose(mai.sid)]).toEqual([mai.id, undefined])
})

test.each<[string, () => Promise<unknown>]>([
  ['after a minute', () => product.database().db.execute(sql`update one_time_tokens set expires_at = now()`)],
  [
    'after the sign-out',
    () => product.as(mai).inject({ method: 'DELETE', url: '/identity/sessions/current' }),
  ],
  ['of a suspended user', () => product.database().db.execute(sql`update users set suspended_at = now()`)],
])('a code counts no more %s', async (_when, happens) => {
  const code = await codeFor()
  await happens()
  expect(refusal(await exchange(code))).toEqual(EXPIRED)
})

test('a code gives nothing to a page of another origin that found it', async () => {
  const code = await codeFor()
  expect(refusal(await exchange(code, { origin: 'https://menu.example' }))).toEqual(EXPIRED)
})

test.each(['https://menu.example', 'https://shop.example.evil.example', 'http://shop.example', '*', ''])(
  'no code is made for %j',
  async (origin) => {
    const reply = await ask(origin)
    expect([reply.statusCode, Object.keys(reply.json().error.fields)]).toEqual([422, ['origin']])
  },
)

test('the new session is no fresh confirmation, proves what the old one did and ends with it', async () => {
  const { db } = product.database()
  await db.execute(sql`update sessions set method = 'otp', absolute_expires_at = date_trunc('milliseconds', now()) + interval '1 hour',
    expires_at = now() + interval '1 hour' where user_id = ${mai.id}`)
  const handed = (await exchange(await codeFor())).json().result
  const [old, made] = await query(
    db,
    sql`select method, absolute_expires_at, confirmed_at from sessions
      where user_id = ${mai.id} order by confirmed_at nulls last`,
  )
  expect(made).toEqual({ ...old, confirmed_at: null })
  const change = await product
    .as({ sid: handed.sid })
    .inject({ method: 'PATCH', url: '/identity/users/profile', payload: { email: 'else@example.test' } })
  expect(refusal(change)).toEqual([403, 'ConfirmationRequired'])
})
