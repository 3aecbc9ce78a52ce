import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, TEST_SETUP_TOKEN, testAccounts } from '../../../testing/feature'
import { basic } from '../testing'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const product = testAccounts()
let mai: Person

beforeEach(async () => {
  mai = await product.signedIn()
})

const statusOf = async (sid: string) =>
  (await product.as({ sid }).inject({ url: '/identity/users/profile' })).statusCode

/** Another session of the same person. */
async function signInAgain(person: Person): Promise<string> {
  const reply = await product.inject({
    method: 'POST',
    url: '/identity/users/auth',
    headers: basic(person.username, person.password),
  })
  return reply.json().result.sid
}

const expiryOf = async (sid: string): Promise<number> => {
  const reply = await product.inject({ url: '/verify-session', headers: { 'x-session-id': sid } })
  return Date.parse(reply.json().result.expiresAt)
}

test('a token ends at sign-out, and only that one', async () => {
  const other = await signInAgain(mai)
  const reply = await product.as(mai).inject({ method: 'DELETE', url: '/identity/sessions/current' })
  expect(reply.json()).toEqual({ result: { ended: 1 } })
  expect(await statusOf(mai.sid)).toBe(401)
  expect(await statusOf(other)).toBe(200)
  const replay = await product.as(mai).inject({ method: 'DELETE', url: '/identity/sessions/current' })
  expect(replay.statusCode).toBe(401)
})

test('sign-out everywhere ends every session of the caller and nobody else', async () => {
  const other = await signInAgain(mai)
  const stranger = await product.signedIn()
  const reply = await product.as(mai).inject({ method: 'DELETE', url: '/identity/sessions' })
  expect(reply.json()).toEqual({ result: { ended: 2 } })
  expect(await statusOf(mai.sid)).toBe(401)
  expect(await statusOf(other)).toBe(401)
  expect(await statusOf(stranger.sid)).toBe(200)
})

test('a session of a suspended user ends at once', async () => {
  await product.database().db.execute(sql`update users set suspended_at = now() where id = ${mai.id}`)
  expect(await statusOf(mai.sid)).toBe(401)
})

test('a session in use moves with its use and ends after 30 days all the same', async () => {
  const start = product.clock.now().getTime()
  for (let day = 0; day < 29; day += 6) {
    expect(await statusOf(mai.sid)).toBe(200)
    product.clock.advance(6 * DAY_MS)
  }
  expect(product.clock.now().getTime()).toBe(start + 30 * DAY_MS)
  expect(await statusOf(mai.sid)).toBe(401)
})

test('a session that is not used ends after 7 days', async () => {
  product.clock.advance(7 * DAY_MS - 1)
  const kept = await signInAgain(mai)
  expect(await expiryOf(kept)).toBe(product.clock.now().getTime() + 7 * DAY_MS)
  product.clock.advance(1)
  expect(await statusOf(mai.sid)).toBe(401)
  expect(await statusOf(kept)).toBe(200)
})

test('the expiry is written at most once a minute', async () => {
  const signedInAt = product.clock.now().getTime()
  product.clock.advance(MINUTE_MS - 1)
  expect(await expiryOf(mai.sid)).toBe(signedInAt + 7 * DAY_MS)
  product.clock.advance(1)
  expect(await expiryOf(mai.sid)).toBe(signedInAt + MINUTE_MS + 7 * DAY_MS)
})

test('ended sessions of a user are cleared away at their next sign-in', async () => {
  await product.database().db.execute(`update sessions set expires_at = now() where user_id = '${mai.id}'`)
  await signInAgain(mai)
  const rows = await query(product.database().db, sql`select 1 from sessions where user_id = ${mai.id}`)
  expect(rows).toHaveLength(1)
})

test.each([
  ['/identity/sessions/verify-token', 'x-access-token'],
  ['/verify-token', 'x-access-token'],
  ['/identity/sessions/verify', 'x-session-id'],
  ['/verify-session', 'x-session-id'],
])('GET %s tells whose the session of %s is', async (url, header) => {
  const reply = await product.inject({ url, headers: { [header]: mai.sid } })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({
    result: { id: mai.id, email: mai.email, admin: false, expiresAt: expect.any(String) },
  })
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('a thousand tokens that are none get one and the same 401', async () => {
  const bodies = new Set<string>()
  for (let i = 0; i < 1000; i++) {
    const token = i % 10 === 0 ? '' : randomBytes(i % 64).toString(i % 2 ? 'base64url' : 'base64')
    const reply = await product.inject({ url: '/verify-session', headers: { 'x-session-id': token } })
    bodies.add(`${reply.statusCode} ${reply.headers['cache-control']} ${reply.body}`)
  }
  expect([...bodies]).toEqual([expect.stringMatching(/^401 no-store \{/)])
})

test('a token counts only in its header: not in the address, a cookie or the header of another call', async () => {
  const refused = [
    await product.inject({ url: `/identity/users/profile?access_token=${mai.sid}&sid=${mai.sid}` }),
    await product.inject({ url: '/identity/users/profile', headers: { cookie: `sid=${mai.sid}` } }),
    await product.inject({ url: '/identity/users/profile', headers: { 'x-access-token': mai.sid } }),
    await product.inject({ url: '/identity/users/profile', headers: { authorization: mai.sid } }),
    await product.inject({ url: `/verify-session?sid=${mai.sid}` }),
    await product.inject({ url: '/verify-session', headers: { 'x-access-token': mai.sid } }),
  ]
  for (const reply of refused) {
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['www-authenticate']).toBeUndefined()
  }
})

test.each(['/identity/admin/verify', '/admin/verify'])('GET %s really asks', async (url) => {
  const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  expect((await product.inject({ url })).statusCode).toBe(401)
  const refused = await product.as(mai).inject({ url })
  expect(refused.statusCode).toBe(403)
  expect(refused.json().error.code).toBe('Forbidden')
  expect(refused.headers['cache-control']).toBe('no-store')
  const passed = await product.as(admin).inject({ url })
  expect(passed.statusCode).toBe(200)
  expect(passed.json().result).toMatchObject({ id: admin.id, admin: true })
})

test('a role that is taken away counts at once', async () => {
  const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  await product.database().db.execute(sql`update users set role = 'member' where id = ${admin.id}`)
  expect((await product.as(admin).inject({ url: '/admin/verify' })).statusCode).toBe(403)
})

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

/** Sessions of a person, as listed. */
async function sessionsOf(person: { sid: string }) {
  const reply = await product.as(person).inject({ url: '/identity/sessions' })
  expect(reply.statusCode).toBe(200)
  expect(reply.body).not.toContain(person.sid)
  return reply.json().result as { id: string; label: string; isCurrent: boolean }[]
}

test('the own sessions are listed with place and browser, and end one by one or all but this one', async () => {
  const reply = await product.inject({
    method: 'POST',
    url: '/identity/users/auth',
    remoteAddress: '113.160.0.1',
    headers: { ...basic(mai.username, mai.password), 'user-agent': CHROME },
  })
  const there = reply.json().result.sid
  await signInAgain(mai)
  const listed = await sessionsOf(mai)
  expect(listed).toHaveLength(3)
  expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
  const chrome = listed.find(({ label }) => label === 'Chrome · Windows')
  expect(chrome).toMatchObject({ country: 'VN', method: 'password', isCurrent: false })

  const end = (person: { sid: string }, id: string | undefined) =>
    product.as(person).inject({ method: 'DELETE', url: `/identity/sessions/${id}` })
  const stranger = await product.signedIn()
  expect((await end(stranger, chrome?.id)).statusCode).toBe(404)
  expect(await statusOf(there)).toBe(200)
  expect((await end(mai, chrome?.id)).json()).toEqual({ result: { ended: 1 } })
  expect(await statusOf(there)).toBe(401)
  expect((await end(mai, chrome?.id)).statusCode).toBe(404)
  expect((await end(mai, 'others')).json()).toEqual({ result: { ended: 1 } })
  expect(await sessionsOf(mai)).toEqual([expect.objectContaining({ isCurrent: true })])
  expect(await statusOf(stranger.sid)).toBe(200)
})

const agedByMinutes = (person: Person, minutes: number) =>
  product.database().db.execute(sql`
    update sessions set confirmed_at = confirmed_at - ${minutes} * interval '1 minute' where user_id = ${person.id}`)

const confirm = (person: { sid: string }, payload: object) =>
  product.as(person).inject({ method: 'POST', url: '/identity/sessions/current/confirm', payload })

test('what is sensitive is asked for again after ten minutes, of each session by itself', async () => {
  const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  const sensitive = [
    [mai, 'PATCH', '/identity/users/profile', { email: 'new-of-mai@example.test' }],
    [admin, 'PATCH', `/identity/users/${mai.id}`, { permissions: { products: 4 } }],
    [admin, 'PATCH', `/identity/users/${mai.id}`, { role: 'member' }],
  ] as const
  const codeOf = async ([person, method, url, payload]: (typeof sensitive)[number]) => {
    const reply = await product.as(person).inject({ method, url, payload })
    return reply.statusCode === 200 ? 200 : reply.json().error.code
  }
  for (const person of [mai, admin]) await agedByMinutes(person, 9)
  for (const call of sensitive) expect(await codeOf(call)).toBe(200)
  for (const person of [mai, admin]) await agedByMinutes(person, 1)
  await product.database().db.execute(sql`update users set email = ${mai.email} where id = ${mai.id}`)
  for (const call of sensitive) expect(await codeOf(call)).toBe('ConfirmationRequired')
  expect(
    (
      await product
        .as(mai)
        .inject({ method: 'PATCH', url: '/identity/users/profile', payload: { firstName: 'Mai' } })
    ).statusCode,
  ).toBe(200)

  // A confirmation in another session of the same person does not count for this one.
  const other = await signInAgain(mai)
  expect((await confirm({ sid: other }, { password: mai.password })).statusCode).toBe(200)
  expect(await codeOf(sensitive[0])).toBe('ConfirmationRequired')
  const confirmed = await confirm(mai, { password: mai.password })
  expect(confirmed.statusCode).toBe(200)
  expect(Date.parse(confirmed.json().result.confirmedUntil)).toBeGreaterThan(Date.now())
  expect(await codeOf(sensitive[0])).toBe(200)
})

test('a wrong password confirms nothing, and guessing it is slowed down', async () => {
  await agedByMinutes(mai, 10)
  const refused = await confirm(mai, { password: 'a guess' })
  expect([refused.statusCode, refused.json().error.fields]).toEqual([422, { password: 'wrong-password' }])
  for (let tries = 1; tries < 5; tries++) await confirm(mai, { password: 'a guess' })
  const slowed = await confirm(mai, { password: mai.password })
  expect(slowed.statusCode).toBe(429)
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0)
  const change = await product.as(mai).inject({
    method: 'PUT',
    url: '/identity/users/password',
    payload: { currentPassword: mai.password, newPassword: 'another correct horse' },
  })
  expect(change.statusCode, 'one count for both calls').toBe(429)
})
