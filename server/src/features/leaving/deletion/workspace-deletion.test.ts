import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { inboxOf } from '../../../testing/services/inbox'
import { openMailServer } from '../../../testing/services/mail-server'
import { unzipped } from '../../../testing/unzipped'
import { API_KEYS } from '../../api-keys/testing'
import { aDynamicCode, CODES, codesOf } from '../../user-codes/testing'
import { sharingOf } from '../../workspaces/testing'
import { leavingOf } from '../testing'

const server = await openMailServer()
const product = testApp({ ...server.env, BILLING: 'on' })
const inbox = inboxOf(product, server)
const sharing = sharingOf(product)
const { execute, runJob, leave } = leavingOf(product)

const confirm = (person: Person) =>
  product.as(person).inject({
    method: 'POST',
    url: '/identity/sessions/current/confirm',
    payload: { password: person.password },
  })
/** As after a purchase; how plans are bought has tests of its own. */
const withPlan = (ownerId: string) =>
  execute(sql`insert into subscriptions (user_id, status, plan, price, package_payment, paid, created_at)
    select ${ownerId}, 'active', code, price, 'month', 0, now() from plans where price > 0 order by price limit 1
    on conflict (user_id) do update set plan = excluded.plan, price = excluded.price`)

/** Signed in some time ago. */
const stale = (person: Person) =>
  execute(sql`update sessions set confirmed_at = now() - interval '1 hour', created_at = now() - interval '1 hour'
    where user_id = ${person.id}`)

let lan: Person
let minh: Person
let id: string
beforeEach(async () => {
  lan = await product.signedIn()
  minh = await product.signedIn()
  await execute(sql`update users set email_verified_at = now()`)
  await withPlan(lan.id)
  id = (await sharing.call(lan, 'POST', '/', { name: 'Bếp Nhà Mẹ' })).json().result.id
  const link = await sharing.call(lan, 'POST', `/${id}/invitations`, { role: 'editor' })
  await sharing.accept(minh, new URL(link.json().result.url).hash.slice(1))
})

const plan = (person: Person, payload: object = {}, workspace = id) =>
  sharing.call(person, 'DELETE', `/${workspace}`, payload)
const keep = (person: Person) => sharing.call(person, 'DELETE', `/${id}/deletion`)
const read = async () => (await sharing.call(lan, 'GET', `/${id}/deletion`)).json().result
const dayIn = async (person: Person) => {
  const { result } = (await sharing.call(person, 'GET', '/')).json()
  return result.find((each: { id: string }) => each.id === id)?.deletingAt
}
async function aCode(by = lan): Promise<{ id: string; url: string }> {
  const made = await sharing.within(by, id).inject({ method: 'POST', url: CODES, payload: aDynamicCode() })
  expect(made.statusCode, made.body).toBe(201)
  return made.json().result
}
/** The day has come; the hour of late writes passes. */
async function letGo() {
  await execute(sql`update erasures set begun_at = now() - interval '1 minute' where user_id = ${id}`)
  await runJob('account-deletions')
  await execute(sql`update erasures set begun_at = now() - interval '61 minutes' where user_id = ${id}`)
  await runJob('account-deletions')
}

describe('a further workspace', () => {
  test('is deleted by its owner alone, freshly confirmed, in 30 days, and its members are told', async () => {
    await aCode()
    await stale(lan)
    expect((await plan(lan)).json().error.code).toBe('ConfirmationRequired')
    await confirm(minh)
    expect((await plan(minh)).statusCode).toBe(403)
    expect((await plan(await product.signedIn())).statusCode).toBe(404)
    await confirm(lan)
    expect((await plan(lan, {}, lan.id)).json().error.code).toBe('HomeStays')
    expect((await plan(lan, { ending: 'burn' })).statusCode).toBe(422)
    expect(await read()).toMatchObject({ dynamicCodes: 1, outstandingBalance: 0, planned: null })
    const planned = (await plan(lan)).json().result
    expect(planned).toMatchObject({ ending: 'freeze', keepPdfPages: false })
    expect(Date.parse(planned.at) / 86_400_000).toBeCloseTo(Date.now() / 86_400_000 + 30, 1)
    for (const { email } of [lan, minh]) await inbox.next(email, 'workspace-deletion')
    // Another request changes how, never when.
    const again = (await plan(lan, { ending: 'stop' })).json().result
    expect(again).toEqual({ ...planned, ending: 'stop' })
    expect((await read()).planned).toEqual(again)
    expect([await dayIn(lan), await dayIn(minh)].map((at) => Date.parse(at))).toEqual(
      [planned.at, planned.at].map((at) => Date.parse(at)),
    )
    expect(
      (await sharing.within(minh, id).inject({ url: `${CODES}?productId=dynamic-code` })).statusCode,
    ).toBe(200)
    const { result } = (await sharing.call(lan, 'GET', `/${id}/history?kind=workspace`)).json()
    expect(result[0]).toMatchObject({ action: 'deletion-planned', by: { userId: lan.id } })
  })

  test('is kept as long as its day has not come, and nobody joins until then', async () => {
    const link = await sharing.call(lan, 'POST', `/${id}/invitations`, { role: 'viewer' })
    await confirm(lan)
    await plan(lan)
    const token = new URL(link.json().result.url).hash.slice(1)
    const refused = async (reply: ReturnType<typeof sharing.call>) => {
      const { statusCode, json } = await reply
      expect([statusCode, json().error?.code]).toEqual([409, 'WorkspaceLeaving'])
    }
    const shown = async () =>
      (await sharing.call(lan, 'POST', '/invitations/check', { token })).json().result.state
    const guest = await product.signedIn()
    await refused(sharing.accept(guest, token))
    expect(await shown()).toBe('leaving')
    for (const email of [undefined, 'mai@example.com'])
      await refused(sharing.call(lan, 'POST', `/${id}/invitations`, { role: 'viewer', email }))
    expect((await keep(minh)).statusCode).toBe(403)
    expect((await keep(lan)).statusCode).toBe(200)
    expect((await keep(lan)).statusCode).toBe(200)
    expect(await dayIn(lan)).toBeNull()
    // Kept, it is open to who was invited before.
    expect(await shown()).toBe('open')
    expect((await sharing.accept(guest, token)).statusCode).toBe(200)
    await letGo()
    expect(await dayIn(minh)).toBeNull()
    const { result } = (await sharing.call(lan, 'GET', `/${id}/history?kind=workspace`)).json()
    expect(result.map(({ action }: { action: string }) => action)).toEqual([
      'deletion-cancelled',
      'deletion-planned',
    ])
  })

  test('goes with all that it had, its printed codes lead on, and its owner and members go on', async () => {
    const [code, own] = [await aCode(minh), await codesOf(product, minh).save(aDynamicCode())]
    await sharing.within(lan, id).inject({
      ...{ method: 'POST', url: API_KEYS },
      payload: { name: 'Till', scopes: ['codes:read'], expiresInDays: null },
    })
    await confirm(lan)
    await plan(lan)
    await letGo()
    expect((await sharing.within(minh, id).inject({ url: CODES })).json().error.code).toBe(
      'WorkspaceNotFound',
    )
    expect(await dayIn(lan)).toBeUndefined()
    const { db } = product.database()
    const left = await query<{ table: string }>(
      db,
      sql`select 'keys' as "table" from api_keys where user_id = ${id} union all
        select 'members' from workspace_members where workspace_id = ${id} union all
        select 'history' from workspace_events where workspace_id = ${id} union all
        select 'named' from user_codes where user_id = ${id} and (created_by <> '' or name <> '')`,
    )
    expect(left).toEqual([])
    const targets = await query<{ enabled: boolean; target: string }>(
      db,
      sql`select enabled, target from redirect_targets where code_id = ${code.id}`,
    )
    expect(targets).toEqual([{ enabled: true, target: expect.stringMatching(/^https?:/) }])
    expect((await codesOf(product, minh).read(own.id)).id).toBe(own.id)
    expect((await product.as(lan).inject({ url: '/identity/users/profile' })).statusCode).toBe(200)
    expect((await sharing.call(lan, 'POST', '/', { name: 'Hội An' })).statusCode).toBe(201)
  })

  test('whose codes stop says so once more, two weeks before', async () => {
    await confirm(lan)
    await plan(lan, { ending: 'stop' })
    await inbox.next(minh.email, 'workspace-deletion')
    await runJob('account-deletions')
    await execute(sql`update erasures set begun_at = now() + interval '13 days' where user_id = ${id}`)
    await runJob('account-deletions')
    await runJob('account-deletions')
    await inbox.next(minh.email, 'workspace-deletion')
    const queued = sql`select 1 from mail_outbox where user_id = ${id} and "values"->>'state' = 'soon'`
    expect(await query(product.database().db, queued)).toHaveLength(1)
  })

  test('is not renewed once its deletion is planned, and begins with the account of its owner', async () => {
    await confirm(lan)
    await plan(lan, { ending: 'stop' })
    await sharing.call(lan, 'DELETE', `/${id}/members/${minh.id}`)
    expect((await leave(lan)).statusCode).toBe(200)
    await execute(sql`update users set deleting_at = now() where id = ${lan.id}`)
    await runJob('account-deletions')
    const rows = await query(
      product.database().db,
      sql`select ending, begun_at <= now() as begun from erasures where user_id = ${id}`,
    )
    expect(rows).toEqual([{ ending: 'stop', begun: true }])
  })
})

describe('the export of a further workspace', () => {
  const EXPORTS = () => `/${id}/exports`

  test('holds what it has, who works there and what they did; its owner alone asks for it and has it', async () => {
    const code = await aCode(minh)
    const own = await codesOf(product, lan).save(aDynamicCode())
    await stale(lan)
    expect((await sharing.call(lan, 'POST', EXPORTS())).json().error.code).toBe('ConfirmationRequired')
    await confirm(minh)
    expect((await sharing.call(minh, 'POST', EXPORTS())).statusCode).toBe(403)
    await confirm(lan)
    const asked = (await sharing.call(lan, 'POST', EXPORTS())).json().result
    await runJob('account-exports')
    await inbox.next(lan.email, 'export-ready')
    const list = (await sharing.call(lan, 'GET', EXPORTS())).json().result
    expect(list).toMatchObject({ exports: [{ id: asked.id, status: 'ready' }], leftToday: 2 })
    expect((await product.as(lan).inject({ url: '/identity/exports' })).json().result.exports).toEqual([])
    const link = (await sharing.call(lan, 'POST', `${EXPORTS()}/${asked.id}/link`)).json().result
    const url = new URL(link.url).pathname + new URL(link.url).search
    const files = await unzipped((await product.inject({ url })).rawPayload)
    expect(String(files.get('codes.json'))).toContain(code.id)
    expect(String(files.get('codes.json'))).not.toContain(own.id)
    expect(String(files.get('members.json'))).toContain(minh.email)
    expect(String(files.get('history.csv'))).toContain('code-created')
    expect([...files.keys()].filter((name) => /^(chat|account\/profile|workspaces)/.test(name))).toEqual([])
    // Who owns it no more has its file no more.
    await execute(
      sql`update workspace_members set role = 'manager' where user_id = ${lan.id} and workspace_id = ${id}`,
    )
    expect((await product.inject({ url })).statusCode).toBe(410)
    expect((await sharing.call(lan, 'POST', `${EXPORTS()}/${asked.id}/link`)).statusCode).toBe(403)
  })
})
