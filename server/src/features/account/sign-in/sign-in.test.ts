import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { testAccounts } from '../../../testing/feature'
import { createPasswordHasher } from '../passwords/password-hasher'
import { basic } from '../testing'
import { basicCredentials } from './basic-credentials'

const product = testAccounts()
let addresses = 0
let names = 0

/** An address nobody used before. */
const freshAddress = () => `10.${7 + (++addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`

const signIn = (
  username: string,
  password: string,
  remoteAddress = freshAddress(),
  url = '/identity/users/auth',
) => product.inject({ method: 'POST', url, remoteAddress, headers: basic(username, password) })

async function given(password: string): Promise<string> {
  const username = `sign-in-${++names}`
  const reply = await product.inject({
    method: 'POST',
    url: '/identity/users',
    remoteAddress: freshAddress(),
    payload: { username, email: `${username}@example.test`, password, firstName: 'An', lastName: 'Lê' },
  })
  expect(reply.statusCode).toBe(201)
  return username
}

test('the right credentials open a session that is told once and stored hashed', async () => {
  const username = await given('correct horse battery')
  const reply = await signIn(username, 'correct horse battery')
  expect(reply.statusCode).toBe(200)
  const { result } = reply.json()
  expect(result).toEqual({
    id: expect.any(String),
    sid: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    email: `${username}@example.test`,
    admin: false,
    expiresAt: new Date(product.clock.now().getTime() + 7 * 24 * 60 * 60_000).toISOString(),
  })
  expect(reply.headers['cache-control']).toBe('no-store')
  const rows = await query<{ row: string }>(
    product.database().db,
    sql`select sessions::text as row from sessions`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ row }) => row).join()).not.toContain(result.sid)
  const second = await signIn(username.toUpperCase(), 'correct horse battery', freshAddress(), '/users/auth')
  expect(second.json().result.id).toBe(result.id)
  expect(second.json().result.sid).not.toBe(result.sid)
})

test.each([
  'a:b:c:d:e:f',
  '::a:::b::9:',
  'mật khẩu của Ánh',
  '我家的猫每天晚上睡觉',
  '🔐🔑🗝🔒🔓🔑🔐🔓🗝🔒',
  ' spaces around ',
])('the password %j works', async (password) => {
  const username = await given(password)
  expect((await signIn(username, password)).statusCode).toBe(200)
  expect((await signIn(username, `${password}x`)).statusCode).toBe(401)
})

test('letters typed composed or decomposed are the same password', async () => {
  const username = await given('mật khẩu dài'.normalize('NFC'))
  expect((await signIn(username, 'mật khẩu dài'.normalize('NFD'))).statusCode).toBe(200)
})

test('a password from before, which would be refused today, goes on signing in', async () => {
  const username = await given('correct horse battery')
  const passwordHash = await createPasswordHasher({ memoryCost: 64, timeCost: 1 }).hash('12345678')
  await product
    .database()
    .db.execute(sql`update users set password_hash = ${passwordHash} where username = ${username}`)
  expect((await signIn(username, '12345678')).statusCode).toBe(200)
})

test('an unknown user, a wrong password and a suspended user get one and the same answer', async () => {
  const username = await given('correct horse battery')
  const suspended = await given('correct horse battery')
  await product
    .database()
    .db.execute(sql`update users set suspended_at = now() where username = ${suspended}`)
  const replies = [
    await signIn('nobody-of-this-name', 'correct horse battery'),
    await signIn(username, 'wrong horse battery'),
    await signIn(suspended, 'correct horse battery'),
    await signIn(username, 'x'.repeat(257)),
    await signIn(username, 'x'.repeat(1_000_000)),
    await signIn('not:a name', 'correct horse battery'),
  ]
  for (const reply of replies) {
    expect(reply.statusCode).toBe(401)
    expect(reply.body).toBe(replies[0]?.body)
    expect(reply.headers['www-authenticate']).toBeUndefined()
    expect(Object.keys(reply.headers).sort()).toEqual(Object.keys(replies[0]?.headers ?? {}).sort())
  }
})

test.each([
  undefined,
  '',
  'Basic',
  'Basic !!!!',
  `Basic ${Buffer.from('no colon').toString('base64')}`,
  `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0x61]).toString('base64')}`,
  `Basic ${Buffer.from('nul\0:password').toString('base64')}`,
  'Bearer abc',
  'Digest username="x"',
])('the header %j is refused with 401', async (authorization) => {
  const reply = await product.inject({
    method: 'POST',
    url: '/identity/users/auth',
    remoteAddress: freshAddress(),
    headers: authorization === undefined ? {} : { authorization },
  })
  expect(reply.statusCode).toBe(401)
})

test('credentials survive the header whatever they hold', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).filter((name) => !name.includes(':') && name.isWellFormed()),
      fc.string({ unit: 'grapheme' }).filter((password) => password.isWellFormed()),
      (username, password) => {
        const read = basicCredentials(basic(username, password).authorization)
        expect(read).toEqual({ username, password })
      },
    ),
  )
})

test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('%s does not sign in', async (method) => {
  const username = await given('correct horse battery')
  const reply = await product.inject({
    method,
    url: '/identity/users/auth',
    headers: basic(username, 'correct horse battery'),
  })
  // The path of a user whose id is `auth`, which asks for a session.
  expect([401, 404, 405]).toContain(reply.statusCode)
  expect(reply.body).not.toContain('sid')
})

test('from the sixth failure on the wait grows from a second to a quarter of an hour, and is never for ever', async () => {
  const username = await given('correct horse battery')
  for (let i = 0; i < 5; i++) expect((await signIn(username, 'wrong')).statusCode).toBe(401)
  const waits: number[] = []
  for (let i = 0; i < 13; i++) {
    const refused = await signIn(username, 'wrong')
    expect(refused.statusCode).toBe(429)
    const wait = Number(refused.headers['retry-after'])
    waits.push(wait)
    product.clock.advance(wait * 1000 - 1)
    expect((await signIn(username, 'wrong')).statusCode).toBe(429)
    product.clock.advance(1)
    expect((await signIn(username, 'wrong')).statusCode).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  product.clock.advance(900_000)
  expect((await signIn(username, 'correct horse battery')).statusCode).toBe(200)
  for (let i = 0; i < 5; i++) expect((await signIn(username, 'wrong')).statusCode).toBe(401)
})

test('200 tries from as many addresses: five are judged, and the user still signs in from where they did before', async () => {
  const username = await given('correct horse battery')
  const home = freshAddress()
  expect((await signIn(username, 'correct horse battery', home)).statusCode).toBe(200)
  const statuses = []
  for (let i = 0; i < 200; i++) statuses.push((await signIn(username, `guess ${i}`)).statusCode)
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(195).fill(429)])
  expect((await signIn(username, 'correct horse battery')).statusCode).toBe(429)
  expect((await signIn(username, 'correct horse battery', home)).statusCode).toBe(200)
  expect((await signIn(username, 'correct horse battery')).statusCode).toBe(429)
})

test('tries at once do not slip past the count', async () => {
  const username = await given('correct horse battery')
  const replies = await Promise.all(Array.from({ length: 40 }, (_, i) => signIn(username, `guess ${i}`)))
  expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(5)
  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(35)
})

test('the failures of an unknown name are slowed down like those of a known one', async () => {
  for (let i = 0; i < 5; i++) expect((await signIn('no-such-user', 'wrong')).statusCode).toBe(401)
  expect((await signIn('no-such-user', 'wrong')).statusCode).toBe(429)
})

test('at most 20 tries a minute from one address, which a forged X-Forwarded-For does not change', async () => {
  const statuses = []
  for (let i = 0; i < 21; i++) {
    const reply = await product.inject({
      method: 'POST',
      url: '/identity/users/auth',
      remoteAddress: '10.6.0.1',
      headers: { ...basic(`name-${i}`, 'wrong'), 'x-forwarded-for': `192.0.2.${i}` },
    })
    statuses.push(reply.statusCode)
  }
  expect(statuses).toEqual([...Array(20).fill(401), 429])
})

test('one IPv6 subscriber is one address', async () => {
  const statuses = []
  for (let i = 0; i < 21; i++)
    statuses.push((await signIn(`name-${i}`, 'wrong', `2001:db8:1:2::${i.toString(16)}`)).statusCode)
  expect(statuses.at(-1)).toBe(429)
  expect((await signIn('name-1', 'wrong', '2001:db8:1:3::1')).statusCode).toBe(401)
})
