import type { WorkspaceEvent, WorkspaceMember } from '@scanleaf/shared'
import { beforeEach, expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { API_KEYS, askForFeed, askForKey } from '../../api-keys/testing'
import { leavingOf } from '../../leaving/testing'
import { CODES } from '../../user-codes/testing'
import { sharingOf } from '../testing'

const product = testApp()
const sharing = sharingOf(product)
const { leaveForGood } = leavingOf(product)

let lan: Person
let minh: Person
beforeEach(async () => {
  lan = await product.signedIn()
  minh = await sharing.join(lan, await product.signedIn(), 'manager')
})

/** A key in the workspace of Lan. */
async function keyBy(person: Person, name: string): Promise<string> {
  const made = await sharing.within(person, lan.id).inject({
    ...{ method: 'POST', url: API_KEYS },
    payload: { name, scopes: ['codes:read'], expiresInDays: null },
  })
  expect(made.statusCode, made.body).toBe(201)
  return made.json().result.secret
}
const opens = async (secret: string) =>
  (await product.as({ sid: secret }).inject({ url: `${CODES}?productId=dynamic-code` })).statusCode === 200
const remove = (by: Person, member: Person, search = '') =>
  sharing.call(by, 'DELETE', `/${lan.id}/members/${member.id}${search}`)
const keysOf = async (reader: Person) => {
  const members: WorkspaceMember[] = (await sharing.call(reader, 'GET', `/${lan.id}/members`)).json().result
  return Object.fromEntries(members.map(({ userId, apiKeys }) => [userId, apiKeys]))
}

test('keys stay with the workspace, unless who removes their maker revokes them, too', async () => {
  const [own, first, second] = [
    await keyBy(lan, 'Web'),
    await keyBy(minh, 'Till'),
    await keyBy(minh, 'Stock'),
  ]
  expect(await keysOf(lan)).toEqual({ [lan.id]: ['Web'], [minh.id]: ['Till', 'Stock'] })
  expect((await remove(lan, minh)).statusCode).toBe(200)
  expect([await opens(own), await opens(first), await opens(second)]).toEqual([true, true, true])
  await sharing.join(lan, minh, 'manager')
  expect((await remove(lan, minh, '?revokeKeys=true')).statusCode).toBe(200)
  expect([await opens(own), await opens(first), await opens(second)]).toEqual([true, false, false])
  const { result } = (await sharing.call(lan, 'GET', `/${lan.id}/history?kind=integrations`)).json()
  expect(result.slice(0, 2).map(({ action, subject }: WorkspaceEvent) => [action, subject])).toEqual([
    ['key-revoked', 'Stock'],
    ['key-revoked', 'Till'],
  ])
})

test('they outlive the account of their maker, without a name', async () => {
  const key = await keyBy(minh, 'Till')
  await leaveForGood(minh)
  expect(await opens(key)).toBe(true)
  const [left] = (await product.as(lan).inject({ url: API_KEYS })).json().result
  expect(left).toMatchObject({ name: 'Till', createdBy: minh.id })
})

test('only who manages keys sees them by member, and revokes any', async () => {
  const viewer = await sharing.join(lan, await product.signedIn(), 'viewer')
  const key = await keyBy(minh, 'Till')
  expect(await keysOf(viewer)).toEqual({ [lan.id]: [], [minh.id]: [], [viewer.id]: [] })
  expect((await remove(viewer, viewer, '?revokeKeys=true')).statusCode).toBe(403)
  expect((await remove(viewer, viewer, '?revokeKeys=maybe')).statusCode).toBe(422)
  expect((await remove(minh, lan, '?revokeKeys=true')).json().error.code).toBe('OwnerStays')
  expect(await opens(key)).toBe(true)
  const other = await product.signedIn()
  expect((await remove(other, minh, '?revokeKeys=true')).statusCode).toBe(404)
  // The list shows the feed link with the keys; it ends with its maker in any case.
  const feed = await askForFeed({ as: () => sharing.within(minh, lan.id) } as never, minh)
  expect(feed.statusCode).toBe(201)
  expect((await keysOf(lan))[minh.id]).toEqual(['Till'])
  expect((await remove(lan, minh)).statusCode).toBe(200)
  const url = new URL(feed.json().result.url).pathname
  expect((await product.inject({ url })).statusCode).toBe(404)
})

test('a key that is made while its maker is removed is revoked with the others, or is not made', async () => {
  for (let round = 0; round < 5; round++) {
    const within = sharing.within(minh, lan.id)
    const [made, removed] = await Promise.all([
      askForKey({ as: () => within } as never, minh),
      remove(lan, minh, '?revokeKeys=true'),
    ])
    expect(removed.statusCode).toBe(200)
    expect([201, 404, 409]).toContain(made.statusCode)
    expect((await product.as(lan).inject({ url: API_KEYS })).json().result).toEqual([])
    await sharing.join(lan, minh, 'manager')
  }
})
