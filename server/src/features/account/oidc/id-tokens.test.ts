import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { testAccounts } from '../../../testing/feature'
import { openOidcProvider, TEST_CLIENT, visitProvider } from '../../../testing/services/openid-provider'
import { hashOf, newToken } from '../tokens'

const APP = 'http://app.test'
const provider = await openOidcProvider(APP)
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-id-tokens-'))
const other = { ...TEST_CLIENT, label: 'Other ID' }
/** The same provider by another name of its host, and an address where there is none. */
const ALIAS = { ...other, name: 'alias', issuer: provider.issuer.replace('127.0.0.1', 'localhost') }
const NOWHERE = { ...other, name: 'nowhere', issuer: `${provider.issuer}/realms/house/` }
const product = testAccounts({
  OIDC_FILE: provider.writeFile(folder, { domains: ['quan.test'], emailsAreVerified: true }, [
    ALIAS,
    NOWHERE,
  ]),
  LOG_LEVEL: 'info',
})
const { behaviour } = provider
const honest = { ...behaviour }
const LAN = { sub: 'lan-1', email: 'lan@quan.test', given_name: 'Lan' }
let addresses = 0

beforeEach(() => {
  Object.assign(behaviour, honest, { signedIn: { ...LAN, email_verified: true } })
  // The hour of the discovery document, and the minute of the keys, are over.
  product.clock.advance(61 * 60_000)
})
afterAll(async () => {
  await provider.close()
  await rm(folder, { recursive: true })
})

const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
  product.inject({
    ...{ method, url, ...(payload && { payload }) },
    remoteAddress: `10.7.${++addresses >> 8}.${addresses & 255}`,
  })
const start = (verifierHash = hashOf(newToken()), name = 'house') =>
  call('POST', `/identity/oidc/${name}/start`, { verifierHash })

/** Goes to the provider and back; answers the failure, or the status and code of the exchange. */
async function enter(): Promise<string> {
  const verifier = newToken()
  const { url } = (await start(hashOf(verifier))).json().result
  const callback = await visitProvider(url, `${APP}/identity/oidc/house/callback`)
  const { location = '' } = (await call('GET', callback)).headers
  const { failure, code } = Object.fromEntries(new URL(String(location), APP).searchParams)
  if (failure !== undefined) return failure
  const reply = await call('POST', '/identity/oidc/exchange', { code, verifier })
  return reply.json().error?.code ?? 'signed-in'
}
const claim = (said: object) => {
  behaviour.claims = (claims) => ({ ...claims, ...said })
}
const us = TEST_CLIENT.clientId
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

test.each<[string, object, string]>([
  ['one audience, and no other party', {}, 'signed-in'],
  ['one audience, as a list', { aud: [us] }, 'signed-in'],
  ['one audience, and us as the party', { aud: us, azp: us }, 'signed-in'],
  ['one audience, and another client as the party', { aud: us, azp: 'other' }, 'refused'],
  ['one audience as a list, and another client as the party', { aud: [us], azp: 'other' }, 'refused'],
  ['several audiences, and us as the party', { aud: ['other', us], azp: us }, 'signed-in'],
  ['several audiences, and another client as the party', { aud: [us, 'other'], azp: 'other' }, 'refused'],
  ['several audiences without a party', { aud: [us, 'other'] }, 'refused'],
  ['audiences without us', { aud: ['other'], azp: us }, 'refused'],
  ['a party of another type', { azp: [us] }, 'refused'],
  ['a party that is null', { azp: null }, 'refused'],
  ['a party that is us but for a space', { azp: `${us} ` }, 'refused'],
])('an ID token for %s', async (_, said, outcome) => {
  claim(said)
  expect(await enter()).toBe(outcome)
})

test.each<[string, number, string]>([
  ['half a minute ahead', 30, 'signed-in'],
  ['two minutes ahead', 120, 'clock'],
  ['a year ahead', 365 * 86_400, 'clock'],
  ['an hour ago', -3600, 'signed-in'],
])('an ID token that was issued %s', async (_, seconds, outcome) => {
  claim({ iat: inSeconds(seconds), exp: inSeconds(seconds + 7200) })
  expect(await enter()).toBe(outcome)
})

describe('keys of a provider', () => {
  const keyCalls = () => provider.requests.filter((path) => path === '/jwks').length

  test('a new one counts at once, and a removed one no more', async () => {
    expect(await enter()).toBe('signed-in')
    Object.assign(behaviour, { signsWith: 'next', publishes: ['test', 'next'] })
    expect(await enter(), 'a new key').toBe('signed-in')
    behaviour.publishes = ['next']
    expect(await enter(), 'the only key').toBe('signed-in')
    behaviour.signsWith = 'test'
    expect(await enter(), 'the removed key').toBe('refused')
    behaviour.publishes = []
    expect(await enter(), 'no key').toBe('refused')
  })

  test('are asked for ten times a minute, however many tokens name one that is unknown', async () => {
    const before = keyCalls()
    behaviour.signsWith = 'next'
    for (let count = 0; count < 14; count++) expect(await enter()).toBe('refused')
    expect(keyCalls() - before).toBe(10)
    product.clock.advance(61_000)
    behaviour.publishes = ['next']
    expect(await enter()).toBe('signed-in')
  })

  test('are asked for again by the next sign-in after they did not come', async () => {
    for (let count = 0; count < 9; count++) expect(await enter()).toBe('signed-in')
    behaviour.keysAreAway = true
    expect(await enter()).toBe('unavailable')
    behaviour.keysAreAway = false
    expect(await enter()).toBe('signed-in')
  })
})

describe('an issuer that is not the one of the file', () => {
  const logged = () => product.logged().filter(({ msg }) => msg === 'a provider signed nobody in')

  test.each([
    [
      'alias',
      `the provider calls itself "${provider.issuer}", and the issuer in OIDC_FILE is "${ALIAS.issuer}/": they must be the same, to the last slash`,
    ],
    [
      'nowhere',
      `the provider has no discovery document at the issuer "${NOWHERE.issuer}" of OIDC_FILE: it answers status 404`,
    ],
  ])('the person and the log read why: %s', async (name, reason) => {
    logged()
    const reply = await start(undefined, name)
    expect([reply.statusCode, reply.json().error]).toMatchObject([
      502,
      { code: 'ProviderMisconfigured', message: expect.stringContaining('Other ID') },
    ])
    expect(logged()).toMatchObject([{ provider: name, failure: 'misconfigured', reason }])
  })

  test('a provider that is away is said to be away, whatever it said before', async () => {
    behaviour.isAway = true
    logged()
    expect((await start(undefined, 'nowhere')).json().error.code).toBe('ProviderUnavailable')
    expect(logged()).toMatchObject([{ failure: 'unavailable', reason: expect.stringMatching(/status/) }])
  })
})

describe('emailsAreVerified', () => {
  test.each<[string, object, string]>([
    ['an address of the domains, of which the provider says nothing', {}, 'signed-in'],
    ['an address that it says is not verified', { email_verified: false }, 'ProviderEmailUnverified'],
    ['an address of another domain', { email: 'lan@evil.test' }, 'ProviderEmailUnverified'],
    ['an address of a domain below', { email: 'lan@x.quan.test' }, 'ProviderEmailUnverified'],
  ])('%s', async (_, said, outcome) => {
    await query(product.database().db, sql`delete from users`)
    behaviour.signedIn = { ...LAN, ...said }
    expect(await enter()).toBe(outcome)
    const users = await query(product.database().db, sql`select email from users`)
    expect(users).toEqual(outcome === 'signed-in' ? [{ email: LAN.email }] : [])
  })

  test('an address outside of the domains connects to no account that has it', async () => {
    const mai = await product.signedIn()
    behaviour.signedIn = { ...LAN, email: mai.email }
    expect(await enter()).toBe('ProviderEmailUnverified')
  })
})
