import { MAX_MEMBERS, MAX_OPEN_INVITATIONS } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { sharingOf } from '../testing'

const product = testApp()
const sharing = sharingOf(product)

let lan: Person
let minh: Person
beforeEach(async () => {
  lan = await product.signedIn()
  minh = await product.signedIn()
})

const db = () => product.database().db
const check = (token: string) =>
  product.inject({ method: 'POST', url: '/gateway/api/workspaces/invitations/check', payload: { token } })
const stateOf = async (token: string) => (await check(token)).json().result.state
const codeOf = async (reply: Promise<{ json(): { error?: { code: string } } }>) =>
  (await reply).json().error?.code
const expire = () => db().execute(sql`update workspace_invitations set expires_at = now()`)

describe('a link', () => {
  test('says what it is for, changes nothing by that, and lets one person in', async () => {
    const token = await sharing.linkTo(lan, 'editor')
    for (let looks = 0; looks < 3; looks++)
      expect((await check(token)).json().result).toEqual({
        ...{ workspace: 'Trần An', invitedBy: lan.email, role: 'editor', email: '', state: 'open' },
        expiresAt: expect.any(String),
      })
    const joined = await sharing.accept(minh, token)
    expect(joined.json().result).toEqual({ workspaceId: lan.id, role: 'editor' })
    expect(await stateOf(token)).toBe('used')
    // Twice pressed.
    expect((await sharing.accept(minh, token)).statusCode).toBe(200)
    const late = await sharing.accept(await product.signedIn(), token)
    expect([late.statusCode, late.json().error.code]).toEqual([410, 'InvitationUsed'])
  })

  test('that twelve accept at once lets one in', async () => {
    const token = await sharing.linkTo(lan, 'viewer')
    const guests = await Promise.all(Array.from({ length: 12 }, () => product.signedIn()))
    const replies = await Promise.all(guests.map((guest) => sharing.accept(guest, token)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(11).fill(410)])
    const members = await sharing.call(lan, 'GET', `/${lan.id}/members`)
    expect(members.json().result).toHaveLength(2)
  })

  test('ends after seven days, when it is withdrawn, and with the right of who sent it', async () => {
    const expired = await sharing.linkTo(lan, 'viewer')
    await expire()
    expect([await stateOf(expired), await codeOf(sharing.accept(minh, expired))]).toEqual([
      'expired',
      'InvitationExpired',
    ])
    const made = await sharing.invite(lan, lan, { role: 'viewer' })
    const withdrawn = new URL(made.json().result.url).hash.slice(1)
    const path = `/${lan.id}/invitations/${made.json().result.id}`
    expect((await sharing.call(lan, 'DELETE', path)).statusCode).toBe(200)
    expect((await sharing.call(lan, 'DELETE', path)).statusCode).toBe(404)
    expect([await stateOf(withdrawn), await codeOf(sharing.accept(minh, withdrawn))]).toEqual([
      'withdrawn',
      'InvitationWithdrawn',
    ])
    await sharing.join(lan, minh, 'manager')
    const byManager = await sharing.invite(minh, lan, { role: 'viewer' })
    const orphan = new URL(byManager.json().result.url).hash.slice(1)
    await sharing.remove(lan, lan, minh)
    expect([await stateOf(orphan), await codeOf(sharing.accept(await product.signedIn(), orphan))]).toEqual([
      'withdrawn',
      'InvitationWithdrawn',
    ])
  })

  test('ends with a role of who sent it that is no longer above its own', async () => {
    await sharing.join(lan, minh, 'manager')
    const sent = await sharing.invite(minh, lan, { role: 'editor' })
    const token = new URL(sent.json().result.url).hash.slice(1)
    expect(await stateOf(token)).toBe('open')
    await sharing.call(lan, 'PATCH', `/${lan.id}/members/${minh.id}`, { role: 'editor' })
    expect([await stateOf(token), await codeOf(sharing.accept(await product.signedIn(), token))]).toEqual([
      'withdrawn',
      'InvitationWithdrawn',
    ])
  })

  test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(128)])(
    'that was never made (“%s”) is none',
    async (token) => {
      expect([(await check(token)).statusCode, (await sharing.accept(minh, token)).statusCode]).toEqual([
        410, 410,
      ])
    },
  )
  test('is a text of up to 128 characters', async () => {
    for (const token of ['x'.repeat(129), 'a\u0000', 7, null, {}])
      expect((await check(token as string)).statusCode).toBe(422)
  })
})

test('an address needs a mail server, and a role is one that can be given', async () => {
  const invite = async (payload: object) => (await sharing.invite(lan, lan, payload)).statusCode
  expect(await invite({ email: 'thu@example.test', role: 'editor' })).toBe(409)
  expect(await invite({ role: 'owner' })).toBe(422)
  expect(await invite({ role: 'admin' })).toBe(422)
  expect(await invite({ email: 'not an address', role: 'editor' })).toBe(422)
  expect(await invite({})).toBe(422)
  expect(await query(db(), sql`select * from workspace_invitations`)).toEqual([])
})

test('at most fifty invitations leave a workspace a day', async () => {
  for (let sent = 0; sent < 50; sent++)
    expect((await sharing.invite(lan, lan, { role: 'viewer' })).statusCode).toBe(201)
  expect((await sharing.invite(lan, lan, { role: 'viewer' })).statusCode).toBe(429)
  expect((await sharing.call(lan, 'GET', `/${lan.id}/invitations`)).json().result).toHaveLength(50)
})

test('two hundred invitations are open at most', async () => {
  await sharing.linkTo(lan, 'viewer')
  await db().execute(sql`insert into workspace_invitations
      (workspace_id, email, role, invited_by_id, invited_by, expires_at)
    select ${lan.id}, '', 'viewer', ${lan.id}, ${lan.email}, now() + interval '1 day'
    from generate_series(3, ${MAX_OPEN_INVITATIONS}::int)`)
  expect((await sharing.invite(lan, lan, { role: 'viewer' })).statusCode).toBe(201)
  const more = await sharing.invite(lan, lan, { role: 'viewer' })
  expect([more.statusCode, more.json().error.fields]).toEqual([422, { email: 'too-many' }])
  await expire()
  expect((await sharing.invite(lan, lan, { role: 'viewer' })).statusCode).toBe(201)
})

test('a workspace has room for a hundred, and a person for as many workspaces', async () => {
  const token = await sharing.linkTo(lan, 'viewer')
  await db().execute(sql`insert into workspace_members (workspace_id, user_id, role, email, name)
    select ${lan.id}, 'guest-' || n, 'viewer', n || '@example.test', 'Guest' from generate_series(2, ${MAX_MEMBERS}) n`)
  expect(await codeOf(sharing.accept(minh, token))).toBe('TooManyMembers')
  await db().execute(sql`delete from workspace_members where user_id like 'guest-%'`)
  await db().execute(
    sql`insert into workspaces (id, name) select 'w' || n, 'W' from generate_series(1, 100) n`,
  )
  await db().execute(sql`insert into workspace_members (workspace_id, user_id, role, email, name)
    select 'w' || n, ${minh.id}, 'viewer', '', '' from generate_series(1, 100) n`)
  expect(await codeOf(sharing.accept(minh, token))).toBe('TooManyWorkspaces')
  expect((await sharing.call(minh, 'GET', '/')).json().result).toHaveLength(101)
  expect(await stateOf(token)).toBe('open')
})
