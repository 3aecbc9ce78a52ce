import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testAuthenticator } from '../../../testing/authenticator'
import { type Person, testAccounts } from '../../../testing/feature'
import { inboxOf } from '../../../testing/services/inbox'
import { openMailServer } from '../../../testing/services/mail-server'
import { openOidcProvider, visitProvider } from '../../../testing/services/openid-provider'
import { codeOf, stepAt } from '../second-factor/totp'
import { identityOf } from '../testing'
import { hashOf, newToken } from '../tokens'

const APP = 'http://app.localhost'
const server = await openMailServer()
const provider = await openOidcProvider(APP)
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-pre-hijacking-'))
const product = testAccounts({ ...server.env, APP_URL: APP, OIDC_FILE: provider.writeFile(folder) })
const { post, call, signIn } = identityOf(product)
const inbox = inboxOf(product, server)
const NEW_PASSWORD = 'mật khẩu mới: 2'
let people = 0

afterAll(async () => {
  await provider.close()
  await rm(folder, { recursive: true })
})

const isOpen = async (who: { sid: string }) => (await call(who, 'GET', '/sessions')).statusCode === 200

/** Through the provider as somebody, for a purpose; the code and the verifier of the tab. */
async function prove(person: object, start = '/oidc/house/start', who?: { sid: string }) {
  provider.behaviour.signedIn = person as typeof provider.behaviour.signedIn
  const verifier = newToken()
  const started = await post(start, { verifierHash: hashOf(verifier) }, who)
  const callback = await visitProvider(started.json().result.url, `${APP}/identity/oidc/house/callback`)
  const { location } = (await product.inject({ url: callback })).headers
  return { code: new URL(String(location), APP).searchParams.get('code') ?? '', verifier }
}
const enterBy = async (person: object) => post('/oidc/exchange', await prove(person))

/** The attacker's account with the victim's address. */
let attacker: Person
/** Whose mailbox it is. */
let victim: string
let passkey: ReturnType<typeof testAuthenticator>
const ATTACKER_ID = { sub: 'attacker', email: 'attacker@example.test', email_verified: true }

beforeEach(async () => {
  attacker = await product.signedIn()
  victim = attacker.email
  passkey = testAuthenticator(APP)
})

async function addPasskey(): Promise<void> {
  const { options } = (await post('/factors/passkeys/options', {}, attacker)).json().result
  const added = await post(
    '/factors/passkeys',
    { name: 'Trojan', credential: passkey.create(options) },
    attacker,
  )
  expect(added.statusCode).toBe(201)
}
async function signInByPasskey() {
  const { options } = (await post('/passkeys/sign-in/options')).json().result
  return post('/passkeys/sign-in', { credential: passkey.get(options, { counter: 1 }) })
}
async function addApp(): Promise<string> {
  const { secret } = (await post('/factors/totp', {}, attacker)).json().result
  const otp = codeOf(secret, stepAt(product.clock.now()))
  expect((await call(attacker, 'PUT', '/factors/totp', { otp })).statusCode).toBe(200)
  return secret
}
async function connect(): Promise<void> {
  const proven = await prove(ATTACKER_ID, '/identities/house/start', attacker)
  expect((await post('/identities', proven, attacker)).statusCode).toBe(201)
}

/** The victim finds that the address has an account, and recovers it by mail. */
async function recover() {
  expect((await post('/recovery', { login: victim })).statusCode).toBe(202)
  const { token } = await inbox.next(victim, 'recovery')
  const target = await post('/recovery/check', { token })
  expect(target.json().result, 'the attacker’s factors are not asked for').toMatchObject({
    asksOtp: false,
    asksPasskey: false,
    isFirstProof: true,
  })
  const set = await post('/recovery/set', { token, newPassword: NEW_PASSWORD })
  expect(set.statusCode, set.body).toBe(200)
  const entered = await signIn(victim, NEW_PASSWORD)
  expect(entered.statusCode).toBe(200)
  return entered.json().result as { sid: string; id: string }
}

/** After Sudhodanan and Paverd, "Pre-hijacked Accounts", USENIX Security 2022, §4: the attacker is there first. */
describe('pre-hijacking', () => {
  test('classic-federated merge: a provider’s word signs nobody in to an account made with the address', async () => {
    const entered = await enterBy({ sub: `victim-${++people}`, email: victim, email_verified: true })
    expect(entered.json().result.session.id, 'an account of the victim’s own').not.toBe(attacker.id)
    expect((await signIn(victim, attacker.password)).statusCode).toBe(401)
    const verified = await post(
      '/email/confirm',
      { token: (await inbox.next(victim, 'verify-email')).token },
      attacker,
    )
    expect(verified.statusCode, 'nor is the address the attacker’s any more').toBe(409)
  })

  test('unexpired session: none outlives the recovery', async () => {
    const kept = await product.signInAgain(attacker)
    const owner = await recover()
    expect([await isOpen(attacker), await isOpen(kept), await isOpen(owner)]).toEqual([false, false, true])
    expect((await signIn(attacker.username, attacker.password)).statusCode).toBe(401)
  })

  test.each<[string, () => Promise<unknown>, () => Promise<{ statusCode: number }>]>([
    ['a connected identity', connect, async () => enterBy(ATTACKER_ID)],
    ['a passkey', addPasskey, signInByPasskey],
  ])('trojan identifier: %s opens the account no more', async (_, add, enter) => {
    await add()
    expect((await enter()).statusCode).toBe(200)
    const owner = await recover()
    const entered = await enter()
    const { session } =
      (entered as { json?: () => { result?: { session?: { id: string } } } }).json?.().result ?? {}
    expect(session?.id).not.toBe(owner.id)
    expect((await call(owner, 'GET', '/factors')).json().result).toMatchObject({
      passkeys: [],
      totpEnabledAt: null,
    })
    await inbox.next(victim, 'access-removed')
  })

  test('trojan identifier: an authenticator app locks the owner out of nothing', async () => {
    const secret = await addApp()
    const owner = await recover()
    expect((await call(owner, 'GET', '/factors')).json().result.totpEnabledAt).toBeNull()
    product.clock.advance(30_000)
    expect(codeOf(secret, stepAt(product.clock.now()))).toMatch(/^\d{6}$/)
  })

  test('unexpired email change: a link to the attacker’s own mailbox is void after the recovery', async () => {
    const own = `attacker-${++people}@example.test`
    expect((await call(attacker, 'PATCH', '/users/profile', { email: own })).statusCode).toBe(200)
    const { token } = await inbox.next(own, 'verify-email')
    const owner = await recover()
    for (const payload of [{ token }, { token, password: attacker.password }])
      expect((await post('/email/confirm', payload, attacker)).statusCode).toBe(410)
    const profile = (await call(owner, 'GET', '/users/profile')).json().result
    expect(profile).toMatchObject({ email: victim, pendingEmail: '', emailVerified: true })
  })

  test('non-verifying provider: an address that it has not verified opens and connects nothing', async () => {
    const claimed = `free-${++people}@example.test`
    const entered = await enterBy({ sub: `evil-${people}`, email: claimed, email_verified: false })
    expect([entered.statusCode, entered.json().error.code]).toEqual([403, 'ProviderEmailUnverified'])
    const other = await enterBy({ sub: `evil-${people}`, email: victim })
    expect([other.statusCode, other.json().error.code]).toEqual([403, 'ProviderEmailUnverified'])
  })

  test('non-verifying document: `email_verified` counts for the address of its own alone', async () => {
    const { behaviour } = provider
    const own = `attacker-${++people}@example.test`
    const enter = () => enterBy({ sub: `evil-${people}`, email: own, email_verified: true })
    try {
      behaviour.claims = (claims) => ({ ...claims, email_verified: true })
      behaviour.userInfo = (claims) => ({ ...claims, email_verified: undefined })
      expect((await enter()).statusCode, 'of the ID token, for userinfo').toBe(403)
      behaviour.userInfo = (claims) => claims
      behaviour.claims = (claims) => ({ ...claims, email: `free-${people}@example.test` })
      expect((await enter()).statusCode, 'of userinfo, for the ID token').toBe(403)
      behaviour.claims = (claims) => ({ ...claims, email_verified: false })
      expect((await enter()).statusCode, 'address and proof of userinfo').toBe(200)
    } finally {
      Object.assign(behaviour, { claims: null, userInfo: null })
    }
  })
})

describe('the link that verifies an address', () => {
  test('does nothing for a person who neither has a session of the account nor knows its password', async () => {
    const { token } = await inbox.next(victim, 'verify-email')
    const stranger = await product.signedIn()
    const refusals = []
    for (const [payload, who] of [
      [{ token }, undefined],
      [{ token }, stranger],
      [{ token, password: 'a guess of the victim' }, undefined],
    ] as const) {
      const { statusCode, ...reply } = await post('/email/confirm', payload, who)
      refusals.push([statusCode, reply.json().error.fields])
    }
    expect(refusals).toEqual([
      [422, { password: 'required' }],
      [422, { password: 'required' }],
      [422, { password: 'wrong-password' }],
    ])
    // An honest person reads the mail on another device, and knows the password.
    expect((await post('/email/confirm', { token, password: attacker.password })).statusCode).toBe(200)
    expect(await isOpen(attacker), 'and stays signed in').toBe(true)
  })

  test('guesses of the password are slowed down', async () => {
    const { token } = await inbox.next(victim, 'verify-email')
    const guess = () => post('/email/confirm', { token, password: 'a guess of the victim' })
    for (let tries = 0; tries < 5; tries++) expect((await guess()).statusCode).toBe(422)
    expect((await guess()).statusCode).toBe(429)
  })

  test('of a change to a stranger’s address gives the stranger nothing', async () => {
    const typo = `typo-${++people}@example.test`
    await call(attacker, 'PATCH', '/users/profile', { email: typo })
    const { token } = await inbox.next(typo, 'verify-email')
    expect((await post('/email/confirm', { token })).statusCode).toBe(422)
    expect((await call(attacker, 'GET', '/users/profile')).json().result.email).toBe(victim)
  })
})

describe('an account that never had to verify its address, as the first administrator’s', () => {
  beforeEach(() =>
    product.database().db.execute(sql`update users set must_verify = false where id = ${attacker.id}`),
  )
  const link = async () => {
    await post('/recovery', { login: victim })
    return (await inbox.next(victim, 'recovery')).token
  }

  test('is not opened by its mailbox alone: the second factor is asked for, and who proves it keeps all', async () => {
    await connect()
    const secret = await addApp()
    product.clock.advance(30_000)
    const token = await link()
    const alone = await post('/recovery/set', { token, newPassword: NEW_PASSWORD })
    expect([alone.statusCode, alone.json().error.code]).toEqual([401, 'SecondFactorRequired'])
    const otp = codeOf(secret, stepAt(product.clock.now()))
    expect((await post('/recovery/set', { token, newPassword: NEW_PASSWORD, otp })).statusCode).toBe(200)
    expect((await signIn(victim, NEW_PASSWORD)).json().error.code).toBe('SecondFactorRequired')
    expect((await enterBy(ATTACKER_ID)).json().error.code, 'still connected').toBe('SecondFactorRequired')
  })

  test('an undo is no proof of it: the password that is set after it is, and drops what came before the change', async () => {
    await connect()
    await addApp()
    await inbox.next(victim, 'factor-changed')
    const { token } = await inbox.next(victim, 'factor-changed')
    const { recoveryToken } = (await post('/changes/undo', { token })).json().result
    const set = await post('/recovery/set', { token: recoveryToken, newPassword: NEW_PASSWORD })
    expect(set.statusCode, set.body).toBe(200)
    const owner = (await signIn(victim, NEW_PASSWORD)).json().result
    expect((await call(owner, 'GET', '/identities')).json().result.identities).toEqual([])
    expect((await call(owner, 'GET', '/users/profile')).json().result.emailVerified).toBe(true)
  })

  test('keeps nothing of before where there is none to ask for', async () => {
    await connect()
    const token = await link()
    expect((await post('/recovery/set', { token, newPassword: NEW_PASSWORD })).statusCode).toBe(200)
    const owner = (await signIn(victim, NEW_PASSWORD)).json().result
    expect((await call(owner, 'GET', '/identities')).json().result.identities).toEqual([])
    expect(await isOpen(attacker)).toBe(false)
  })
})
