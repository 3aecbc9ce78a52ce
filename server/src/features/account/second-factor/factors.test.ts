import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testAccounts } from '../../../testing/feature'
import { basic } from '../testing'
import { codeOf, stepAt } from './totp'

const STEP_MS = 30_000

const product = testAccounts()
let mai: Person
let secret: string
let recoveryCodes: string[]

const call = (
  person: { sid: string },
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
) => product.as(person).inject({ method, url: `/identity/factors${path}`, ...(payload && { payload }) })

/** The code of the app now, or `steps` later. */
const code = (steps = 0) => codeOf(secret, stepAt(product.clock.now()) + steps)

const NEW_PLACE = { remoteAddress: '113.160.7.7' }

const signIn = (otp?: string, password = mai.password, from: { remoteAddress?: string } = {}) =>
  product.inject({
    method: 'POST',
    url: '/identity/users/auth',
    headers: { ...basic(mai.username, password), ...(otp !== undefined && { 'x-otp': otp }) },
    ...from,
  })

const confirm = (payload: object) =>
  product.as(mai).inject({ method: 'POST', url: '/identity/sessions/current/confirm', payload })
/** The session that turned the app on has not proven it. */
const proveApp = async () =>
  expect((await confirm({ password: mai.password, otp: code() })).statusCode).toBe(200)

const refusal = (reply: Awaited<ReturnType<typeof signIn>>) => [
  reply.statusCode,
  reply.json().error?.code,
  reply.json().error?.fields,
]

beforeEach(async () => {
  mai = await product.signedIn()
  const setup = await call(mai, 'POST', '/totp')
  expect(setup.statusCode).toBe(201)
  secret = setup.json().result.secret
  expect(setup.json().result.uri).toContain(`secret=${secret}`)
  const enabled = await call(mai, 'PUT', '/totp', { otp: code() })
  expect(enabled.statusCode).toBe(200)
  recoveryCodes = enabled.json().result.recoveryCodes
  product.clock.advance(STEP_MS)
})

test('a secret counts only once a code of it was seen, and ends the sessions opened without it', async () => {
  mai = await product.signedIn()
  const other = await product.signInAgain(mai)
  secret = (await call(mai, 'POST', '/totp')).json().result.secret
  expect((await signIn()).statusCode).toBe(200)
  const replaced = secret
  secret = (await call(mai, 'POST', '/totp')).json().result.secret
  const stale = await call(mai, 'PUT', '/totp', { otp: codeOf(replaced, stepAt(product.clock.now())) })
  expect([stale.statusCode, stale.json().error.fields]).toEqual([422, { otp: 'wrong-otp' }])
  expect((await call(mai, 'PUT', '/totp', { otp: code() })).statusCode).toBe(200)
  expect((await call(other, 'GET', '')).statusCode).toBe(401)
  const listed = await product.as(mai).inject({ url: '/identity/sessions' })
  const current = expect.objectContaining({ isCurrent: true, method: 'password' })
  expect(listed.json().result, 'enrolling proves nothing').toEqual([current])
  product.clock.advance(STEP_MS)
  await proveApp()
  expect((await call(mai, 'POST', '/totp')).statusCode, 'no second secret beside it').toBe(409)
})

test('the right password alone opens nothing; a code opens one session, and counts once', async () => {
  expect(refusal(await signIn())).toEqual([401, 'SecondFactorRequired', undefined])
  expect(refusal(await signIn('000000'))).toEqual([401, 'SecondFactorRequired', { otp: 'wrong-otp' }])
  // Without the password a caller learns nothing about a second factor.
  expect(refusal(await signIn(code(), 'not the password'))).toEqual([401, 'Unauthorized', undefined])
  const opened = await signIn(code())
  expect(opened.statusCode).toBe(200)
  const sessions = await product.as(opened.json().result).inject({ url: '/identity/sessions' })
  const current = expect.objectContaining({ isCurrent: true, method: 'otp' })
  expect(sessions.json().result).toContainEqual(current)
  for (const replay of [code(), code(-1)])
    expect(refusal(await signIn(replay))).toEqual([401, 'SecondFactorRequired', { otp: 'wrong-otp' }])
  expect((await signIn(` ${code(1).slice(0, 3)} ${code(1).slice(3)} `)).statusCode).toBe(200)
  product.clock.advance(STEP_MS)
  const replies = await Promise.all(Array.from({ length: 4 }, () => signIn(code(1))))
  expect(replies.map(({ statusCode }) => statusCode).sort(), 'a race for one code').toEqual([
    200, 401, 401, 401,
  ])
})

test('each of ten recovery codes signs in once, none is readable in the database, new ones void them', async () => {
  expect(new Set(recoveryCodes).size).toBe(10)
  const stored = await query<{ row: string }>(
    product.database().db,
    sql`select recovery_codes::text as row from recovery_codes where user_id = ${mai.id}`,
  )
  const [first = '', second = '', third = ''] = recoveryCodes
  expect(first).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
  expect(stored.map(({ row }) => row).join()).not.toContain(first.replaceAll('-', ''))
  expect((await signIn(first)).statusCode).toBe(200)
  expect((await signIn(first)).statusCode).toBe(401)
  expect((await signIn(second.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200)
  expect((await call(mai, 'GET', '')).json().result.recoveryCodesLeft).toBe(8)
  await proveApp()
  const renewed = await call(mai, 'POST', '/recovery-codes')
  expect(renewed.json().result.recoveryCodes).toHaveLength(10)
  expect((await signIn(third)).statusCode).toBe(401)
  expect((await signIn(renewed.json().result.recoveryCodes[9])).statusCode).toBe(200)
})

test('guessing codes is slowed down, and those of a stranger do not slow the owner at home', async () => {
  for (let tries = 0; tries < 5; tries++)
    expect((await signIn('000000', mai.password, NEW_PLACE)).statusCode).toBe(401)
  const slowed = await signIn(code(), mai.password, NEW_PLACE)
  expect(slowed.statusCode).toBe(429)
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn(code(), mai.password, { remoteAddress: addressOf(mai) })).statusCode).toBe(200)
})

/** The one that `signedIn` gave the person. */
const addressOf = ({ username }: Person): string => {
  const number = Number(username.split('-')[1])
  return `10.0.${number >> 8}.${number & 255}`
}

test('a confirmation asks for the code too, and changes of factors ask for a confirmation', async () => {
  await product
    .database()
    .db.execute(
      sql`update sessions set confirmed_at = now() - interval '10 minutes' where user_id = ${mai.id}`,
    )
  const changes = [
    ['POST', '/totp'],
    ['DELETE', '/totp'],
    ['POST', '/recovery-codes'],
  ] as const
  for (const [method, path] of changes)
    expect((await call(mai, method, path)).json().error.code).toBe('ConfirmationRequired')
  const { password } = mai
  const change = () =>
    product.as(mai).inject({
      method: 'PUT',
      url: '/identity/users/password',
      payload: { currentPassword: password, newPassword: 'another correct horse' },
    })
  expect((await change()).json().error.code, 'the password alone is one factor').toBe('ConfirmationRequired')
  expect((await confirm({ password })).json().error.fields).toEqual({ otp: 'required' })
  expect((await confirm({ password, otp: '000000' })).json().error.fields).toEqual({ otp: 'wrong-otp' })
  expect((await confirm({ password, otp: code() })).statusCode).toBe(200)
  expect((await confirm({ password, otp: code() })).json().error.fields).toEqual({ otp: 'wrong-otp' })
  expect((await change()).statusCode).toBe(200)
})

test('turned off, the password is enough again and no code of before counts as proof', async () => {
  await proveApp()
  const off = await call(mai, 'DELETE', '/totp')
  expect(off.json().result).toMatchObject({ totpEnabledAt: null, recoveryCodesLeft: 0 })
  expect((await call(mai, 'DELETE', '/totp')).statusCode).toBe(404)
  expect((await call(mai, 'POST', '/recovery-codes')).statusCode).toBe(404)
  expect((await signIn()).statusCode).toBe(200)
  const listed = await product.as(mai).inject({ url: '/identity/sessions' })
  expect(listed.json().result.map(({ method }: { method: string }) => method)).toEqual([
    'password',
    'password',
  ])
})
