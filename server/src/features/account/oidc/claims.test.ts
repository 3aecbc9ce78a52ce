import { expect, test } from 'vitest'
import { CLOCK_TOLERANCE_SECONDS, identityOf, judgeIdToken, mergedClaims } from './claims'

const GOOGLE = 'https://accounts.google.com/'
const HOUSE = 'https://id.house.test/'
const at = (issuer: string) => ({ issuer, domains: [], emailsAreVerified: false })

test.each([
  ['an address of any domain counts for it', HOUSE, { email: 'Lan@Quan.test' }, 'quan.test'],
  ['at Google only where the domain manages it', GOOGLE, { email: 'lan@quan.test' }, ''],
  ['as hd says', GOOGLE, { email: 'lan@quan.test', hd: 'quan.test' }, 'quan.test'],
  ['and of no other domain', GOOGLE, { email: 'lan@quan.test', hd: 'other.test' }, ''],
  ['Google’s own is managed', GOOGLE, { email: 'lan@gmail.com' }, 'gmail.com'],
])('%s', (_, issuer, claims, domain) => {
  expect(identityOf(at(issuer), { sub: '1', ...claims })?.domain).toBe(domain)
})

test.each([
  [{ given_name: 'Lan', family_name: 'Nguyễn' }, ['Lan', 'Nguyễn']],
  [{ name: 'Nguyễn Thị Lan' }, ['Nguyễn Thị Lan', '']],
  [{ given_name: 7, name: '\u0000' }, ['', '']],
  [{ name: '𠮷'.repeat(101) }, ['𠮷'.repeat(50), '']],
  // The cut goes through a letter of two units.
  [{ name: `a${'𠮷'.repeat(101)}` }, [`a${'𠮷'.repeat(49)}`, '']],
])('a name is taken as it comes: %j', (claims, [firstName, lastName]) => {
  expect(identityOf(at(HOUSE), { sub: '1', ...claims })).toMatchObject({ firstName, lastName })
})

test.each([
  [{ email: 'lan@quan.test', email_verified: true }, true],
  [{ email: 'lan@quan.test', email_verified: 'true' }, true],
  [{ email: 'lan@quan.test', email_verified: 1 }, false],
  [{ email: 'lan@quan.test', email_verified: [true] }, false],
  [{ email: 'lan@quan.test', email_verified: ['true'] }, false],
  [{ email: 'lan@quan.test' }, false],
  [{ email: 'a@x.test, b@y.test', email_verified: true }, false],
  [{ email: 'lan@quan.test\r\nBcc: z@z.test', email_verified: true }, false],
])('an address is verified only when the provider says so, and is one: %j', (claims, isEmailVerified) => {
  expect(identityOf(at(HOUSE), { sub: '1', ...claims })?.isEmailVerified).toBe(isEmailVerified)
})

test.each([[undefined], [''], [7], ['x'.repeat(256)], ['lan\u0000'], ['đ']])(
  'a subject that is none: %j',
  (sub) => {
    expect(identityOf(at(HOUSE), { sub })).toBeNull()
  },
)

test.each<[string, string, Record<string, unknown>, boolean]>([
  ['an address of these domains', HOUSE, { email: 'lan@quan.test' }, true],
  ['in any case', HOUSE, { email: 'Lan@QUAN.test', email_verified: null }, true],
  ['of another domain', HOUSE, { email: 'lan@other.test' }, false],
  ['of a domain below', HOUSE, { email: 'lan@x.quan.test' }, false],
  ['of a domain that ends alike', HOUSE, { email: 'lan@notquan.test' }, false],
  ['of two domains', HOUSE, { email: 'lan@other.test@quan.test' }, false],
  ['that the provider denies', HOUSE, { email: 'lan@quan.test', email_verified: false }, false],
  ['that it denies as a text', HOUSE, { email: 'lan@quan.test', email_verified: 'false' }, false],
  ['that is none', HOUSE, {}, false],
  ['whose domain Google does not manage', GOOGLE, { email: 'lan@quan.test' }, false],
  ['whose domain Google manages', GOOGLE, { email: 'lan@quan.test', hd: 'quan.test' }, true],
])('with emailsAreVerified, of a provider that says nothing: %s', (_, issuer, claims, isEmailVerified) => {
  const provider = { issuer, domains: ['quan.test'], emailsAreVerified: true }
  expect(identityOf(provider, { sub: '1', ...claims })?.isEmailVerified).toBe(isEmailVerified)
})

test.each([' ', '~', 'x'.repeat(255)])('a subject at the edge: %j', (sub) => {
  expect(identityOf(at(HOUSE), { sub })?.subject).toBe(sub)
})

test.each([
  [1_700_000_000, 1_700_000_000],
  ['1700000000', null],
  [undefined, null],
])('auth_time %j says that somebody signed in at %j', (said, authenticatedAt) => {
  expect(identityOf(at(HOUSE), { sub: '1', auth_time: said })?.authenticatedAt).toBe(authenticatedAt)
})

test('an address and whether it is verified come from one document, all else from the ID token first', () => {
  const userInfo = { email: 'user@info.test', email_verified: true, name: 'Info', sub: '2' }
  expect(mergedClaims({ sub: '1', email: 'id@token.test' }, userInfo)).toEqual({
    ...{ sub: '1', name: 'Info', email: 'id@token.test', email_verified: undefined },
  })
  expect(mergedClaims({ sub: '1', email_verified: false }, userInfo)).toEqual({ ...userInfo, sub: '1' })
})

test.each([
  [{ azp: 'me', seconds: CLOCK_TOLERANCE_SECONDS - 30 }, null],
  [{ seconds: 0 }, null],
  [{ azp: 'other', seconds: 0 }, /azp/],
  [{ azp: null, seconds: 0 }, /azp/],
  [{ seconds: CLOCK_TOLERANCE_SECONDS + 30 }, /iat/],
  [{}, /iat/],
])('an ID token of %j', ({ seconds, ...claims }: { azp?: unknown; seconds?: number }, refused) => {
  const iat = seconds === undefined ? 'now' : Date.now() / 1000 + seconds
  const judge = () => judgeIdToken({ ...claims, iat }, { clientId: 'me' })
  if (refused) expect(judge).toThrow(refused)
  else expect(judge).not.toThrow()
})
