import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../../../testing/app'
import { testAuthenticator } from '../../../testing/authenticator'
import { codeOf, stepAt } from './totp'

const ORIGIN = 'http://app.localhost'
const product = testApp({ APP_URL: ORIGIN, ADMIN_SECOND_FACTOR: 'required' })
const CONFIRM = '/identity/sessions/current/confirm'
const PASSKEYS = '/identity/factors/passkeys'
let passkey: ReturnType<typeof testAuthenticator>
let counter = 0

const call = (
  who: { sid: string },
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) => product.as(who).inject({ method, url, ...(payload && { payload }) })
const codeOfError = async (reply: ReturnType<typeof call>) => (await reply).json().error?.code

async function addPasskey(who: { sid: string }, name = 'Quầy') {
  const { options } = (await call(who, 'POST', `${PASSKEYS}/options`)).json().result
  return call(who, 'POST', PASSKEYS, { name, credential: passkey.create(options) })
}

async function confirmByPasskey(who: { sid: string }) {
  const { options } = (await call(who, 'POST', `${CONFIRM}/passkey/options`)).json().result
  const credential = passkey.get(options, { counter: ++counter })
  return call(who, 'POST', `${CONFIRM}/passkey`, { credential })
}

/** Turns the app on, whoever may; answers its secret. */
async function addApp(who: { sid: string }): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await call(who, 'POST', '/identity/factors/totp')).json().result
  const enabled = await call(who, 'PUT', '/identity/factors/totp', { otp: otpOf(secret) })
  expect(enabled.statusCode, enabled.body).toBe(200)
  product.clock.advance(30_000)
  return { secret, ...enabled.json().result }
}
const otpOf = (secret: string) => codeOf(secret, stepAt(product.clock.now()))

const isAdmin = async (who: { sid: string }) =>
  (await call(who, 'GET', '/identity/admin/verify')).statusCode === 200

beforeEach(() => {
  passkey = testAuthenticator(ORIGIN)
})

/** Whatever opens the account, or leads to what does. */
const SENSITIVE: [string, Parameters<typeof call>[1], string, object?][] = [
  ['setting up an app', 'POST', '/identity/factors/totp'],
  ['turning an app on', 'PUT', '/identity/factors/totp', { otp: '000000' }],
  ['turning the app off', 'DELETE', '/identity/factors/totp'],
  ['new recovery codes', 'POST', '/identity/factors/recovery-codes'],
  ['the options of a passkey', 'POST', `${PASSKEYS}/options`],
  ['removing a passkey', 'DELETE', `${PASSKEYS}/some-passkey`],
  ['another address', 'PATCH', '/identity/users/profile', { email: 'intruder@example.test' }],
  [
    'another password',
    'PUT',
    '/identity/users/password',
    { currentPassword: 'correct horse battery', newPassword: 'another correct horse' },
  ],
  ['an export', 'POST', '/identity/exports'],
  ['the link of an export', 'POST', '/identity/exports/0b9df6a5-7c5e-4c9e-8f0e-3c1a52a8a000/link'],
  ['deleting the account', 'DELETE', '/identity/users/profile', { ending: 'freeze', keepPdfPages: false }],
]

describe('somebody with a passkey and no app, whose password is known', () => {
  let mai: Person
  let thief: Person
  beforeEach(async () => {
    mai = await product.signedIn()
    expect((await addPasskey(mai)).statusCode).toBe(201)
    thief = await product.signInAgain(mai)
  })

  test.each(SENSITIVE)('%s takes the passkey', async (_, method, url, payload) => {
    expect(await codeOfError(call(thief, method, url, payload))).toBe('ConfirmationRequired')
    const byPassword = await call(thief, 'POST', CONFIRM, { password: mai.password })
    expect([byPassword.statusCode, byPassword.json().error?.fields]).toEqual([
      422,
      { credential: 'required' },
    ])
    expect(await codeOfError(call(thief, method, url, payload))).toBe('ConfirmationRequired')
    expect((await confirmByPasskey(thief)).statusCode).toBe(200)
    expect(await codeOfError(call(thief, method, url, payload))).not.toBe('ConfirmationRequired')
  })

  test('the session that added it confirms anew, too: what it has proven is the password', async () => {
    expect(await codeOfError(call(mai, 'POST', '/identity/factors/totp'))).toBe('ConfirmationRequired')
    const { result } = (await call(mai, 'GET', '/identity/sessions')).json()
    expect(result.map(({ method }: { method: string }) => method)).toEqual(['password', 'password'])
  })

  test('a recovery code stands in for the passkey, once', async () => {
    await confirmByPasskey(mai)
    const made = (await call(mai, 'POST', '/identity/factors/recovery-codes')).json().result
    const [otp] = made.recoveryCodes
    const asked = await call(thief, 'POST', CONFIRM, { password: mai.password })
    expect(asked.json().error.fields).toEqual({ otp: 'required' })
    const confirm = () => call(thief, 'POST', CONFIRM, { password: mai.password, otp })
    expect((await confirm()).statusCode).toBe(200)
    expect((await confirm()).json().error.fields).toEqual({ otp: 'wrong-otp' })
    expect(await codeOfError(call(thief, 'POST', `${PASSKEYS}/options`))).toBeUndefined()
  })

  test('as an administrator, the password enrols no app and gives no rights', async () => {
    await product.database().db.execute(sql`update users set role = 'admin' where id = ${mai.id}`)
    expect(await codeOfError(call(thief, 'POST', '/identity/factors/totp'))).toBe('ConfirmationRequired')
    expect(await isAdmin(thief)).toBe(false)
    expect((await confirmByPasskey(thief)).statusCode).toBe(200)
    expect(await isAdmin(thief)).toBe(true)
  })
})

test('a passkey of another host, which nobody can prove, asks nothing', async () => {
  const mai = await product.signedIn()
  await addPasskey(mai)
  await product.database().db.execute(sql`update passkeys set rp_id = 'old.test' where user_id = ${mai.id}`)
  const back = await product.signInAgain(mai)
  expect(await codeOfError(call(back, 'POST', '/identity/factors/totp'))).toBeUndefined()
})

test('the first app of an administrator is enrolled by the password, and gives the rights once it is proven', async () => {
  const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  const { secret } = await addApp(admin)
  expect(await isAdmin(admin), 'enrolling raises no session').toBe(false)
  expect(await codeOfError(call(admin, 'DELETE', '/identity/factors/totp'))).toBe('ConfirmationRequired')
  const confirmed = await call(admin, 'POST', CONFIRM, { password: admin.password, otp: otpOf(secret) })
  expect(confirmed.statusCode).toBe(200)
  expect(await isAdmin(admin)).toBe(true)
  // A second factor is added by the first, and the confirmation with it stays valid.
  expect((await addPasskey(admin)).statusCode).toBe(201)
  expect(await codeOfError(call(admin, 'POST', '/identity/factors/recovery-codes'))).toBeUndefined()
})

test('a passkey that was offered before another factor is not added after it by the password', async () => {
  const mai = await product.signedIn()
  const thief = await product.signInAgain(mai)
  const { options } = (await call(thief, 'POST', `${PASSKEYS}/options`)).json().result
  const own = passkey
  await addPasskey(mai)
  passkey = testAuthenticator(ORIGIN)
  const late = call(thief, 'POST', PASSKEYS, { name: 'Thief', credential: passkey.create(options) })
  expect(await codeOfError(late)).toBe('ConfirmationRequired')
  passkey = own
})
