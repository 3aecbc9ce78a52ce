import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from '../app-error'
import { readConfig } from './config'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-oidc-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const OIDC_FILE = join(folder, 'oidc.json')
const SECRET = 'a secret in a file'
const secretFile = join(folder, 'secret')
writeFileSync(secretFile, `${SECRET}\n`)

const GOOGLE = {
  name: 'google',
  label: 'Google',
  issuer: 'https://accounts.google.com',
  clientId: 'client',
  clientSecret: 'hunter two',
}

function read(content: unknown, env: Record<string, string> = {}) {
  writeFileSync(OIDC_FILE, typeof content === 'string' ? content : JSON.stringify(content))
  return readConfig({ OIDC_FILE, ...env }).signInProviders
}

test('a provider is read with its secret, from wherever it is; nobody gets an account unasked', () => {
  const { clientSecret: _, ...open } = GOOGLE
  const house = { ...open, name: 'house', issuer: 'http://localhost:8080/realms/house' }
  const found = read(
    {
      providers: [
        GOOGLE,
        {
          ...house,
          ...{ clientSecretFile: secretFile, domains: ['Quan.VN'], register: true, emailsAreVerified: true },
        },
        { ...house, name: 'two', issuer: 'https://two.test/', clientSecretVariable: 'TWO_SECRET' },
        { ...house, name: 'public', issuer: 'https://three.test/' },
      ],
    },
    { TWO_SECRET: 'from outside' },
  )
  expect(found).toMatchObject([
    {
      issuer: 'https://accounts.google.com/',
      clientSecret: GOOGLE.clientSecret,
      domains: [],
      register: false,
      emailsAreVerified: false,
    },
    { issuer: house.issuer, clientSecret: SECRET, domains: ['quan.vn'], emailsAreVerified: true },
    { clientSecret: 'from outside' },
    { clientSecret: null },
  ])
})

test.each<[string, unknown, RegExp]>([
  ['what is no JSON', '{"clientSecret": "hunter two"', /no JSON/],
  ['no provider', { providers: [] }, /providers: /],
  ['a setting that is unknown', { providers: [{ ...GOOGLE, secret: 'x' }] }, /providers\.0: .*secret/],
  [
    'an issuer without TLS',
    { providers: [{ ...GOOGLE, issuer: 'http://id.test' }] },
    /issuer: must be an https/,
  ],
  ['an issuer with a query', { providers: [{ ...GOOGLE, issuer: 'https://id.test/?a' }] }, /issuer: /],
  ['a name that is no word', { providers: [{ ...GOOGLE, name: 'My ID' }] }, /name: must have/],
  [
    'a domain with an @',
    { providers: [{ ...GOOGLE, domains: ['@quan.vn'] }] },
    /domains\.0: must be a domain/,
  ],
  ['one name twice', { providers: [GOOGLE, { ...GOOGLE, issuer: 'https://id.test' }] }, /the same name/],
  [
    'one issuer twice',
    { providers: [GOOGLE, { ...GOOGLE, name: 'other', issuer: 'https://accounts.google.com/' }] },
    /the same issuer/,
  ],
  [
    'addresses that are verified without domains',
    { providers: [{ ...GOOGLE, emailsAreVerified: true }] },
    /emailsAreVerified: needs domains/,
  ],
  [
    'addresses that are verified in an empty list of domains',
    { providers: [{ ...GOOGLE, emailsAreVerified: true, domains: [] }] },
    /emailsAreVerified: needs domains/,
  ],
  ['two secrets', { providers: [{ ...GOOGLE, clientSecretVariable: 'A' }] }, /more than one/],
  [
    'a secret that is not set',
    { providers: [{ ...GOOGLE, clientSecret: undefined, clientSecretVariable: 'ABSENT' }] },
    /ABSENT, which is not set/,
  ],
  [
    'a file of a secret that is not there',
    { providers: [{ ...GOOGLE, clientSecret: undefined, clientSecretFile: join(folder, 'gone') }] },
    /clientSecretFile of google.*ENOENT/,
  ],
])('%s stops the start with a sentence that says so, and no secret', (_, content, sentence) => {
  const start = () => read(content)
  expect(start).toThrow(ConfigError)
  expect(start).toThrow(sentence)
  expect(start).not.toThrow(/hunter two|a secret in a file/)
})

test('a file that is not there, and an outside account service beside it, stop the start', () => {
  expect(() => readConfig({ OIDC_FILE: join(folder, 'gone') })).toThrow(
    /OIDC_FILE=.*cannot be read \(ENOENT\)/,
  )
  expect(() => read({ providers: [GOOGLE] }, { IDENTITY_URL: 'https://accounts.test' })).toThrow(
    /OIDC_FILE.*IDENTITY_URL/,
  )
})
