import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testAccounts } from '../../../testing/feature'
import { openOidcProvider, visitProvider } from '../../../testing/services/openid-provider'
import { codeOf, stepAt } from '../second-factor/totp'
import { basic } from '../testing'
import { hashOf, newToken } from '../tokens'

const APP = 'http://app.test'
const provider = await openOidcProvider(APP)
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-oidc-'))
/** Nobody listens there: the program starts all the same. */
const GARAGE = { name: 'garage', label: 'Garage', issuer: 'http://127.0.0.1:1', clientId: 'scanleaf' }
const product = testAccounts({
  OIDC_FILE: provider.writeFile(folder, { domains: ['quan.test', 'example.test'] }, [GARAGE]),
  ADMIN_SECOND_FACTOR: 'required',
  LOG_LEVEL: 'info',
})
const { behaviour } = provider
const honest = { ...behaviour }
const LAN = {
  sub: 'lan-1',
  email: 'lan@quan.test',
  email_verified: true,
  given_name: 'Lan',
  family_name: 'Nguyễn',
}
let addresses = 0

beforeEach(() => {
  Object.assign(behaviour, honest, { signedIn: LAN })
  // A provider that was away is asked again after ten seconds.
  product.clock.advance(11_000)
})
afterAll(async () => {
  await provider.close()
  await rm(folder, { recursive: true })
})

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  who?: { sid: string },
) =>
  (who ? product.as(who) : product).inject({
    method,
    url,
    ...(payload && { payload }),
    remoteAddress: `10.6.${++addresses >> 8}.${addresses & 255}`,
  })
const post = (url: string, payload: object = {}, who?: { sid: string }) =>
  call('POST', `/identity${url}`, payload, who)
const codeAndStatus = (reply: Awaited<ReturnType<typeof call>>) => [
  reply.statusCode,
  reply.json().error?.code,
]

/** What a tab keeps while its browser is at the provider. */
const newTab = () => {
  const verifier = newToken()
  return { verifier, verifierHash: hashOf(verifier) }
}

/** Sends the browser of a tab to the provider; answers the path of the callback that it comes back by. */
async function visit(
  verifierHash: string,
  { path = '/oidc/house/start', who, ...how }: Visit = {},
): Promise<string> {
  const started = await post(path, { verifierHash }, who)
  expect(started.statusCode, started.body).toBe(201)
  return visitProvider(started.json().result.url, `${APP}/identity/oidc/house/callback`, how)
}
interface Visit {
  path?: string
  who?: { sid: string }
  button?: 'login' | 'abort'
  jar?: Map<string, string>
}

/** The parameters of /auth that a callback leads to. */
async function arrive(callback: string): Promise<Record<string, string>> {
  const reply = await call('GET', callback)
  expect(reply.statusCode, reply.body).toBe(303)
  const { location = '' } = reply.headers
  expect(location).toMatch(/^\/auth\?oidc=house&(code|failure)=[A-Za-z0-9_-]+$/)
  return Object.fromEntries(new URL(String(location), APP).searchParams)
}

/** The whole way of a tab: what is proven, and by what it is used. */
async function prove(how: Visit = {}): Promise<{ code: string; verifier: string }> {
  const { verifier, verifierHash } = newTab()
  const { code = '', failure } = await arrive(await visit(verifierHash, how))
  expect(failure).toBeUndefined()
  return { code, verifier }
}
const exchange = (proven: object) => post('/oidc/exchange', proven)

/** Signs in by the provider. */
async function enter(): Promise<{ sid: string; id: string; admin: boolean }> {
  const reply = await exchange(await prove())
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().result.session
}
const told = () =>
  product.logged().flatMap(({ event, provider, outcome }) => (event ? [`${provider} ${outcome}`] : []))
const connect = async (who: Person) =>
  post('/identities', await prove({ path: '/identities/house/start', who }), who)
const identitiesOf = async (who: { sid: string }) =>
  (await call('GET', '/identity/identities', undefined, who)).json().result
const profileOf = async (who: { sid: string }) =>
  (await call('GET', '/identity/users/profile', undefined, who)).json().result
const execute = (statement: ReturnType<typeof sql>) => product.database().db.execute(statement)
/** The session has been open for a while. */
const stale = (who: { id: string }) =>
  execute(sql`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${who.id}`)

describe('signing in', () => {
  test('opens an account at the first time and finds it again, without a password', async () => {
    const first = await enter()
    expect(await profileOf(first)).toMatchObject({
      username: 'lan',
      email: LAN.email,
      emailVerified: true,
      firstName: 'Lan',
      lastName: 'Nguyễn',
      role: 'member',
    })
    // Elsewhere the address may change: subject and issuer are who it is.
    behaviour.signedIn = { ...LAN, email: 'lan.nguyen@other.test', email_verified: false }
    const again = await enter()
    expect(again.id).toBe(first.id)
    expect(await identitiesOf(again)).toEqual({
      identities: [
        {
          provider: 'house',
          email: LAN.email,
          connectedAt: expect.any(String),
          usedAt: expect.any(String),
        },
      ],
      hasPassword: false,
    })
    const sessions = (await call('GET', '/identity/sessions', undefined, again)).json().result
    expect(sessions.map(({ method, provider }: Record<string, string>) => [method, provider])).toEqual([
      ['password', 'house'],
      ['password', 'house'],
    ])
    behaviour.signedIn = { ...LAN, sub: 'lan-2', email: 'lan@example.test' }
    const other = await enter()
    expect((await profileOf(other)).username).toMatch(/^lan-\d{4}$/)
  })

  test('what came back serves one tab, once, for what it was asked for', async () => {
    const { verifierHash, verifier } = newTab()
    const callback = await visit(verifierHash)
    const { code = '' } = await arrive(callback)
    expect(await arrive(callback), 'a replayed callback').toEqual({ oidc: 'house', failure: 'expired' })
    const elsewhere = await exchange({ code, verifier: newTab().verifier })
    expect(codeAndStatus(elsewhere), 'the verifier of another tab').toEqual([410, 'SignInExpired'])
    const mai = await product.signedIn()
    const confirmed = await post('/sessions/current/confirm/oidc', { code, verifier }, mai)
    expect(codeAndStatus(confirmed), 'a sign-in confirms nothing').toEqual([410, 'SignInExpired'])
    const both = await Promise.all([exchange({ code, verifier }), exchange({ code, verifier })])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
    expect(codeAndStatus(await exchange({ code, verifier }))).toEqual([410, 'SignInExpired'])
  })

  test.each<[string, () => void | Promise<void>, string]>([
    ['another nonce', () => claim({ nonce: 'x' }), 'refused'],
    ['another audience', () => claim({ aud: 'other-client' }), 'refused'],
    ['another issuer', () => claim({ iss: 'https://other.test' }), 'refused'],
    ['a subject without end', () => claim({ sub: 'x'.repeat(256) }), 'refused'],
    ['an ID token of long ago', () => claim({ exp: 1_600_000_000 }), 'clock'],
    ['an ID token of the future', () => claim({ nbf: 4_000_000_000 }), 'clock'],
    [
      'a signature by another key',
      () => {
        behaviour.signsWithForeignKey = true
      },
      'refused',
    ],
  ])('%s signs nobody in', async (_, tamper, failure) => {
    const { verifierHash } = newTab()
    const callback = await visit(verifierHash)
    await tamper()
    expect(await arrive(callback)).toEqual({ oidc: 'house', failure })
  })

  /** Has the next ID token say this. */
  function claim(said: object) {
    behaviour.claims = (claims) => ({ ...claims, ...said })
  }

  test('a state that was not given out, of another provider, or changed, leads nowhere', async () => {
    const callback = await visit(newTab().verifierHash)
    const wrong = callback.replace(/state=[^&]+/, `state=${newToken()}`)
    expect(await arrive(wrong)).toEqual({ oidc: 'house', failure: 'expired' })
    expect(await arrive('/identity/oidc/house/callback')).toEqual({ oidc: 'house', failure: 'expired' })
    expect((await call('GET', callback.replace('house', 'attic'))).statusCode).toBe(404)
    const other = await call('GET', callback.replace('house', 'garage'))
    expect(other.headers.location).toBe('/auth?oidc=garage&failure=expired')
  })

  test('giving up, and a provider that is away, each are said; the password goes on', async () => {
    const mai = await product.signedIn()
    expect(await arrive(await visit(newTab().verifierHash, { button: 'abort' }))).toEqual({
      oidc: 'house',
      failure: 'cancelled',
    })
    const callback = await visit(newTab().verifierHash)
    behaviour.isAway = true
    expect(await arrive(callback)).toEqual({ oidc: 'house', failure: 'unavailable' })
    // What it said of itself is used for an hour; then it is asked again, and what it said before holds.
    product.clock.advance(61 * 60_000)
    expect((await post('/oidc/house/start', newTab())).statusCode).toBe(201)
    const away = await post('/oidc/garage/start', newTab())
    expect(codeAndStatus(away)).toEqual([502, 'ProviderUnavailable'])
    const { username, password } = mai
    const signedIn = await product.inject({
      method: 'POST',
      url: '/identity/users/auth',
      headers: basic(username, password),
    })
    expect(signedIn.statusCode).toBe(200)
  })

  test.each<[string, object, number, string]>([
    ['an unverified address', { email_verified: false }, 403, 'ProviderEmailUnverified'],
    ['no address', { email: undefined }, 403, 'ProviderEmailUnverified'],
    ['an address of a domain that is not allowed', { email: 'lan@evil.test' }, 403, 'DomainNotAllowed'],
  ])('%s opens no account', async (_, said, status, code) => {
    behaviour.signedIn = { ...LAN, ...said }
    const reply = await exchange(await prove())
    expect(codeAndStatus(reply)).toEqual([status, code])
    expect(await query(product.database().db, sql`select id from users`)).toEqual([])
  })

  test('a suspended user stays out', async () => {
    const { id } = await enter()
    await execute(sql`update users set suspended_at = now() where id = ${id}`)
    expect(codeAndStatus(await exchange(await prove()))).toEqual([403, 'AccountSuspended'])
  })

  test('a provider vouches for one factor: the app is asked for, and administrators act as members', async () => {
    const { sid, id } = await enter()
    const secret = (await post('/factors/totp', {}, { sid })).json().result.secret
    const otp = () => codeOf(secret, stepAt(product.clock.now()))
    expect((await call('PUT', '/identity/factors/totp', { otp: otp() }, { sid })).statusCode).toBe(200)
    await execute(sql`update users set role = 'admin' where id = ${id}`)
    const proven = await prove()
    told()
    const withOtp = (given: string) =>
      product.inject({
        method: 'POST',
        url: '/identity/oidc/exchange',
        payload: proven,
        headers: { 'x-otp': given },
      })
    expect(codeAndStatus(await exchange(proven))).toEqual([401, 'SecondFactorRequired'])
    expect((await withOtp('000000')).json().error.fields).toEqual({ otp: 'wrong-otp' })
    product.clock.advance(30_000)
    const entered = await withOtp(otp())
    expect(entered.json().result.session.admin).toBe(true)
    expect(told()).toEqual(['house SecondFactorRequired', 'house SecondFactorRequired', 'house succeeded'])
    await execute(sql`delete from totp`)
    expect((await enter()).admin).toBe(false)
  })
})

describe('an address that an account has', () => {
  test('connects nothing by itself; its owner signs in once, and the same code connects it', async () => {
    const mai = await product.signedIn()
    const an = await product.signedIn()
    behaviour.signedIn = { ...LAN, email: mai.email.toUpperCase() }
    const proven = await prove()
    told()
    const answer = await exchange(proven)
    expect(told()).toEqual(['house not-connected'])
    expect(answer.json().result).toEqual({ session: null, email: expect.stringMatching(/@/) })
    const stranger = await post('/identities', proven, an)
    expect(codeAndStatus(stranger), 'another account').toEqual([403, 'OtherIdentity'])
    await stale(mai)
    expect(codeAndStatus(await post('/identities', proven, mai))).toEqual([403, 'ConfirmationRequired'])
    const back = await product.signInAgain(mai)
    expect((await post('/identities', proven, back)).json().result.identities).toHaveLength(1)
    expect((await enter()).id).toBe(mai.id)
  })

  test('tells nothing to who has not proven it', async () => {
    const mai = await product.signedIn()
    behaviour.signedIn = { ...LAN, email: mai.email, email_verified: false }
    expect(codeAndStatus(await exchange(await prove()))).toEqual([403, 'ProviderEmailUnverified'])
  })
})

describe('connected accounts', () => {
  test('are connected by who is confirmed, once for all', async () => {
    const mai = await product.signedIn()
    const an = await product.signedIn()
    await stale(mai)
    const refused = await post('/identities/house/start', { verifierHash: newTab().verifierHash }, mai)
    expect(codeAndStatus(refused)).toEqual([403, 'ConfirmationRequired'])
    const back = await product.signInAgain(mai)
    const proven = await prove({ path: '/identities/house/start', who: back })
    expect(codeAndStatus(await exchange(proven)), 'signs nobody in').toEqual([410, 'SignInExpired'])
    expect(codeAndStatus(await post('/identities', proven, an)), 'is another’s').toEqual([
      410,
      'SignInExpired',
    ])
    expect((await post('/identities', proven, back)).statusCode).toBe(201)
    expect((await enter()).id).toBe(mai.id)
    expect(codeAndStatus(await connect(an)), 'it is Mai’s').toEqual([409, 'IdentityTaken'])
    behaviour.signedIn = { ...LAN, sub: 'second' }
    expect(codeAndStatus(await connect(back)), 'one of a provider').toEqual([409, 'ProviderConnected'])
  })

  test('are removed with the sessions they opened, never the last way in', async () => {
    const lan = await enter()
    const phone = await enter()
    const remove = (who: { sid: string }) => call('DELETE', '/identity/identities/house', undefined, who)
    expect(codeAndStatus(await remove(lan))).toEqual([409, 'LastWayIn'])
    const newPassword = 'mật khẩu mới: 2'
    const set = (who: { sid: string }) => call('PUT', '/identity/users/password', { newPassword }, who)
    await stale(lan)
    expect(codeAndStatus(await set(lan))).toEqual([403, 'ConfirmationRequired'])
    const tablet = await enter()
    expect((await set(tablet)).json().result.ended).toBe(2)
    expect((await profileOf(phone))?.id).toBeUndefined()
    // Who has a password has to say it.
    expect((await set(tablet)).json().error.fields).toEqual({ currentPassword: 'required' })
    const other = await enter()
    expect((await remove(tablet)).json().result).toEqual({ identities: [], hasPassword: true })
    expect((await call('GET', '/identity/sessions', undefined, other)).statusCode).toBe(401)
    expect(codeAndStatus(await remove(tablet))).toEqual([404, 'NotFound'])
    const signedIn = await product.inject({
      method: 'POST',
      url: '/identity/users/auth',
      headers: basic('lan', newPassword),
    })
    expect(signedIn.statusCode).toBe(200)
  })

  test('a passkey is a way in, and cannot be removed as the last one either', async () => {
    const lan = await enter()
    await execute(sql`insert into passkeys (id, user_id, public_key, counter, transports, rp_id, name, backed_up)
      values ('key', ${lan.id}, '', 0, '{}', 'app.test', 'phone', true)`)
    expect((await call('DELETE', '/identity/identities/house', undefined, lan)).statusCode).toBe(200)
    const last = await call('DELETE', '/identity/factors/passkeys/key', undefined, lan)
    expect(codeAndStatus(last)).toEqual([409, 'LastWayIn'])
  })
})

describe('a fresh confirmation', () => {
  const path = '/sessions/current/confirm/oidc'
  const start = `${path}/house/start`

  test('comes from a new proof at the provider, of the account’s own identity', async () => {
    const lan = await enter()
    await stale(lan)
    const jar = new Map<string, string>()
    const proven = await prove({ path: start, who: lan, jar })
    expect((await post(path, proven, lan)).json().result).toEqual({ confirmedUntil: expect.any(String) })
    expect((await post('/identities/house/start', newTab(), lan)).statusCode).toBe(201)
    expect(codeAndStatus(await post(path, proven, lan))).toEqual([410, 'SignInExpired'])
    const mai = await product.signedIn()
    const borrowed = await prove({ path: start, who: mai })
    expect(codeAndStatus(await post(path, borrowed, lan))).toEqual([410, 'SignInExpired'])
    expect(codeAndStatus(await post(path, borrowed, mai))).toEqual([403, 'OtherIdentity'])
  })

  test.each<[string, number | undefined]>([
    ['a provider that did not ask again', Math.floor(Date.now() / 1000) - 3600],
    ['a provider that does not say when it asked', undefined],
  ])('%s confirms nothing', async (_, authTime) => {
    const lan = await enter()
    behaviour.claims = (claims) => ({ ...claims, auth_time: authTime })
    const proven = await prove({ path: start, who: lan })
    expect(codeAndStatus(await post(path, proven, lan))).toEqual([403, 'ConfirmationNotFresh'])
  })

  test('asks for the code of the authenticator app besides', async () => {
    const lan = await enter()
    const secret = (await post('/factors/totp', {}, lan)).json().result.secret
    const otp = () => codeOf(secret, stepAt(product.clock.now()))
    await call('PUT', '/identity/factors/totp', { otp: otp() }, lan)
    const proven = await prove({ path: start, who: lan })
    expect((await post(path, proven, lan)).json().error.fields).toEqual({ otp: 'required' })
    expect((await post(path, { ...proven, otp: '000000' }, lan)).json().error.fields).toEqual({
      otp: 'wrong-otp',
    })
    product.clock.advance(30_000)
    expect((await post(path, { ...proven, otp: otp() }, lan)).statusCode).toBe(200)
  })
})
