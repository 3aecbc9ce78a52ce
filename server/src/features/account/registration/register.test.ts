import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { TEST_SETUP_TOKEN, testAccounts } from '../../../testing/feature'
import { basic } from '../testing'
import { ensureSetupToken } from './setup-token'

const product = testAccounts()
let addresses = 0

/** From an address of its own, so that only the test about rate limits reaches them. */
const register = (details: Record<string, unknown> = {}, remoteAddress = `10.9.0.${++addresses}`) =>
  product.inject({
    method: 'POST',
    url: '/identity/users',
    remoteAddress,
    payload: {
      username: `register-${randomBytes(6).toString('hex')}`,
      email: `${randomBytes(6).toString('hex')}@example.test`,
      password: 'correct horse battery',
      firstName: 'Mai',
      lastName: 'Nguyễn',
      ...details,
    },
  })

const rolesOf = async (): Promise<Record<string, number>> => {
  const rows = await query<{ role: string; n: number }>(
    product.database().db,
    sql`select role, count(*)::int as n from users group by role`,
  )
  return Object.fromEntries(rows.map(({ role, n }) => [role, n]))
}

test('somebody registers, is a member, and nothing of the password leaves or is kept', async () => {
  const reply = await register({ username: 'mai.nguyen', email: 'mai@example.test' })
  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toEqual({ result: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } })
  expect(reply.headers['cache-control']).toBe('no-store')
  const [row] = await query<{ role: string; password_hash: string }>(
    product.database().db,
    sql`select role, password_hash from users where username = 'mai.nguyen'`,
  )
  expect(row?.role).toBe('member')
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$/)
})

test('names and mail addresses are taken without case, however their letters were composed', async () => {
  await register({ username: 'Trần.Ánh', email: 'Anh@example.test' })
  const sameName = await register({ username: 'trần.ánh'.normalize('NFD') })
  expect(sameName.statusCode).toBe(409)
  expect(sameName.json().error).toMatchObject({ code: 'Conflict', fields: { username: 'taken' } })
  const both = await register({ username: 'TRẦN.ÁNH', email: 'ANH@example.test' })
  expect(both.json().error.fields).toEqual({ username: 'taken', email: 'taken' })
})

test('fifty parallel registrations of one name: one is made, the others are told that it is taken', async () => {
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => register({ username: 'one-name', email: `one-${i}@example.test` })),
  )
  const statuses = replies.map((reply) => reply.statusCode).sort()
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status !== 201 && status !== 409 && status !== 503)).toEqual([])
})

const signIn = (login: string, password: string) =>
  product.inject({
    method: 'POST',
    url: '/identity/users/auth',
    remoteAddress: `10.9.1.${++addresses}`,
    headers: basic(login, password),
  })

test('no form of the address of somebody is a name of somebody else, and it signs in its holder', async () => {
  const nan = { username: 'nan-of-quan', email: 'nan@quan.vn', password: 'quán của Nan, 1986' }
  const { id } = (await register(nan)).json().result
  const forms = [
    'nan＠quan.vn',
    'nan@quan．vn',
    'nan﹫quan․vn',
    'NAN＠QUAN﹒VN',
    'ｎａｎ@quan.vn',
    'nan@quan｡vn',
  ]
  for (const username of forms) {
    const refused = await register({ username })
    expect([username, refused.statusCode, refused.json().error.fields]).toEqual([
      username,
      422,
      { username: 'username-other-address' },
    ])
  }
  expect((await signIn(nan.email, nan.password)).json().result.id).toBe(id)
  expect((await signIn('ＮＡＮ＠quan．vn', nan.password)).json().result.id).toBe(id)

  // An account of the time of looser rules.
  await register({ username: 'stranger', email: 'stranger@example.test' })
  await product
    .database()
    .db.execute(
      sql`update users set username = 'nan＠quan.vn', username_key = 'nan@quan.vn' where username = 'stranger'`,
    )
  expect((await signIn(nan.email, nan.password)).json().result.id).toBe(id)
  expect((await signIn(nan.email, 'correct horse battery')).statusCode).toBe(401)
  expect((await signIn('stranger@example.test', 'correct horse battery')).statusCode).toBe(200)
})

test('parallel registrations of the forms of one name make one', async () => {
  const forms = ['İstanbul.mai', 'i̇stanbul.mai', 'İSTANBUL.MAI', 'i̇ｓtanbul．mai', 'i̇stanbul․ｍai']
  const replies = await Promise.all(forms.map((username) => register({ username })))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
})

test.each([
  ['username', 'ab', 'too-short'],
  ['username', 'ﷺﷺﷺﷺ', 'too-long'],
  ['username', 'a:b:c', 'invalid-username'],
  ['username', 'nul\0nul', 'invalid-value'],
  ['email', 'nobody', 'email-without-at'],
  ['password', '123456789', 'password-too-short'],
  ['password', 'mật khẩu!'.normalize('NFD'), 'password-too-short'],
  ['password', '1234567890', 'password-common'],
  ['password', 'QwertyUiop', 'password-common'],
  ['password', 'Mật khẩu 2024!', 'password-common'],
  ['password', '99.anh-yêu-em.99', 'password-common'],
  ['password', 'P@ssw0rd123', 'password-common'],
  ['password', '!!m4tkh4u!2024', 'password-common'],
  ['password', '1L0v3you99!!', 'password-common'],
  ['password', 'aaaaaaaaaa', 'password-pattern'],
  ['password', 'à-á-â-a-a-a-a-a', 'password-pattern'],
  ['password', 'abcdef987654', 'password-pattern'],
  ['password', 'aaabbbcccddd', 'password-pattern'],
  ['password', 'asdfghQWERTY', 'password-pattern'],
  ['password', 'Hà Nội Hà Nội ', 'password-pattern'],
  ['password', 'my_ScanLeaf codes', 'password-has-app-name'],
  ['password', 'my $c4nl34f codes', 'password-has-app-name'],
  ['password', 'é'.repeat(129), 'password-too-long'],
  ['password', 'x'.repeat(200_000), 'password-too-long'],
  ['firstName', '  ', 'required'],
  ['phone', 'call me', 'invalid-phone'],
])('%s of %j is refused under the field', async (field, value, code) => {
  const reply = await register({ [field]: value })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().error.fields).toEqual({ [field]: code })
})

test.each([
  [{ username: 'Lê.Mai', password: 'xx lemai 7361' }, 'password-has-username'],
  [{ email: 'banh.mi.hoa@example.test', password: '73 Bánh mì Hoà 61' }, 'password-has-email'],
  [{ email: 'vuonrau.hoa@example.test', password: '73-Vườn rau!' }, 'password-has-email'],
])('%j is refused for the name in the password', async (details, code) => {
  const reply = await register(details)
  expect(reply.statusCode).toBe(422)
  expect(reply.json().error.fields).toEqual({ password: code })
})

test('a short name forbids no word that it is a part of', async () => {
  const details = { username: 'ana', email: 'ba.breakfast@example.test', password: 'bananas for breakfast' }
  expect((await register(details)).statusCode).toBe(201)
})

test('a body with a password of 1 MB is refused before it is read', async () => {
  expect((await register({ password: 'x'.repeat(1_000_000) })).statusCode).toBe(413)
})

test('columns that nobody may set are ignored', async () => {
  const reply = await register({ username: 'climber', role: 'admin', suspendedAt: '2000-01-01', id: 'x' })
  expect(reply.statusCode).toBe(201)
  const [row] = await query(
    product.database().db,
    sql`select role, suspended_at from users where username = 'climber'`,
  )
  expect(row).toEqual({ role: 'member', suspended_at: null })
})

test('at most 20 registrations a minute from one address, valid or not', async () => {
  const statuses = []
  for (let i = 0; i < 21; i++) statuses.push((await register({ username: '' }, '10.8.0.1')).statusCode)
  expect(statuses).toEqual([...Array(20).fill(422), 429])
  const refused = await register({}, '10.8.0.1')
  expect(refused.json().error.code).toBe('TooManyRequests')
  expect(Number(refused.headers['retry-after'])).toBe(60)
  product.clock.advance(60_000)
  expect((await register({}, '10.8.0.1')).statusCode).toBe(201)
})

test('the first administrator: a wrong token is refused, 50 at once with the right one make one, then it is spent', async () => {
  const wrong = await register({ setupToken: 'not-the-setup-token' })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json().error.fields).toEqual({ setupToken: 'wrong-setup-token' })
  expect((await rolesOf())['admin']).toBeUndefined()

  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => register({ username: `admin-${i}`, setupToken: TEST_SETUP_TOKEN })),
  )
  expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(1)
  expect((await rolesOf())['admin']).toBe(1)
  for (const reply of replies.filter((reply) => reply.statusCode === 422))
    expect(reply.json().error.fields).toEqual({ setupToken: 'wrong-setup-token' })

  expect((await register({ setupToken: TEST_SETUP_TOKEN })).statusCode).toBe(422)
  expect(await ensureSetupToken(product.database(), product.config())).toBeNull()
  const index = replies.findIndex((reply) => reply.statusCode === 201)
  const signedIn = await product.inject({
    method: 'POST',
    url: '/identity/users/auth',
    headers: basic(`admin-${index}`, 'correct horse battery'),
  })
  expect(signedIn.json().result.admin).toBe(true)
})
