import { MAX_OWN_WORKSPACES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { type Person, testApp } from '../../testing/app'
import { unzipped } from '../../testing/unzipped'
import { leavingOf } from '../leaving/testing'
import { aDynamicCode, codesOf } from '../user-codes/testing'
import { sharingOf } from './testing'

const product = testApp({ BILLING: 'on' })
const sharing = sharingOf(product)
const { execute, leave, leaveForGood, runJob } = leavingOf(product)
const CODES = '/gateway/api/qrcode/user-codes?productId=dynamic-code'

let lan: Person
let minh: Person
beforeEach(async () => {
  lan = await product.signedIn()
  minh = await product.signedIn()
})

const create = (person: Person, name: string) => sharing.call(person, 'POST', '/', { name })
/** As after a purchase; how plans are bought has tests of its own. */
const withPlan = (ownerId: string) =>
  execute(sql`insert into subscriptions (user_id, status, plan, price, package_payment, paid, created_at)
    select ${ownerId}, 'active', code, price, 'month', 0, now() from plans where price > 0 order by price limit 1
    on conflict (user_id) do update set plan = excluded.plan, price = excluded.price`)

async function further(person: Person, name = 'Bếp Nhà Mẹ'): Promise<string> {
  await withPlan(person.id)
  const made = await create(person, name)
  expect([made.statusCode, made.json()]).toMatchObject([201, { result: { name } }])
  return made.json().result.id
}

test('a further workspace has codes and a plan of its own, and its owner works in both', async () => {
  const id = await further(lan)
  const list = (await sharing.call(lan, 'GET', '/')).json().result
  expect(list).toEqual([
    { id: lan.id, name: 'Trần An', role: 'owner', isHome: true, members: 1, deletingAt: null },
    { id, name: 'Bếp Nhà Mẹ', role: 'owner', isHome: false, members: 1, deletingAt: null },
  ])
  const there = sharing.within(lan, id)
  const made = await there.inject({
    method: 'POST',
    url: '/gateway/api/qrcode/user-codes',
    payload: aDynamicCode(),
  })
  expect(made.json().result).toMatchObject({ userId: id, createdBy: lan.email })
  expect((await there.inject({ url: CODES })).json().result).toHaveLength(1)
  expect((await product.as(lan).inject({ url: CODES })).json().result).toEqual([])
  const planOf = async (headers: Record<string, string>) =>
    (await product.as(lan).inject({ url: '/gateway/api/billing/subscriptions/info', headers })).json().result
  expect((await planOf({})).usage).toMatchObject({ 'dynamic-code-storage': 0 })
  const own = await planOf({ 'x-workspace': id })
  expect(own.usage).toMatchObject({ 'dynamic-code-storage': 1 })
  expect(own.planDetail.price).toBe(0)
  expect((await sharing.within(minh, id).inject({ url: CODES })).statusCode).toBe(404)
})

test('one on a free plan keeps another from being created, and is named', async () => {
  const refused = await create(lan, 'Bếp Nhà Mẹ')
  expect([refused.statusCode, refused.json().error.code]).toEqual([402, 'FreeWorkspaceExists'])
  expect(refused.json().message).toContain('Trần An')
  const id = await further(lan)
  const again = await create(lan, 'Hội An')
  expect([again.json().error.code, again.json().message]).toEqual([
    'FreeWorkspaceExists',
    expect.stringContaining('Bếp Nhà Mẹ'),
  ])
  await withPlan(id)
  expect((await create(lan, 'Hội An')).statusCode).toBe(201)
})

test('a name that a mail program would make a link of is refused, and nothing is created', async () => {
  await withPlan(lan.id)
  for (const name of ['', ' ', 'https://x.example', 'www.x.example', 'a@b.example', 'x'.repeat(61), 7])
    expect([name, (await sharing.call(lan, 'POST', '/', { name })).statusCode]).toEqual([name, 422])
  expect((await sharing.call(lan, 'GET', '/')).json().result).toHaveLength(1)
})

test('two that are created at once count each other, and twenty are the limit', async () => {
  await withPlan(lan.id)
  const both = await Promise.all([create(lan, 'Một'), create(lan, 'Hai')])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 402])
  await execute(sql`insert into workspaces (id, name)
    select 'w' || n, 'W' from generate_series(3, ${MAX_OWN_WORKSPACES}::int) n`)
  await execute(sql`insert into workspace_members (workspace_id, user_id, role, email, name)
    select 'w' || n, ${lan.id}, 'owner', '', '' from generate_series(3, ${MAX_OWN_WORKSPACES}::int) n`)
  const more = await create(lan, 'Thêm')
  expect([more.statusCode, more.json().error.code]).toEqual([409, 'TooManyOwnWorkspaces'])
  expect(more.json().message).toContain(String(MAX_OWN_WORKSPACES))
})

const confirm = (person: Person) =>
  product.as(person).inject({
    method: 'POST',
    url: '/identity/sessions/current/confirm',
    payload: { password: person.password },
  })

test('the export of its owner has each further workspace in a folder of its own', async () => {
  const id = await further(lan)
  const url = '/gateway/api/qrcode/user-codes'
  const { result } = (
    await sharing.within(lan, id).inject({ method: 'POST', url, payload: aDynamicCode() })
  ).json()
  const as = product.as(lan)
  const asked = (await as.inject({ method: 'POST', url: '/identity/exports' })).json().result
  await runJob('account-exports')
  const link = (await as.inject({ method: 'POST', url: `/identity/exports/${asked.id}/link` })).json().result
  const path = new URL(link.url).pathname + new URL(link.url).search
  const files = await unzipped((await product.inject({ url: path })).rawPayload)
  const codesIn = (name: string) => String(files.get(name))
  expect(codesIn(`workspaces/${id}/codes.json`)).toContain(result.id)
  expect(codesIn('codes.json')).not.toContain(result.id)
  expect(codesIn('README.txt')).toContain('workspaces/')
  expect(files.has(`workspaces/${id}/billing/account.json`)).toBe(true)
  expect([...files.keys()].filter((name) => /^workspaces\/.*\/(chat|account\/profile)/.test(name))).toEqual(
    [],
  )
})

test('an account is not deleted while others work in a further workspace', async () => {
  const id = await further(lan)
  const link = await sharing.call(lan, 'POST', `/${id}/invitations`, { role: 'viewer' })
  await sharing.accept(minh, new URL(link.json().result.url).hash.slice(1))
  await confirm(lan)
  expect((await leave(lan)).json().error.code).toBe('WorkspaceNotEmpty')
  await sharing.call(lan, 'DELETE', `/${id}/members/${minh.id}`)
  expect((await leave(lan)).statusCode).toBe(200)
})

test('a further workspace goes with the account of its owner, with all that was in it', async () => {
  const id = await further(lan)
  const there = sharing.within(lan, id)
  const url = '/gateway/api/qrcode/user-codes'
  const own = await codesOf(product, lan).save(aDynamicCode())
  const made = (await there.inject({ method: 'POST', url, payload: aDynamicCode() })).json().result
  await confirm(lan)
  const preview = await product.as(lan).inject({ url: '/identity/users/profile/deletion' })
  expect(preview.json().result).toMatchObject({ dynamicCodes: 2 })
  const others = await codesOf(product, minh).save(aDynamicCode())
  await leaveForGood(lan, { ending: 'stop' })
  await execute(sql`update erasures set begun_at = begun_at - interval '1 hour'`)
  await runJob('account-deletions')
  const { db } = product.database()
  const left = await query(
    db,
    sql`select user_id from erasures where ended_at is not null order by user_id = ${id}`,
  )
  expect(left).toEqual([{ user_id: lan.id }, { user_id: id }])
  const kept = await query<{ id: string; namesNobody: boolean; content: string }>(
    db,
    sql`select id::text, created_by = '' as "namesNobody", code_content as content
      from user_codes order by id::text`,
  )
  const [ofHome, ofFurther] = [own.id, made.id].map((code) => kept.find(({ id: each }) => each === code))
  expect(ofHome).toMatchObject({ namesNobody: true })
  expect({ ...ofFurther, id: own.id }).toEqual(ofHome)
  expect(kept.find(({ id: each }) => each === others.id)).toMatchObject({ namesNobody: false })
  for (const table of ['workspaces', 'workspace_members', 'subscriptions'])
    expect([table, await query(db, sql.raw(`select * from ${table}`))]).toEqual([table, []])
})
