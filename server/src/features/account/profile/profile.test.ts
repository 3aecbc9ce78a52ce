import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Db, query } from '../../../platform/db/database'
import { type Person, testAccounts } from '../../../testing/feature'
import { createPasswordHasher } from '../passwords/password-hasher'
import { basic } from '../testing'

const product = testAccounts()
let mai: Person

beforeEach(async () => {
  mai = await product.signedIn()
})

const patch = (payload: Record<string, unknown>) =>
  product.as(mai).inject({ method: 'PATCH', url: '/identity/users/profile', payload })

const changePassword = (currentPassword: string, newPassword: string) =>
  product.as(mai).inject({
    method: 'PUT',
    url: '/identity/users/password',
    payload: { currentPassword, newPassword },
  })

const signIn = (password: string) =>
  product.inject({ method: 'POST', url: '/identity/users/auth', headers: basic(mai.username, password) })

const profileStatus = async (sid: string) =>
  (await product.as({ sid }).inject({ url: '/identity/users/profile' })).statusCode

test('the own profile holds exactly what the contract names', async () => {
  const reply = await product.as(mai).inject({ url: '/identity/users/profile' })
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.json()).toEqual({
    result: {
      id: mai.id,
      username: mai.username,
      firstName: 'An',
      lastName: 'Trần',
      email: mai.email,
      emailVerified: false,
      mustVerifyEmail: false,
      pendingEmail: '',
      phone: '',
      photo: '',
      role: 'member',
      permissions: {},
      needsSecondFactor: false,
      deletion: null,
    },
  })
})

test('given fields change, the others stay, and columns that nobody may set are ignored', async () => {
  const reply = await patch({
    firstName: 'Ánh',
    phone: '+84 912 345 678',
    role: 'admin',
    username: 'root',
    id: '0',
    passwordHash: 'x',
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.json().result).toMatchObject({
    id: mai.id,
    username: mai.username,
    firstName: 'Ánh',
    lastName: 'Trần',
    phone: '+84 912 345 678',
    role: 'member',
  })
  expect((await patch({})).json().result.firstName).toBe('Ánh')
})

test('a mail address of somebody else is taken, the own one in other case is not', async () => {
  const other = await product.signedIn()
  const refused = await patch({ email: other.email.toUpperCase() })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().error).toMatchObject({ code: 'Conflict', fields: { email: 'taken' } })
  expect((await patch({ email: mai.email.toUpperCase() })).statusCode).toBe(200)
})

test('without a mail server an address counts at once, and nobody is promised a link', async () => {
  const email = `new-${mai.email}`
  expect((await patch({ email })).json().result).toMatchObject({ email, pendingEmail: '' })
  for (const [url, payload] of [
    ['/identity/recovery', { login: email }],
    ['/identity/email/verification', {}],
  ] as const) {
    const refused = await product.as(mai).inject({ method: 'POST', url, payload })
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'MailNotConfigured'])
  }
})

test.each([
  ['email', 'nobody', 'email-without-at'],
  ['email', 'a@localhost', 'email-domain'],
  ['email', 'ánh@shop.example', 'invalid-email'],
  ['firstName', '', 'required'],
  ['lastName', 'x'.repeat(101), 'too-long'],
  ['phone', 'abc', 'invalid-phone'],
  ['phone', '0901 234 567 / 0907 654 321', 'two-phone-numbers'],
  ['photo', '../../etc/passwd', 'invalid-value'],
  ['photo', 'no-image-of-this-id', 'invalid-value'],
])('%s of %j is refused under the field', async (field, value, code) => {
  const reply = await patch({ [field]: value })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().error.fields).toEqual({ [field]: code })
})

test('a new password ends every other session, keeps the own one, and tells nothing secret', async () => {
  const other: string = (await signIn(mai.password)).json().result.sid
  const reply = await changePassword(mai.password, 'mật khẩu mới: 2')
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ result: { ended: 1 } })
  expect(await profileStatus(other)).toBe(401)
  expect(await profileStatus(mai.sid)).toBe(200)
  expect((await signIn(mai.password)).statusCode).toBe(401)
  expect((await signIn('mật khẩu mới: 2')).statusCode).toBe(200)
})

test('a sign-in that was judged before the password changed opens no session after it', async () => {
  const database = product.database()
  const passwordHash = await createPasswordHasher().hash('another password')
  const outside = AsyncLocalStorage.snapshot()
  let signingIn: Promise<number> | undefined
  await database.transaction(async (tx) => {
    await tx.execute(sql`update users set password_hash = ${passwordHash} where id = ${mai.id}`)
    // The request is not part of this transaction. An injected one starts when it is waited for.
    signingIn = outside(() => signIn(mai.password).then((reply) => reply.statusCode))
    // The embedded engine runs one transaction at a time; on PostgreSQL the sign-in goes as far as the held row.
    if (database.engine === 'postgres') await vi.waitFor(() => expectWaiting(tx), { timeout: 10_000 })
  })
  expect(await signingIn).toBe(401)
})

async function expectWaiting(tx: Db): Promise<void> {
  const waiting = await query(
    tx,
    sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`,
  )
  expect(waiting.length).toBeGreaterThan(0)
}

test('a wrong current password changes nothing, and guessing it is slowed down', async () => {
  for (let i = 0; i < 5; i++) {
    const reply = await changePassword(`guess ${i}`, 'another password')
    expect(reply.statusCode).toBe(422)
    expect(reply.json().error.fields).toEqual({ currentPassword: 'wrong-password' })
  }
  expect((await changePassword(mai.password, 'another password')).statusCode).toBe(429)
  product.clock.advance(1000)
  expect((await changePassword(mai.password, 'another password')).statusCode).toBe(200)
})

test.each([
  ['short', 'password-too-short'],
  ['mậtkhẩu-2024', 'password-common'],
  ['x'.repeat(257), 'password-too-long'],
])('the new password %j is refused', async (password, code) => {
  const reply = await changePassword(mai.password, password)
  expect(reply.statusCode).toBe(422)
  expect(reply.json().error.fields).toEqual({ newPassword: code })
})

test.each([
  ['GET', '/identity/users/profile'],
  ['PATCH', '/identity/users/profile'],
  ['PUT', '/identity/users/password'],
  ['DELETE', '/identity/sessions/current'],
  ['DELETE', '/identity/sessions'],
] as const)('%s %s asks for a session before it looks at the body', async (method, url) => {
  const reply = await product.inject({ method, url, ...(method === 'GET' ? {} : { payload: { x: 1 } }) })
  expect(reply.statusCode).toBe(401)
})
