import { expect, test } from 'vitest'
import { identityOf } from './claims'

const GOOGLE = 'https://accounts.google.com/'
const HOUSE = 'https://id.house.test/'

test.each([
  ['an address of any domain counts for it', HOUSE, { email: 'Lan@Quan.test' }, 'quan.test'],
  ['at Google only where the domain manages it', GOOGLE, { email: 'lan@quan.test' }, ''],
  ['as hd says', GOOGLE, { email: 'lan@quan.test', hd: 'quan.test' }, 'quan.test'],
  ['and of no other domain', GOOGLE, { email: 'lan@quan.test', hd: 'other.test' }, ''],
  ['Google’s own is managed', GOOGLE, { email: 'lan@gmail.com' }, 'gmail.com'],
])('%s', (_, issuer, claims, domain) => {
  expect(identityOf(issuer, { sub: '1', ...claims })?.domain).toBe(domain)
})

test.each([
  [{ given_name: 'Lan', family_name: 'Nguyễn' }, ['Lan', 'Nguyễn']],
  [{ name: 'Nguyễn Thị Lan' }, ['Nguyễn Thị Lan', '']],
  [{ given_name: 7, name: '\u0000' }, ['', '']],
  [{ name: '𠮷'.repeat(101) }, ['𠮷'.repeat(50), '']],
])('a name is taken as it comes: %j', (claims, [firstName, lastName]) => {
  expect(identityOf(HOUSE, { sub: '1', ...claims })).toMatchObject({ firstName, lastName })
})

test.each([
  [{ email: 'lan@quan.test', email_verified: true }, true],
  [{ email: 'lan@quan.test', email_verified: 'true' }, true],
  [{ email: 'lan@quan.test', email_verified: 1 }, false],
  [{ email: 'lan@quan.test' }, false],
  [{ email: 'a@x.test, b@y.test', email_verified: true }, false],
  [{ email: 'lan@quan.test\r\nBcc: z@z.test', email_verified: true }, false],
])('an address is verified only when the provider says so, and is one: %j', (claims, isEmailVerified) => {
  expect(identityOf(HOUSE, { sub: '1', ...claims })?.isEmailVerified).toBe(isEmailVerified)
})

test.each([[undefined], [''], [7], ['x'.repeat(256)], ['lan\u0000'], ['đ']])(
  'a subject that is none: %j',
  (sub) => {
    expect(identityOf(HOUSE, { sub })).toBeNull()
  },
)
