import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, TEST_SETUP_TOKEN, testAccounts } from '../../../testing/feature'
import { permissions, users } from '../table'
import { basic } from '../testing'

const product = testAccounts()
const { database, as, signedIn } = product
let admin: Person
let member: Person

beforeEach(async () => {
  admin = await signedIn({ setupToken: TEST_SETUP_TOKEN })
  product.clock.advance(1000)
  member = await signedIn()
  product.clock.advance(1000)
})

const PATH = '/identity/users'
const get = (who: Person, path = '') => as(who).inject({ url: `${PATH}${path}` })
const patch = (who: Person, { id }: Person, payload: Record<string, unknown>) =>
  as(who).inject({ method: 'PATCH', url: `${PATH}/${id}`, payload })
const end = (who: Person, { id }: Person, session = '') =>
  as(who).inject({ method: 'DELETE', url: `${PATH}/${id}/sessions${session}` })
const profileStatus = async (who: Person) => (await get(who, '/profile')).statusCode
const signIn = ({ username, password }: Person) =>
  product.inject({ method: 'POST', url: `${PATH}/auth`, headers: basic(username, password) })

/** A member whom the administrator lets do something with users. */
async function withMask(mask: number): Promise<Person> {
  const clerk = await signedIn()
  expect((await patch(admin, clerk, { permissions: { users: mask } })).statusCode).toBe(200)
  return clerk
}

/** Makes another administrator. */
async function secondAdmin(): Promise<Person> {
  const other = await signedIn()
  expect((await patch(admin, other, { role: 'admin' })).json().result.role).toBe('admin')
  return other
}

const codeOf = (reply: { json(): { error?: { code: string } } }) => reply.json().error?.code ?? 'done'

describe('the list', () => {
  test('is found by name, user name and address, without accents, and narrowed by role and suspension', async () => {
    const thu = await signedIn()
    await as(thu).inject({
      method: 'PATCH',
      url: `${PATH}/profile`,
      payload: { firstName: 'Thư', lastName: 'Đặng', email: 'thu@phong-tra.example.vn' },
    })
    const namesOf = async (search: string) =>
      (await get(admin, `?${search}`)).json().result.map(({ username }: Person) => username)
    for (const q of ['dang thu', 'THƯ', 'phong-tra', thu.username, 'phong tra'])
      expect(await namesOf(`q=${encodeURIComponent(q)}`), q).toEqual([thu.username])
    expect(await namesOf('')).toEqual([thu.username, member.username, admin.username])
    expect(await namesOf('role=admin')).toEqual([admin.username])
    await patch(admin, member, { suspended: true })
    expect(await namesOf('suspended=true')).toEqual([member.username])
    expect(await namesOf('suspended=false&role=member')).toEqual([thu.username])
    expect((await get(admin, '?limit=1&page=2')).json()).toMatchObject({
      result: [{ username: member.username }],
      meta: { total: 3, page: 2, pages: 3, limit: 1 },
    })
  })

  test('names what the contract names, and no secret', async () => {
    expect((await get(admin, `/${member.id}`)).json().result).toEqual({
      id: member.id,
      username: member.username,
      firstName: 'An',
      lastName: 'Trần',
      email: member.email,
      phone: '',
      role: 'member',
      suspendedAt: null,
      deletingAt: null,
      deletion: null,
      approval: 'approved',
      createdAt: expect.any(String),
      permissions: {},
      sessions: 1,
    })
    const [listed] = (await get(admin)).json().result
    expect(Object.keys(listed).sort()).toEqual(
      [
        'approval',
        'createdAt',
        'deletingAt',
        'email',
        'firstName',
        'id',
        'lastName',
        'role',
        'suspendedAt',
        'username',
      ].sort(),
    )
  })

  test('is read from indexes among many users', async () => {
    const { db } = database()
    await db.execute(sql`
      insert into users (username, username_key, email, password_hash, first_name, last_name, search_text)
      select 'user' || n, 'user' || n, 'user' || n || '@example.test', 'x', 'A', 'B',
        ' user' || n || ' b a user' || n || ' example test'
      from generate_series(1, 5000) n`)
    await db.execute(sql`analyze users`)
    const plan = async (search: ReturnType<typeof sql>) =>
      JSON.stringify(await query(db, sql`explain select * from users ${search}`))
    expect(await plan(sql`order by created_at desc, id limit 10`)).toContain('users_newest')
    expect(
      await plan(sql`where user_code_keys('', '', search_text, '{}'::text[])
        @> user_code_keys('', '', '{use,ser,er4,r49,499,991}'::text[])`),
    ).toContain('users_by_keys')
    const found = await get(admin, '?q=user4991')
    expect(found.json().result.map(({ username }: Person) => username)).toEqual(['user4991'])
  })

  test.each(['role=owner', 'suspended=maybe', `q=${'x'.repeat(201)}`])('refuses %s', async (search) => {
    expect((await get(admin, `?${search}`)).statusCode).toBe(422)
  })
})

describe('who may', () => {
  test('a member without a mask may nothing, with it what it says', async () => {
    for (const path of ['', `/${admin.id}`, `/${admin.id}/sessions`, '/actions'])
      expect((await get(member, path)).statusCode, path).toBe(403)
    expect((await patch(member, admin, { suspended: true })).statusCode).toBe(403)
    const reader = await withMask(4)
    expect((await get(reader)).statusCode).toBe(200)
    expect((await patch(reader, member, { suspended: true })).statusCode).toBe(403)
    expect((await end(reader, member)).statusCode).toBe(403)
  })

  test('a member with update suspends members, and neither raises anybody nor touches administrators', async () => {
    const clerk = await withMask(6)
    for (const payload of [
      { role: 'admin' },
      { permissions: { billing: 15 } },
      { permissions: {} },
      { role: 'member', suspended: false },
    ]) {
      expect((await patch(clerk, clerk, payload)).statusCode, JSON.stringify(payload)).toBe(403)
      expect((await patch(clerk, member, payload)).statusCode, JSON.stringify(payload)).toBe(403)
    }
    expect((await patch(clerk, admin, { suspended: true })).statusCode).toBe(403)
    expect((await end(clerk, admin)).statusCode).toBe(403)
    const [session] = (await get(clerk, `/${admin.id}/sessions`)).json().result
    expect((await end(clerk, admin, `/${session.id}`)).statusCode).toBe(403)
    expect(await profileStatus(admin)).toBe(200)
    expect((await patch(clerk, member, { suspended: true })).statusCode).toBe(200)
    expect(await database().db.select().from(permissions)).toMatchObject([{ userId: clerk.id, mask: 6 }])
  })

  test('unknown users and ids of a wrong shape are not found, wrong masks are named', async () => {
    const stranger = { ...member, id: '00000000-0000-4000-8000-000000000000' }
    expect((await patch(admin, stranger, { suspended: true })).statusCode).toBe(404)
    expect((await patch(admin, { ...member, id: "1' or" }, {})).statusCode).toBe(404)
    expect((await get(admin, `/${stranger.id}/sessions`)).statusCode).toBe(404)
    expect((await end(admin, member, '/AAAAAAAAAAAAAAAA')).statusCode).toBe(404)
    for (const wrong of [{ users: 16 }, { users: -1 }, { users: 1.5 }, { everything: 15 }])
      expect((await patch(admin, member, { permissions: wrong })).statusCode).toBe(422)
  })
})

describe('a suspension', () => {
  test('ends every session at once, keeps the door shut, and can be taken back', async () => {
    const again = await product.signInAgain(member)
    expect((await patch(admin, member, { suspended: true })).json().result).toMatchObject({
      suspendedAt: product.clock.now().toISOString(),
      sessions: 0,
    })
    expect(await profileStatus(member)).toBe(401)
    expect(await profileStatus(again)).toBe(401)
    const [refused, wrong] = [await signIn(member), await signIn({ ...member, password: 'not the password' })]
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toEqual(wrong.json())
    await patch(admin, member, { suspended: false })
    expect(await profileStatus(member)).toBe(401)
    expect((await signIn(member)).statusCode).toBe(200)
  })

  test('is never one’s own', async () => {
    await secondAdmin()
    expect(codeOf(await patch(admin, admin, { suspended: true }))).toBe('OwnCase')
    const clerk = await withMask(2)
    expect(codeOf(await patch(clerk, clerk, { suspended: true }))).toBe('OwnCase')
    expect(await profileStatus(admin)).toBe(200)
  })
})

describe('the last administrator', () => {
  test('stays one', async () => {
    expect(codeOf(await patch(admin, admin, { role: 'member' }))).toBe('OwnCase')
    const other = await secondAdmin()
    // Somebody who leaves counts for nobody.
    await database().db.execute(sql`update users set deleting_at = now() where id = ${admin.id}`)
    for (const payload of [{ role: 'member' }, { suspended: true }])
      expect(codeOf(await patch(admin, other, payload))).toBe('LastAdmin')
  })

  test('is left when two demote, or suspend, each other at the same time', async () => {
    for (const payload of [{ role: 'member' }, { suspended: true }]) {
      const other = await secondAdmin()
      const replies = await Promise.all([patch(admin, other, payload), patch(other, admin, payload)])
      // The session of a suspended user may have ended before their own call is checked.
      const [done, refused] = replies.map(({ statusCode }) => statusCode).sort()
      expect(done).toBe(200)
      expect([401, 403]).toContain(refused)
      const left = await database().db.select().from(users).where(eq(users.role, 'admin'))
      const active = left.filter(({ suspendedAt }) => suspendedAt === null)
      expect(active).toHaveLength(1)
      const survivor = active[0]?.id === admin.id ? admin : other
      const loser = survivor === admin ? other : admin
      admin = await product.signInAgain(survivor)
      await patch(admin, loser, { role: 'member', suspended: true })
    }
  })
})

describe('sessions', () => {
  test('are shown without their tokens, and end one by one or together', async () => {
    const second = await product.signInAgain(member)
    const shown = (await get(admin, `/${member.id}/sessions`)).json().result
    expect(shown).toHaveLength(2)
    for (const { sid } of [member, second]) expect(JSON.stringify(shown)).not.toContain(sid)
    expect(shown[0]).toEqual({
      id: expect.stringMatching(/^[\w-]{16}$/),
      label: '',
      country: '',
      method: 'password',
      provider: '',
      createdAt: product.clock.now().toISOString(),
      expiresAt: expect.any(String),
      lastUsedAt: product.clock.now().toISOString(),
      isCurrent: false,
    })
    expect((await end(admin, member, `/${shown[0].id}`)).json().result).toEqual({ ended: 1 })
    expect([await profileStatus(member), await profileStatus(second)].sort()).toEqual([200, 401])
    expect((await end(admin, member)).json().result).toEqual({ ended: 1 })
    expect([await profileStatus(member), await profileStatus(second)]).toEqual([401, 401])
    const [own] = (await get(admin, `/${admin.id}/sessions`)).json().result
    expect(own.isCurrent).toBe(true)
  })

  test('of somebody else do not end by the id of another’s', async () => {
    const [session] = (await get(admin, `/${member.id}/sessions`)).json().result
    const other = await signedIn()
    expect((await end(admin, other, `/${session.id}`)).statusCode).toBe(404)
    expect(await profileStatus(member)).toBe(200)
  })
})

test('every act is written down: who, whom, from and to; what changes nothing is not', async () => {
  await patch(admin, member, { role: 'admin', permissions: { billing: 6, users: 0 } })
  await patch(admin, member, { role: 'member', permissions: { billing: 6 } })
  await end(admin, member)
  await patch(admin, member, { suspended: true })
  await patch(admin, member, { suspended: false })
  const { result, meta } = (await get(admin, `/actions?user=${member.id}`)).json()
  expect(meta.total).toBe(6)
  expect(result.map((each: Record<string, unknown>) => [each['action'], each['from'], each['to']])).toEqual([
    ['resume', '', ''],
    ['suspend', '', ''],
    ['end-sessions', '', '1'],
    ['role', 'admin', 'member'],
    ['role', 'member', 'admin'],
    ['permission', '0', '6'],
  ])
  expect(result[5]).toMatchObject({
    by: admin.email,
    userId: member.id,
    username: member.username,
    resource: 'billing',
  })
  expect((await get(admin, `/actions?user=${admin.id}`)).json().meta.total).toBe(0)
  expect((await get(admin, '/actions?user=x')).statusCode).toBe(422)
})
