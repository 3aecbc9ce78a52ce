import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ACCESS } from '../../../testing/access'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../../../testing/app'
import { basic } from '../testing'
import { codeOf, stepAt } from './totp'

const product = testApp({
  ADMIN_SECOND_FACTOR: 'required',
  BILLING: 'on',
  BANK_BIN: '970416',
  BANK_ACCOUNT_NUMBER: '1',
  BANK_ACCOUNT_NAME: 'LA',
})

const call = (
  person: { sid: string },
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) => product.as(person).inject({ method, url, ...(payload && { payload }) })

const standingOf = async (person: { sid: string }) => {
  const { needsSecondFactor, role } = (await call(person, 'GET', '/identity/users/profile')).json().result
  const { statusCode } = await call(person, 'GET', '/admin/verify')
  return { role, needsSecondFactor, statusCode }
}

/** The session that turned the app on has not proven it. */
async function prove(admin: Person, secret: string): Promise<void> {
  product.clock.advance(30_000)
  const proof = { password: admin.password, otp: codeOf(secret, stepAt(product.clock.now())) }
  const confirmed = await call(admin, 'POST', '/identity/sessions/current/confirm', proof)
  expect(confirmed.statusCode).toBe(200)
}

test('an administrator acts as a member until a second factor is proven, and keeps the last one', async () => {
  const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  const member = await product.signedIn()
  expect(await standingOf(admin)).toEqual({ role: 'admin', needsSecondFactor: true, statusCode: 403 })
  const makeAdmin = (by: Person) => call(by, 'PATCH', `/identity/users/${member.id}`, { role: 'admin' })
  expect((await makeAdmin(admin)).statusCode).toBe(403)
  // With the mask of a member for users, they are still no administrator.
  await product.database().db.execute(sql`insert into permissions values (${admin.id}, 'users', 15)`)
  expect((await makeAdmin(admin)).statusCode).toBe(403)

  const { secret } = (await call(admin, 'POST', '/identity/factors/totp')).json().result
  const otp = codeOf(secret, stepAt(product.clock.now()))
  await call(admin, 'PUT', '/identity/factors/totp', { otp })
  expect(await standingOf(admin)).toEqual({ role: 'admin', needsSecondFactor: true, statusCode: 403 })
  await prove(admin, secret)
  expect(await standingOf(admin)).toEqual({ role: 'admin', needsSecondFactor: false, statusCode: 200 })
  expect((await call(admin, 'DELETE', '/identity/factors/totp')).json().error.code).toBe('LastFactor')
  expect((await makeAdmin(admin)).statusCode).toBe(200)

  product.clock.advance(30_000)
  const reply = await product.inject({
    method: 'POST',
    url: '/identity/users/auth',
    headers: {
      ...basic(admin.username, admin.password),
      'x-otp': codeOf(secret, stepAt(product.clock.now())),
    },
  })
  expect(reply.json().result.admin).toBe(true)
  expect(await standingOf(await product.signInAgain(member))).toMatchObject({ statusCode: 403 })
})

test('every route that is an administrator’s is closed until then, and open after', async () => {
  const admin = await product.signedIn()
  await product.database().db.execute(sql`update users set role = 'admin' where id = ${admin.id}`)
  const guarded = product
    .routes()
    .map(({ method, path }) => ({ method, path, access: ACCESS[`${method} ${path}`] }))
    .filter(({ access }) => access === 'admin' || Array.isArray(access))
  const all = Object.entries(ACCESS).filter(([, access]) => access === 'admin' || Array.isArray(access))
  expect(guarded.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    all.map(([name]) => name).sort(),
  )
  /** Whether each call is refused; the address leads to nothing, so that nothing happens where it is not. */
  const refusedOf = async () => {
    const refused: string[] = []
    for (const { method, path } of guarded) {
      const url = path.replace(/:\w+/g, '0b9df6a5-7c5e-4c9e-8f0e-3c1a52a8a000')
      const reply = await product.as(admin).inject({ method, url })
      expect([method, path, reply.statusCode]).not.toContain(401)
      if (reply.statusCode === 403) refused.push(`${method} ${path}`)
    }
    return refused
  }
  expect(await refusedOf()).toHaveLength(guarded.length)
  const { secret } = (await call(admin, 'POST', '/identity/factors/totp')).json().result
  await call(admin, 'PUT', '/identity/factors/totp', { otp: codeOf(secret, stepAt(product.clock.now())) })
  await prove(admin, secret)
  expect(await refusedOf()).toEqual([])
})

test('a link that an administrator made without the second factor is theirs as a member', async () => {
  const admin = await product.signedIn()
  await product.database().db.execute(sql`update users set role = 'admin' where id = ${admin.id}`)
  await product.database().db.execute(sql`insert into permissions values (${admin.id}, 'users', 6)`)
  const member = await product.signedIn()
  const made = await call(admin, 'POST', `/identity/users/${member.id}/recovery-link`, { reason: 'called' })
  const token = made.json().result.url.split('#')[1]
  const check = async () =>
    (await product.inject({ method: 'POST', url: '/identity/recovery/check', payload: { token } })).statusCode
  expect(await check()).toBe(200)
  await product.database().db.execute(sql`update users set role = 'admin' where id = ${member.id}`)
  expect(await check()).toBe(410)
})
