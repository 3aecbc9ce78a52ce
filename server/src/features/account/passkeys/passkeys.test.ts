import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Tampering, testAuthenticator } from '../../../testing/authenticator'
import { type Person, TEST_SETUP_TOKEN, testAccounts } from '../../../testing/feature'

const ORIGIN = 'https://app.example.test'

const product = testAccounts({ APP_URL: ORIGIN })
let mai: Person
let passkey: ReturnType<typeof testAuthenticator>

const post = (url: string, payload: object | undefined, person: { sid: string } | null) =>
  (person ? product.as(person) : product).inject({
    method: 'POST',
    url,
    remoteAddress: freshAddress(),
    ...(payload && { payload }),
  })
let addresses = 0
const freshAddress = () => `10.9.${++addresses >> 8}.${addresses & 255}`

async function optionsOf(url: string, person: { sid: string } | null) {
  const reply = await post(`${url}/options`, undefined, person)
  expect(reply.statusCode).toBe(201)
  return reply.json().result.options as { challenge: string; [name: string]: unknown }
}

const ADD = '/identity/factors/passkeys'
const SIGN_IN = '/identity/passkeys/sign-in'
const CONFIRM = '/identity/sessions/current/confirm/passkey'

async function add(person: Person, authenticator = testAuthenticator(ORIGIN), tampering: Tampering = {}) {
  const credential = authenticator.create(await optionsOf(ADD, person), tampering)
  return post(ADD, { name: 'Counter PC', credential }, person)
}

const signIn = async (tampering: Tampering = {}, authenticator = passkey) =>
  post(SIGN_IN, { credential: authenticator.get(await optionsOf(SIGN_IN, null), tampering) }, null)

/** The session that added a passkey has not proven it. */
async function confirm(counter: number, person = mai): Promise<void> {
  const credential = passkey.get(await optionsOf(CONFIRM, person), { counter })
  expect((await post(CONFIRM, { credential }, person)).statusCode).toBe(200)
}

beforeEach(async () => {
  mai = await product.signedIn()
  passkey = testAuthenticator(ORIGIN)
  const added = await add(mai, passkey)
  expect(added.statusCode).toBe(201)
  expect(added.json().result.passkeys).toEqual([
    {
      id: passkey.id,
      name: 'Counter PC',
      createdAt: expect.any(String),
      usedAt: null,
      isSynced: false,
      isUsable: true,
    },
  ])
})

test('a passkey opens a session without a name or a password, and is told by its last use', async () => {
  const options = await optionsOf(SIGN_IN, null)
  expect(options).toMatchObject({ rpId: 'app.example.test', userVerification: 'required' })
  expect(options['allowCredentials'] ?? []).toEqual([])
  const userHandle = Buffer.from(mai.id.replaceAll('-', ''), 'hex').toString('base64url')
  const reply = await signIn({ counter: 1, userHandle })
  expect(reply.json().result).toMatchObject({ id: mai.id, email: mai.email })
  const opened = reply.json().result
  const listed = await product.as(opened).inject({ url: '/identity/sessions' })
  const current = expect.objectContaining({ isCurrent: true, method: 'passkey' })
  expect(listed.json().result, 'both sessions are of one moment').toContainEqual(current)
  const factors = await product.as(opened).inject({ url: '/identity/factors' })
  expect(factors.json().result.passkeys[0].usedAt).not.toBeNull()
  await product.database().db.execute(sql`update users set suspended_at = now() where id = ${mai.id}`)
  expect((await signIn({ counter: 2 })).json().error.code).toBe('PasskeyRefused')
})

test.each<[string, Tampering]>([
  ['another origin', { origin: 'https://app.example.test.evil.example' }],
  ['our host without https', { origin: 'http://app.example.test' }],
  ['another relying party', { rpId: 'example.test' }],
  ['a page that another site embeds, as Safari reports it', { crossOrigin: true }],
  ['a page that another site embeds', { crossOrigin: true, topOrigin: 'https://evil.example' }],
  ['a challenge that was never given out', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ['no challenge', { challenge: '' }],
  ['a user who was present and not verified', { flags: 1 }],
  ['the handle of another user', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
])('%s is refused', async (_what, tampering) => {
  expect((await signIn({ counter: 1 })).statusCode).toBe(200)
  const refused = await signIn({ counter: 2, ...tampering })
  expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'PasskeyRefused'])
  if (tampering.userHandle !== undefined) return
  await confirm(3)
  const added = await add(mai, testAuthenticator(ORIGIN), tampering)
  expect([added.statusCode, added.json().error.code]).toEqual([422, 'PasskeyRefused'])
})

test('a proof counts once, for what it was asked for, and a counter never goes back', async () => {
  const credential = passkey.get(await optionsOf(SIGN_IN, null), { counter: 5 })
  const replies = await Promise.all([1, 2, 3].map(() => post(SIGN_IN, { credential }, null)))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422])
  for (const counter of [5, 4, 0]) expect((await signIn({ counter })).statusCode).toBe(422)
  expect((await signIn({ counter: 6 })).statusCode).toBe(200)

  // One challenge, and an assertion for it on another route.
  const forConfirm = passkey.get(await optionsOf(CONFIRM, mai), { counter: 7 })
  expect((await post(SIGN_IN, { credential: forConfirm }, null)).statusCode).toBe(422)
  const forSignIn = passkey.get(await optionsOf(SIGN_IN, null), { counter: 8 })
  expect((await post(CONFIRM, { credential: forSignIn }, mai)).statusCode).toBe(422)
  const stranger = await product.signedIn()
  const ofMai = passkey.get(await optionsOf(CONFIRM, mai), { counter: 9 })
  expect((await post(CONFIRM, { credential: ofMai }, stranger)).statusCode).toBe(422)
  const byMai = passkey.get(await optionsOf(CONFIRM, stranger), { counter: 10 })
  expect((await post(CONFIRM, { credential: byMai }, stranger)).statusCode).toBe(422)
})

test('the counter of a synchronised passkey is noted and not judged: each of its copies counts for itself', async () => {
  const SYNCED = 0b11101
  const synced = testAuthenticator(ORIGIN)
  await confirm(1)
  expect((await add(mai, synced, { flags: SYNCED })).statusCode).toBe(201)
  for (const counter of [9, 3, 3, 0, 4])
    expect((await signIn({ counter, flags: SYNCED }, synced)).statusCode).toBe(200)
  const copies = [6, 7].map((counter) => signIn({ counter, flags: SYNCED }, synced))
  expect((await Promise.all(copies)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const [row] = await query<{ counter: number }>(
    product.database().db,
    sql`select counter::int from passkeys where id = ${synced.id}`,
  )
  expect([6, 7]).toContain(row?.counter)
})

test('an unknown passkey and a forged signature are refused alike', async () => {
  const unknown = await signIn({}, testAuthenticator(ORIGIN))
  const forged = {
    ...testAuthenticator(ORIGIN).get(await optionsOf(SIGN_IN, null)),
    id: passkey.id,
    rawId: passkey.id,
  }
  const reply = await post(SIGN_IN, { credential: forged }, null)
  expect([reply.statusCode, reply.body]).toEqual([422, unknown.body])
  for (const credential of [{}, { ...forged, response: { ...forged.response, clientDataJSON: '+' } }])
    expect((await post(SIGN_IN, { credential }, null)).json().error.code).toBe('ValidationError')
})

test('it confirms a session, is renamed and removed by its owner alone, and cannot be added twice', async () => {
  await product
    .database()
    .db.execute(
      sql`update sessions set confirmed_at = now() - interval '10 minutes' where user_id = ${mai.id}`,
    )
  const stranger = await product.signedIn()
  const remove = (person: Person) =>
    product.as(person).inject({ method: 'DELETE', url: `${ADD}/${passkey.id}` })
  const rename = (person: Person) =>
    product.as(person).inject({ method: 'PATCH', url: `${ADD}/${passkey.id}`, payload: { name: ' Phone ' } })
  expect((await post(`${ADD}/options`, undefined, mai)).json().error.code).toBe('ConfirmationRequired')
  expect((await remove(mai)).json().error.code).toBe('ConfirmationRequired')
  const credential = passkey.get(await optionsOf(CONFIRM, mai), { counter: 1 })
  expect((await post(CONFIRM, { credential }, mai)).statusCode).toBe(200)
  expect((await rename(stranger)).statusCode).toBe(404)
  expect((await rename(mai)).json().result.passkeys[0].name).toBe('Phone')
  expect((await add(stranger, passkey)).statusCode, 'a passkey of another user').toBe(409)
  expect((await remove(stranger)).statusCode).toBe(404)
  expect((await remove(mai)).json().result.passkeys).toEqual([])
  expect((await remove(mai)).statusCode).toBe(404)
  expect((await signIn({ counter: 2 })).statusCode).toBe(422)
})

test('a NUL, which no database holds, is refused in the id and in the transports of a passkey', async () => {
  const renamed = await product
    .as(mai)
    .inject({ method: 'PATCH', url: `${ADD}/%00`, payload: { name: 'Phone' } })
  expect(renamed.statusCode).toBe(404)
  await confirm(1)
  const credential = testAuthenticator(ORIGIN).create(await optionsOf(ADD, mai))
  const response = { ...credential.response, transports: ['usb\0'] }
  const added = await post(ADD, { name: 'Key', credential: { ...credential, response } }, mai)
  expect([added.statusCode, added.json().error.code]).toEqual([422, 'ValidationError'])
})

describe('a recovery of somebody with a passkey and no authenticator app', () => {
  const NEW = 'mật khẩu mới: 2'
  const RECOVERY = '/identity/recovery'
  const set = (token: string, more: object) =>
    post(`${RECOVERY}/set`, { token, newPassword: NEW, ...more }, null)
  const refusal = (reply: { statusCode: number; json(): { error?: { code: string } } }) => [
    reply.statusCode,
    reply.json().error?.code,
  ]
  const proofFor = async (token: string, counter: number) => {
    const reply = await post(`${RECOVERY}/passkey/options`, { token }, null)
    expect(reply.json().result.options.allowCredentials).toMatchObject([{ id: passkey.id }])
    return { credential: passkey.get(reply.json().result.options, { counter }) }
  }

  let admin: Person
  beforeEach(async () => {
    admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  })

  async function link(waiveSecondFactor = false): Promise<string> {
    const wanted = { reason: 'called back', waiveSecondFactor }
    const made = await post(`/identity/users/${mai.id}/recovery-link`, wanted, admin)
    return made.json().result.url.split('#')[1]
  }

  test('asks for the passkey: the link alone, a proof for a sign-in and of a stranger do not do', async () => {
    const token = await link()
    const target = await post(`${RECOVERY}/check`, { token }, null)
    expect(target.json().result).toMatchObject({ asksOtp: false, asksPasskey: true })
    const alone = await set(token, {})
    expect([...refusal(alone), alone.json().error.fields]).toEqual([
      ...[401, 'SecondFactorRequired'],
      { credential: 'required' },
    ])
    expect(refusal(await set(token, { otp: '000000' }))).toEqual([401, 'SecondFactorRequired'])
    const forSignIn = { credential: passkey.get(await optionsOf(SIGN_IN, null), { counter: 1 }) }
    expect(refusal(await set(token, forSignIn))).toEqual([422, 'PasskeyRefused'])
    const stranger = testAuthenticator(ORIGIN)
    const options = await post(`${RECOVERY}/passkey/options`, { token }, null)
    const byStranger = { credential: stranger.get(options.json().result.options) }
    expect(refusal(await set(token, byStranger))).toEqual([422, 'PasskeyRefused'])
    const forRecovery = await proofFor(token, 2)
    expect(refusal(await post(SIGN_IN, forRecovery, null))).toEqual([422, 'PasskeyRefused'])
    expect((await set(token, await proofFor(token, 3))).statusCode).toBe(200)
    expect(refusal(await set(token, {}))).toEqual([410, 'LinkExpired'])
    expect(refusal(await post(`${RECOVERY}/passkey/options`, { token }, null))).toEqual([410, 'LinkExpired'])
  })

  test('takes a recovery code, once, from who has made some; they go with the last passkey', async () => {
    await confirm(1)
    const renewed = await post('/identity/factors/recovery-codes', undefined, mai)
    const [code] = renewed.json().result.recoveryCodes
    const token = await link()
    const target = await post(`${RECOVERY}/check`, { token }, null)
    expect(target.json().result).toMatchObject({ asksOtp: true, asksPasskey: true })
    expect((await set(token, { otp: ` ${code.toUpperCase()}` })).statusCode).toBe(200)
    const next = await link()
    expect(refusal(await set(next, { otp: code }))).toEqual([401, 'SecondFactorRequired'])
    const signedIn = await product.signInAgain({ ...mai, password: NEW })
    await confirm(2, signedIn)
    await product.as(signedIn).inject({ method: 'DELETE', url: `${ADD}/${passkey.id}` })
    const factors = await product.as(signedIn).inject({ url: '/identity/factors' })
    expect(factors.json().result).toMatchObject({ recoveryCodesLeft: 0, passkeys: [] })
    expect(refusal(await post('/identity/factors/recovery-codes', undefined, signedIn))).toEqual([
      404,
      'NotFound',
    ])
  })

  test('asks for nothing where an operator waived it', async () => {
    const token = await link(true)
    const target = await post(`${RECOVERY}/check`, { token }, null)
    expect(target.json().result).toMatchObject({ asksOtp: false, asksPasskey: false })
    expect((await set(token, {})).statusCode).toBe(200)
  })
})
