import { Readable } from 'node:stream'
import { hasCapability, WORKSPACE_ROLES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { type Person, testApp } from '../../testing/app'
import { aDynamicCode, codesOf } from '../user-codes/testing'
import { sharingOf } from './testing'

const product = testApp()
const sharing = sharingOf(product)
const CODES = '/gateway/api/qrcode/user-codes?productId=dynamic-code'

let lan: Person
let minh: Person
beforeEach(async () => {
  lan = await product.signedIn()
  minh = await product.signedIn()
})

const workspacesOf = async (person: Person) => (await sharing.call(person, 'GET', '/')).json().result
const membersOf = async (person: Person, of: Person) =>
  (await sharing.call(person, 'GET', `/${of.id}/members`)).json().result
const rows = async (table: 'workspaces' | 'workspace_members' | 'workspace_invitations') =>
  query(product.database().db, sql.raw(`select * from ${table}`))

describe('a person alone', () => {
  test('has a home by their name, themselves as its owner, and no row of it', async () => {
    expect(await workspacesOf(lan)).toEqual([
      { id: lan.id, name: 'Trần An', role: 'owner', isHome: true, members: 1, deletingAt: null },
    ])
    expect(await membersOf(lan, lan)).toEqual([
      {
        ...{ userId: lan.id, name: 'Trần An', email: lan.email, role: 'owner' },
        ...{ joinedAt: null, seenAt: null, apiKeys: [], isYou: true },
      },
    ])
    await codesOf(product, lan).save(aDynamicCode())
    expect(await rows('workspaces')).toEqual([])
    expect(await rows('workspace_members')).toEqual([])
  })

  test('of a long name has a home of a name that a workspace may have', async () => {
    await product
      .database()
      .db.execute(sql`update users set last_name = repeat('a', 50), first_name = repeat('b', 50)
      where id = ${lan.id}`)
    await sharing.join(lan, minh, 'editor')
    const { name } = (await workspacesOf(lan))[0]
    expect(name).toHaveLength(60)
    expect((await sharing.call(lan, 'PATCH', `/${lan.id}`, { name })).statusCode).toBe(200)
  })

  test('neither leaves nor changes their own role', async () => {
    expect((await sharing.remove(lan, lan, lan)).json().error.code).toBe('OwnerStays')
    await sharing.join(lan, minh, 'editor')
    expect((await sharing.remove(lan, lan, lan)).json().error.code).toBe('OwnerStays')
    const demote = await sharing.call(lan, 'PATCH', `/${lan.id}/members/${lan.id}`, { role: 'viewer' })
    expect([demote.statusCode, demote.json().error.code]).toEqual([409, 'OwnerStays'])
  })
})

describe('a member', () => {
  test('works with the codes of the workspace, and their own stay their own', async () => {
    await sharing.join(lan, minh, 'editor')
    const { id } = await codesOf(product, lan).save(aDynamicCode())
    const list = await sharing.within(minh, lan.id).inject({ url: CODES })
    expect(list.json().result.map((code: { id: string }) => code.id)).toEqual([id])
    expect((await product.as(minh).inject({ url: CODES })).json().result).toEqual([])
    const renamed = await sharing
      .within(minh, lan.id)
      .inject({ method: 'PATCH', url: `/gateway/api/qrcode/user-codes/${id}`, payload: { name: 'Menu' } })
    expect(renamed.statusCode).toBe(200)
    expect(renamed.json().result.userId).toBe(lan.id)
    const changes = await product.as(lan).inject({ url: `/gateway/api/qrcode/user-codes/${id}/changes` })
    expect(changes.json().result[0]).toMatchObject({ field: 'name', by: minh.email })
    const made = await sharing
      .within(minh, lan.id)
      .inject({ method: 'POST', url: '/gateway/api/qrcode/user-codes', payload: aDynamicCode() })
    expect(made.json().result).toMatchObject({ userId: lan.id, createdBy: minh.email })
  })

  test('is out with the next call, the workspace as if it were not there, and comes back by another invitation', async () => {
    await sharing.join(lan, minh, 'editor')
    const { joinedAt } = (await membersOf(lan, lan))[1]
    expect((await sharing.remove(lan, lan, minh)).statusCode).toBe(200)
    const out = await sharing.within(minh, lan.id).inject({ url: CODES })
    const nowhere = await sharing.within(minh, '0b9df6a5-7c5e-4c9e-8f0e-3c1a52a8a000').inject({ url: CODES })
    expect([out.statusCode, out.json().error.code]).toEqual([404, 'WorkspaceNotFound'])
    expect(out.body).toBe(nowhere.body)
    expect((await workspacesOf(minh)).map(({ id }: { id: string }) => id)).toEqual([minh.id])
    expect((await product.as(minh).inject({ url: CODES })).statusCode).toBe(200)
    await sharing.join(lan, minh, 'viewer')
    expect((await workspacesOf(minh)).map(({ role }: { role: string }) => role)).toEqual(['owner', 'viewer'])
    expect((await membersOf(lan, lan))[1].joinedAt > joinedAt).toBe(true)
  })

  test('may leave', async () => {
    await sharing.join(lan, minh, 'viewer')
    expect((await sharing.remove(minh, lan, minh)).statusCode).toBe(200)
    expect((await membersOf(lan, lan)).map(({ userId }: { userId: string }) => userId)).toEqual([lan.id])
    expect(await workspacesOf(lan)).toMatchObject([{ members: 1 }])
  })

  test('repeats a call by its key in one workspace only', async () => {
    await sharing.join(lan, minh, 'editor')
    const code = { method: 'POST', url: '/gateway/api/qrcode/user-codes', payload: aDynamicCode() } as const
    const headers = { 'idempotency-key': 'k1' }
    const first = await sharing.within(minh, lan.id).inject({ ...code, headers })
    const again = await sharing.within(minh, lan.id).inject({ ...code, headers })
    expect([first.statusCode, again.json()]).toEqual([201, first.json()])
    expect((await product.as(minh).inject({ ...code, headers })).statusCode).toBe(409)
  })

  test('has a conversation with the assistant in each workspace', async () => {
    await sharing.join(lan, minh, 'editor')
    const ask = {
      method: 'POST',
      url: '/gateway/api/qrcode/message-gpt?lng=en',
      payload: { msg: 'Hello' },
    } as const
    await sharing.within(minh, lan.id).inject(ask)
    const history = { url: '/gateway/api/qrcode/message-gpt' }
    expect((await sharing.within(minh, lan.id).inject(history)).json().result).toHaveLength(2)
    expect((await product.as(minh).inject(history)).json().result).toEqual([])
    expect((await product.as(lan).inject(history)).json().result).toEqual([])
  })
})

describe('roles', () => {
  test('a call ends with the role with which it began, and the next has the new one', async () => {
    await sharing.join(lan, minh, 'editor')
    const create = (payload: Readable) =>
      sharing.within(minh, lan.id).inject({
        ...{
          method: 'POST',
          url: '/gateway/api/qrcode/user-codes',
          headers: { 'content-type': 'application/json' },
        },
        payload,
      })
    /** The body of a call, which is read once its role is known. */
    const bodyAfter = (change: () => Promise<unknown>) =>
      Readable.from(
        (async function* () {
          await change()
          yield JSON.stringify(aDynamicCode())
        })(),
      )
    const begun = await create(
      bodyAfter(async () => {
        const path = `/${lan.id}/members/${minh.id}`
        expect((await sharing.call(lan, 'PATCH', path, { role: 'viewer' })).statusCode).toBe(200)
      }),
    )
    expect(begun.statusCode, begun.body).toBe(201)
    expect((await create(bodyAfter(async () => {}))).statusCode).toBe(403)
    const { meta } = (await sharing.within(minh, lan.id).inject({ url: CODES })).json()
    expect(meta.total).toBe(1)
  })

  test('a manager changes and removes those below, gives nobody their own role, and touches no manager', async () => {
    const [hoa, dung, thu] = [await product.signedIn(), await product.signedIn(), await product.signedIn()]
    await sharing.join(lan, minh, 'manager')
    await sharing.join(lan, hoa, 'manager')
    await sharing.join(lan, dung, 'editor')
    const change = async (by: Person, of: Person, role: string) =>
      (await sharing.call(by, 'PATCH', `/${lan.id}/members/${of.id}`, { role })).statusCode
    expect(await change(minh, dung, 'viewer')).toBe(200)
    expect(await change(minh, dung, 'manager')).toBe(403)
    expect(await change(minh, hoa, 'viewer')).toBe(403)
    expect(await change(minh, minh, 'viewer')).toBe(403)
    expect(await change(minh, lan, 'viewer')).toBe(409)
    expect(await change(lan, hoa, 'owner')).toBe(422)
    expect(await change(dung, minh, 'viewer')).toBe(403)
    expect(await change(minh, thu, 'viewer')).toBe(404)
    expect((await sharing.remove(minh, lan, hoa)).statusCode).toBe(403)
    expect((await sharing.remove(minh, lan, lan)).json().error.code).toBe('OwnerStays')
    expect((await sharing.remove(dung, lan, minh)).statusCode).toBe(403)
    expect((await sharing.remove(minh, lan, dung)).statusCode).toBe(200)
    expect((await sharing.invite(minh, lan, { role: 'manager' })).statusCode).toBe(403)
    expect(await change(lan, minh, 'editor')).toBe(200)
  })

  test('a second owner is refused by the database, whoever asks it', async () => {
    await sharing.join(lan, minh, 'editor')
    const second = sql`update workspace_members set role = 'owner' where user_id = ${minh.id}`
    await expect(product.database().db.execute(second)).rejects.toMatchObject({ code: '23505' })
  })

  test('an answer of the server says which capability is missing', async () => {
    await sharing.join(lan, minh, 'viewer')
    const refused = await sharing
      .within(minh, lan.id)
      .inject({ method: 'POST', url: '/gateway/api/qrcode/user-codes', payload: aDynamicCode() })
    expect([refused.statusCode, refused.json().error.details]).toEqual([
      403,
      { role: { needs: 'codes:create' } },
    ])
    expect(WORKSPACE_ROLES.filter((role) => hasCapability(role, 'codes:create'))).toEqual([
      ...['owner', 'manager', 'editor'],
    ])
  })
})

test.each(['', ' ', 'x'.repeat(65), 'a b', '\u00e9', "' or 1=1 --", '*'])(
  'the header “%s” names no workspace',
  async (header) => {
    const reply = await sharing.within(lan, header).inject({ url: CODES })
    expect([reply.statusCode, reply.json().error.code]).toEqual([404, 'WorkspaceNotFound'])
  },
)

test('the header twice names no workspace, be both the same', async () => {
  const twice = await product.as(lan).inject({
    url: CODES,
    headers: { 'x-workspace': [lan.id, lan.id] as unknown as string },
  })
  expect([twice.statusCode, twice.json().error.code]).toEqual([404, 'WorkspaceNotFound'])
})

test('a name holds one line of up to 60 characters, and nothing that becomes a link', async () => {
  const rename = async (name: unknown) =>
    (await sharing.call(lan, 'PATCH', `/${lan.id}`, { name } as object)).statusCode
  expect(await rename('Quán Lan')).toBe(200)
  expect((await workspacesOf(lan))[0].name).toBe('Quán Lan')
  for (const name of [
    ...['', '  ', 'x'.repeat(61), '🍜'.repeat(61), 'https://evil.test', 'www.evil.test', 'a@evil.test'],
    ...['a\u0000b', 'a\ud800', 7, null],
  ])
    expect([name, await rename(name)]).toEqual([name, 422])
  await sharing.join(lan, minh, 'editor')
  expect((await sharing.call(minh, 'PATCH', `/${lan.id}`, { name: 'Mine' })).statusCode).toBe(403)
})

describe('an account whose workspace has others in it', () => {
  const confirm = (person: Person) =>
    product.as(person).inject({
      method: 'POST',
      url: '/identity/sessions/current/confirm',
      payload: { password: person.password },
    })

  test('is not deleted', async () => {
    await sharing.join(lan, minh, 'viewer')
    await confirm(lan)
    const ending = {
      method: 'DELETE',
      url: '/identity/users/profile',
      payload: { ending: 'freeze' },
    } as const
    expect((await product.as(lan).inject(ending)).json().error.code).toBe('WorkspaceNotEmpty')
    await sharing.remove(lan, lan, minh)
    expect((await product.as(lan).inject(ending)).statusCode).toBe(200)
  })

  test('is not deleted by an operator either, and nobody joins one that is about to be', async () => {
    const admin = await product.signedIn()
    await product.database().db.execute(sql`update users set role = 'admin' where id = ${admin.id}`)
    await confirm(admin)
    const remove = () =>
      product.as(admin).inject({
        method: 'PUT',
        url: `/identity/users/${lan.id}/deletion`,
        payload: { ending: 'freeze', reason: 'asked for it' },
      })
    await sharing.join(lan, minh, 'viewer')
    const refused = await remove()
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'WorkspaceNotEmpty'])
    expect((await sharing.within(minh, lan.id).inject({ url: CODES })).statusCode).toBe(200)
    const open = await sharing.linkTo(lan, 'viewer')
    await sharing.remove(lan, lan, minh)
    expect((await remove()).statusCode).toBe(200)
    const late = await sharing.accept(minh, open)
    expect([late.statusCode, late.json().error.code]).toEqual([409, 'WorkspaceLeaving'])
  })

  test('loses nobody who joins while it is deleted', async () => {
    await confirm(lan)
    const token = await sharing.linkTo(lan, 'viewer')
    const [joined, left] = await Promise.all([
      sharing.accept(minh, token),
      product
        .as(lan)
        .inject({ method: 'DELETE', url: '/identity/users/profile', payload: { ending: 'freeze' } }),
    ])
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual([joined.statusCode, left.statusCode])
  })
})

describe('a code is found', () => {
  const find = (person: Person, code: string) => sharing.call(person, 'GET', `/find?code=${code}`)

  test('in the workspace in which it is, by its members', async () => {
    await sharing.join(lan, minh, 'viewer')
    const { id } = await codesOf(product, lan).save(aDynamicCode())
    const own = await codesOf(product, minh).save(aDynamicCode())
    expect((await find(minh, id)).json().result).toMatchObject({ id: lan.id, role: 'viewer' })
    expect((await find(minh, own.id)).json().result).toMatchObject({ id: minh.id, isHome: true })
  })

  test('by nobody else, as if it were nowhere', async () => {
    const { id } = await codesOf(product, lan).save(aDynamicCode())
    const foreign = await find(minh, id)
    const nowhere = await find(minh, '0b9df6a5-7c5e-4c9e-8f0e-3c1a52a8a000')
    expect([foreign.statusCode, foreign.body]).toEqual([404, nowhere.body])
    await sharing.join(lan, minh, 'viewer')
    await sharing.remove(lan, lan, minh)
    expect((await find(minh, id)).statusCode).toBe(404)
    expect((await find(minh, 'x')).statusCode).toBe(422)
  })
})
