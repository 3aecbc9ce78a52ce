import type { WorkspaceEvent } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { oauthOf } from '../../api-keys/oauth/testing'
import { API_KEYS, feedOf } from '../../api-keys/testing'
import { BULK_RUNS, newCodes, runBulkJobs, runsOf } from '../../bulk/testing'
import { leavingOf } from '../../leaving/testing'
import { pageCallsOf } from '../../pages/testing/calls'
import { aDynamicCode } from '../../user-codes/testing'
import { sharingOf } from '../testing'

const product = testApp()
const sharing = sharingOf(product)
const { execute, leaveForGood } = leavingOf(product)
const CODES = '/gateway/api/qrcode/user-codes'

let lan: Person
let minh: Person
beforeEach(async () => {
  lan = await product.signedIn()
  minh = await sharing.join(lan, await product.signedIn(), 'manager')
})

const there = (person: Person) => sharing.within(person, lan.id)
const read = async (person: Person, search = '') =>
  (await sharing.call(person, 'GET', `/${lan.id}/history${search}`)).json()
const actsOf = async (search = ''): Promise<string[]> =>
  (await read(lan, search)).result.map(({ action }: WorkspaceEvent) => action)

async function aCode(by: Person, name = 'Thực đơn'): Promise<string> {
  const made = await there(by).inject({ method: 'POST', url: CODES, payload: { ...aDynamicCode(), name } })
  expect(made.statusCode, made.body).toBe(201)
  return made.json().result.id
}

test('who invited, joined and changed which codes is read by who manages, with names, by person, kind and day', async () => {
  const id = await aCode(minh)
  await there(lan).inject({ method: 'PATCH', url: `${CODES}/${id}`, payload: { name: 'Menu' } })
  await there(minh).inject({ method: 'DELETE', url: CODES, payload: { deleted: id } })
  await there(minh).inject({ method: 'POST', url: `${CODES}/restore`, payload: { restored: id } })
  await sharing.call(lan, 'PATCH', `/${lan.id}/members/${minh.id}`, { role: 'editor' })
  await sharing.call(lan, 'PATCH', `/${lan.id}`, { name: 'Quán Lan' })
  const { result, meta, people } = await read(lan)
  expect(
    result.map(({ action, by }: WorkspaceEvent) => [action, by.userId === lan.id ? 'lan' : 'minh']),
  ).toEqual([
    ['renamed', 'lan'],
    ['role-changed', 'lan'],
    ['code-restored', 'minh'],
    ['code-deleted', 'minh'],
    ['code-updated', 'lan'],
    ['code-created', 'minh'],
    ['joined', 'minh'],
    ['invited', 'lan'],
  ])
  expect(meta.nextCursor).toBeNull()
  expect(people.map(({ userId }: { userId: string }) => userId).sort()).toEqual([lan.id, minh.id].sort())
  expect(result[0]).toMatchObject({
    subject: 'Quán Lan',
    member: null,
    by: { name: 'Trần An', isKey: false },
  })
  expect(result[1]).toMatchObject({ role: 'editor', member: { userId: minh.id, name: 'Trần An' } })
  expect(result[5]).toMatchObject({ subject: 'Thực đơn', count: 1 })
  expect(await actsOf(`?by=${minh.id}&kind=codes`)).toEqual(['code-restored', 'code-deleted', 'code-created'])
  const today = result[0].at.slice(0, 10)
  expect(await actsOf(`?from=${today}&to=${today}`)).toHaveLength(8)
  expect(await actsOf('?to=2020-01-01')).toEqual([])
  // An editor by now.
  expect((await sharing.call(minh, 'GET', `/${lan.id}/history`)).statusCode).toBe(403)
})

test('fifty come at a time, all of them in the file; and what is no filter is refused', async () => {
  await execute(sql`insert into workspace_events (workspace_id, by_id, by_key, action, subject, member_id, details)
    select ${lan.id}, ${lan.id}, '', 'code-updated', '=cmd|' || n, '', '{"count":1}' from generate_series(1, 120) n`)
  const names: string[] = []
  let pages = 0
  for (let search = '?kind=codes'; search !== ''; pages++) {
    const { result, meta } = await read(lan, search)
    names.push(...result.map(({ subject }: WorkspaceEvent) => subject))
    search = meta.nextCursor === null ? '' : `?kind=codes&cursor=${meta.nextCursor}`
  }
  expect([pages, names.length, new Set(names).size]).toEqual([3, 120, 120])
  const file = await sharing.call(lan, 'GET', `/${lan.id}/history.csv?kind=codes&lng=en`)
  expect(file.headers['content-type']).toContain('text/csv')
  expect(file.body.trim().split('\r\n')).toHaveLength(121)
  // No formula for a spreadsheet.
  expect(file.body).toContain(`"'=cmd|120"`)
  for (const search of [
    '?cursor=0',
    '?cursor=x',
    '?kind=money',
    '?from=yesterday',
    '?to=0000-01-01',
    `?by=${'x'.repeat(65)}`,
  ])
    expect([search, (await sharing.call(lan, 'GET', `/${lan.id}/history${search}`)).statusCode]).toEqual([
      search,
      422,
    ])
  const other = await product.signedIn()
  expect((await sharing.call(other, 'GET', `/${lan.id}/history.csv`)).statusCode).toBe(404)
})

test('who left keeps a name, who deleted the account has none, and what the workspace owned goes with it', async () => {
  await aCode(minh)
  await sharing.call(lan, 'DELETE', `/${lan.id}/members/${minh.id}`)
  const removed = (await read(lan)).result[0]
  expect(removed).toMatchObject({ action: 'removed', member: { userId: minh.id, name: 'Trần An' } })
  await leaveForGood(minh)
  const { result, people } = await read(lan)
  expect(result[0]).toMatchObject({ action: 'removed', member: { userId: minh.id, name: null } })
  expect(people).toHaveLength(1)
  const stored = await query(
    product.database().db,
    sql`select workspace_events::text as row from workspace_events`,
  )
  expect(JSON.stringify(stored)).not.toContain(minh.email)
  await leaveForGood(lan)
  expect(
    await query(product.database().db, sql`select 1 from workspace_events where workspace_id = ${lan.id}`),
  ).toEqual([])
})

test('an act by a key names the key, and codes of one call are one line', async () => {
  const made = await there(lan).inject({
    ...{ method: 'POST', url: '/gateway/api/api-keys' },
    payload: { name: 'Kho', scopes: ['codes:create', 'codes:write'], expiresInDays: null },
  })
  const { secret, id } = made.json().result
  const some = await Promise.all([aCode(lan, 'A'), aCode(lan, 'B')])
  await product.inject({
    ...{ method: 'DELETE', url: CODES, payload: { deleted: some.join() } },
    headers: { authorization: `Bearer ${secret}` },
  })
  await there(lan).inject({ method: 'DELETE', url: `/gateway/api/api-keys/${id}` })
  const { result } = await read(lan)
  expect(result.slice(0, 2)).toMatchObject([
    { action: 'key-revoked', subject: 'Kho', by: { userId: lan.id } },
    {
      action: 'code-deleted',
      subject: '',
      count: 2,
      by: { userId: `key:${id}`, name: 'Kho · API', isKey: true },
    },
  ])
  expect(JSON.stringify(result)).not.toContain(secret)
})

test('a published page, an allowed program and a replaced feed link are in it', async () => {
  const page = await pageCallsOf(product).create(lan)
  const published = await pageCallsOf(product).publish(lan, page)
  // What is sold out changes all day.
  await pageCallsOf(product).items(lan, published.id, [{ id: 'i1', isSoldOut: true }])
  const feed = await feedOf(product, lan)
  await product.as(lan).inject({ method: 'POST', url: `${API_KEYS}/feeds/${feed.id}/replace` })
  await oauthOf(product).connected(minh, lan.id)
  const { result } = await read(lan)
  expect(result.map(({ action, subject }: WorkspaceEvent) => [action, subject])).toEqual([
    ['program-allowed', 'Claude Code'],
    ['key-replaced', 'Sheet'],
    ['key-created', 'Sheet'],
    ['page-published', 'Cà phê Lá'],
    ['code-created', 'Cà phê Lá'],
    ['joined', ''],
    ['invited', ''],
  ])
  expect(result[0].by).toMatchObject({ userId: minh.id })
})

test('a bulk run is one line by who started it, and goes on when they are removed', async () => {
  const runs = runsOf(product, minh)
  const headers = { 'x-workspace': lan.id }
  const row = { name: 'thẻ {n}', content: { content: 'https://a.example/{n}' } }
  const { id } = await runs.dryRun({ ...newCodes({ range: { from: 1, to: 230 } }), row }, headers)
  const started = await runs.call('POST', `/${id}/start`, {}, headers)
  expect(started.json().result).toMatchObject({ state: 'running', done: 0 })
  await sharing.call(lan, 'DELETE', `/${lan.id}/members/${minh.id}`)
  expect((await runs.call('GET', `/${id}`, undefined, headers)).statusCode).toBe(404)
  await runBulkJobs(product, false)
  const read = await there(lan).inject({ url: `${BULK_RUNS}/${id}` })
  expect(read.json().result).toMatchObject({ state: 'done', done: 230 })
  const { result } = (await sharing.call(lan, 'GET', `/${lan.id}/history`)).json()
  expect(result.map(({ action }: WorkspaceEvent) => action)).toEqual([
    'removed',
    'bulk-started',
    'joined',
    'invited',
  ])
  expect(result[1]).toMatchObject({ count: 230, by: { userId: minh.id, name: 'Trần An' } })
})

test('where nobody works together nothing is written', async () => {
  const alone = await product.signedIn()
  await product.as(alone).inject({ method: 'POST', url: CODES, payload: aDynamicCode() })
  const payload = { name: 'Kho', scopes: ['codes:read'], expiresInDays: null }
  await product.as(alone).inject({ method: 'POST', url: '/gateway/api/api-keys', payload })
  const written = sql`select 1 from workspace_events where workspace_id = ${alone.id}`
  expect(await query(product.database().db, written)).toEqual([])
  expect((await sharing.call(alone, 'GET', `/${alone.id}/history`)).json().result).toEqual([])
})
