import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runs } from '@scanleaf/qr/property-runs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { OidcProvider } from '../../../platform/config/oidc-config'
import { query } from '../../../platform/db/database'
import { testAccounts } from '../../../testing/feature'
import { hostileJson } from '../../../testing/hostile-json'
import { openScriptedProvider } from '../../../testing/services/scripted-provider'
import { hashOf, newToken } from '../tokens'
import { readProvider } from './providers'

/** Texts that the provider answers, by path. */
const answers: Record<string, () => string> = {}
const upstream = await openScriptedProvider()
upstream.answer = (path) => answers[path]?.()
const issuer = upstream.url
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-hostile-provider-'))
const OIDC_FILE = join(folder, 'oidc.json')
const client = { name: 'house', label: 'House ID', issuer, clientId: 'us', clientSecret: 'secret' }
writeFileSync(OIDC_FILE, JSON.stringify({ providers: [{ ...client, register: true }] }))
const product = testAccounts({ OIDC_FILE })
afterAll(async () => {
  upstream.close()
  await rm(folder, { recursive: true })
})

const DISCOVERY = '/.well-known/openid-configuration'
const metadata = {
  ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
  ...{ jwks_uri: `${issuer}/jwks`, userinfo_endpoint: `${issuer}/userinfo` },
  ...{ response_types_supported: ['code'], code_challenge_methods_supported: ['S256'] },
}
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const header = { alg: 'RS256', kid: 'k', typ: 'JWT' }
const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] }
const LAN = { sub: 'lan-1', email: 'lan@quan.test', email_verified: true }
let nonce = ''

const claimsOf = (more: object = LAN) => ({
  ...{ iss: issuer, aud: 'us', nonce, iat: Math.floor(Date.now() / 1000), exp: 4_000_000_000 },
  ...{ azp: 'us', auth_time: 1, ...more },
})
const base64url = (text: string) => Buffer.from(text).toString('base64url')
function idToken(head: string, payload: string): string {
  const signed = `${base64url(head)}.${base64url(payload)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}
const tokens = (id_token: unknown) => ({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token })

beforeEach(() => {
  answers[DISCOVERY] = () => JSON.stringify(metadata)
  answers['/jwks'] = () => JSON.stringify(keys)
  answers['/userinfo'] = () => JSON.stringify(LAN)
  answers['/token'] = () =>
    JSON.stringify(tokens(idToken(JSON.stringify(header), JSON.stringify(claimsOf()))))
})

describe('what a provider says of itself', () => {
  const asked = () => readProvider(client as OidcProvider)
  const isTaken = (said: object) => 'error' in said || Object.keys(said).length === 2

  test('is taken or refused, whatever it is', async () => {
    expect(await asked()).toMatchObject({ hasPkce: true })
    await fc.assert(
      fc.asyncProperty(hostileJson(metadata), async (text) => {
        answers[DISCOVERY] = () => text
        expect(await asked()).toSatisfy(isTaken)
      }),
      { numRuns: runs(60) },
    )
  })

  test.each([
    ['nested too deeply', () => `{"issuer":"${issuer}","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['of too many values', () => `{"issuer":"${issuer}","x":[${'0,'.repeat(200_000)}0]}`],
    ['too long', () => `{"issuer":"${issuer}","x":"${'x'.repeat(600_000)}"}`],
  ])('is refused when it is %s', async (_name, text) => {
    answers[DISCOVERY] = text
    expect(await asked()).toMatchObject({ error: expect.any(String) })
  })
})

test.each([
  ['', '/'],
  ['/', ''],
])(
  'an issuer is another one with or without its last slash: %j, and the provider says %j',
  async (ours, theirs) => {
    const [typed, said] = [`${issuer}/realms/house${ours}`, `${issuer}/realms/house${theirs}`]
    answers['/realms/house/.well-known/openid-configuration'] = () =>
      JSON.stringify({ ...metadata, issuer: said })
    expect(await readProvider({ ...client, issuer: typed } as OidcProvider)).toEqual({
      error: `the provider calls itself "${said}", and the issuer in OIDC_FILE is "${typed}": they must be the same, to the last slash`,
      isMisconfigured: true,
    })
  },
)

describe('on the way of a sign-in', () => {
  let addresses = 0
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    product.inject({
      ...{ method, url, ...(payload && { payload }) },
      remoteAddress: `10.8.${++addresses >> 8}.${addresses & 255}`,
    })

  /** Whether somebody was signed in; the product itself fails in nothing. */
  async function enters(): Promise<boolean> {
    // The minute of the keys is over.
    product.clock.advance(61_000)
    const verifier = newToken()
    const started = await call('POST', '/identity/oidc/house/start', { verifierHash: hashOf(verifier) })
    expect(started.statusCode, started.body).toBe(201)
    const { searchParams } = new URL(started.json().result.url)
    nonce = searchParams.get('nonce') ?? ''
    const callback = new URLSearchParams({ code: 'x', state: searchParams.get('state') ?? '' })
    const back = await call('GET', `/identity/oidc/house/callback?${callback}`)
    expect(back.statusCode, back.body).toBe(303)
    const to = new URL(String(back.headers.location), 'http://app.test').searchParams
    const code = to.get('code')
    if (code === null) expect(to.get('failure')).toMatch(/^(unavailable|clock|refused)$/)
    if (code === null) return false
    const reply = await call('POST', '/identity/oidc/exchange', { code, verifier })
    expect(reply.statusCode, reply.body).toBeLessThan(500)
    return reply.statusCode === 200
  }
  const emails = () => query(product.database().db, sql`select distinct email from users`)
  const text = (value: unknown) => JSON.stringify(value)
  const head = text(header)

  const DOORS: [string, unknown, (hostile: string) => void][] = [
    [
      'the response of the token endpoint',
      tokens('x'),
      (hostile) => {
        answers['/token'] = () => hostile.replace('"x"', () => text(idToken(head, text(claimsOf()))))
      },
    ],
    [
      'the header of an ID token',
      header,
      (hostile) => {
        answers['/token'] = () => text(tokens(idToken(hostile, text(claimsOf()))))
      },
    ],
    [
      'the claims of an ID token',
      claimsOf({ ...LAN, nonce: '@nonce@', name: 'Lan', given_name: 'Lan', hd: 'x' }),
      (hostile) => {
        answers['/token'] = () => text(tokens(idToken(head, hostile.replace('@nonce@', nonce))))
      },
    ],
    [
      'the keys',
      keys,
      (hostile) => {
        answers['/jwks'] = () => hostile
      },
    ],
    [
      'the userinfo response',
      { ...LAN, name: 'Lan', given_name: 'Lan', family_name: 'N' },
      (hostile) => {
        const claims = claimsOf({ sub: LAN.sub })
        answers['/token'] = () => text(tokens(idToken(head, text({ ...claims, nonce }))))
        answers['/userinfo'] = () => hostile
      },
    ],
  ]

  test.each(DOORS)('%s is taken or refused, whatever it is', async (_, honest, say) => {
    expect(await enters(), 'the honest one').toBe(true)
    await fc.assert(
      fc.asyncProperty(hostileJson(honest), async (hostile) => {
        say(hostile)
        await enters()
      }),
      { numRuns: runs(50) },
    )
    expect(await emails()).toEqual([{ email: LAN.email }])
  })

  test.each([
    ['that are no token', 'x.y.z'],
    ['of one part', 'x'],
    ['of a hundred thousand parts', '.'.repeat(100_000)],
    ['that are encrypted', 'a.b.c.d.e'],
    ['without a signature', `${base64url('{"alg":"none"}')}.${base64url('{}')}.`],
    [
      'with a symmetric signature',
      `${base64url('{"alg":"HS256"}')}.${base64url('{"sub":"lan-1"}')}.${base64url('x')}`,
    ],
  ])('letters %s sign nobody in', async (_, token) => {
    answers['/token'] = () => text(tokens(token))
    expect(await enters()).toBe(false)
  })
})
