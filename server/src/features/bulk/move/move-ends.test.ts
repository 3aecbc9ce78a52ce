import type { UserCode } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { goOn } from '../../../platform/jobs/chunks'
import { type Person, testApp } from '../../../testing/app'
import { leavingOf } from '../../leaving/testing'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { sharingOf } from '../../workspaces/testing'
import { bulkWork } from '../runs'
import { jobContextOf, runBulkJobs, runsOf } from '../testing'
import { workspaceOf } from './testing'

const product = testApp({ BILLING: 'off' })
const sharing = sharingOf(product)
const { execute, runJob } = leavingOf(product)
let lan: Person
let given: ReturnType<typeof runsOf>
beforeEach(async () => {
  lan = await product.signedIn()
  given = runsOf(product, lan)
})

const within = (id: string) => ({ 'x-workspace': id })
async function codesIn(person: Person, id: string): Promise<{ total: number; result: UserCode[] }> {
  const url = '/gateway/api/qrcode/user-codes?productId=dynamic-code&limit=100'
  const { meta, result } = (await product.as(person).inject({ url, headers: within(id) })).json()
  return { total: meta.total, result }
}
const reasonsOf = async (id: string) =>
  new Set((await given.rows(id)).map(({ problems }) => problems[0]?.code))

/** A move of 230 codes to a workspace, of which the first 50 have gone; the id of its run. */
async function amidMove(to: string): Promise<string> {
  const made = await given.dryRun({
    ...{ kind: 'create', contentType: 'Website', isDynamicCode: true, range: { from: 1, to: 230 } },
    row: { name: 'thẻ {n}', content: { content: 'https://a.example/{n}' } },
  })
  await given.start(made.id)
  await runBulkJobs(product, false)
  const dry = await given.dryRun({ kind: 'move', selection: { batch: made.id }, to })
  expect(dry).toMatchObject({ ready: 230 })
  expect(await given.start(dry.id, { mode: 'valid' })).toMatchObject({ state: 'running', done: 0 })
  await goOn(product.database(), bulkWork(await jobContextOf(product, false)), dry.id)
  expect(await given.read(dry.id)).toMatchObject({ done: 50, ready: 180 })
  return dry.id
}

/** All that had not gone stays, with this reason. */
async function expectEnd(run: string, code: string, { there, by }: { there: string; by: Person }) {
  await runBulkJobs(product, false)
  expect(await given.read(run)).toMatchObject({ state: 'done', done: 50, failed: 180 })
  const failed = await given.rows(run, '&outcome=failed')
  expect(new Set(failed.map(({ problems }) => problems[0]?.code))).toEqual(new Set([code]))
  expect([(await codesIn(by, there)).total, (await codesIn(lan, lan.id)).total]).toEqual([50, 180])
}

test('a role that is taken away amid a move ends it; what has moved stays', async () => {
  const minh = await product.signedIn()
  const theirs = await workspaceOf(product, minh, 'Quán Minh')
  const link = await sharing.call(minh, 'POST', `/${theirs}/invitations`, { role: 'editor' })
  await sharing.accept(lan, new URL(link.json().result.url).hash.slice(1))
  const run = await amidMove(theirs)
  await sharing.call(minh, 'DELETE', `/${theirs}/members/${lan.id}`)
  await expectEnd(run, 'no-destination', { there: theirs, by: minh })
})

test('a deletion that is planned amid a move ends it; kept, the workspace takes the others', async () => {
  const shop = await workspaceOf(product, lan, 'Quán Lan')
  const run = await amidMove(shop)
  const planned = await sharing.call(lan, 'DELETE', `/${shop}`, {})
  expect(planned.statusCode, planned.body).toBe(200)
  await expectEnd(run, 'workspace-leaving', { there: shop, by: lan })
  const ids = (await codesIn(lan, lan.id)).result.slice(0, 3).map(({ id }) => id)
  const move = { kind: 'move', selection: { ids }, to: shop }
  const dry = await given.dryRun(move)
  expect(dry).toMatchObject({ ready: 0, skipped: 3 })
  expect(await reasonsOf(dry.id)).toEqual(new Set(['workspace-leaving']))
  await sharing.call(lan, 'DELETE', `/${shop}/deletion`)
  expect(await given.dryRun(move)).toMatchObject({ ready: 3, skipped: 0 })
})

test('codes do not come back to a workspace that is about to be deleted, and leave one', async () => {
  const shop = await workspaceOf(product, lan, 'Quán Lan')
  const [gone, late] = [await saveIn(shop), await saveIn(shop)]
  const moveHome = async (id: string) => {
    const move = { kind: 'move', selection: { ids: [id] }, to: lan.id }
    const { id: run } = await given.dryRun(move, within(shop))
    const started = await given.good('POST', `/${run}/start`, {}, within(shop))
    expect(started.result).toMatchObject({ done: 1 })
    return run
  }
  const run = await moveHome(gone)
  await sharing.call(lan, 'DELETE', `/${shop}`, {})
  const undone = await given.good('POST', `/${run}/undo`, undefined, within(shop))
  expect(undone.result).toMatchObject({ state: 'undone', undone: 0, retained: 1 })
  await moveHome(late)
  expect((await codesIn(lan, lan.id)).total).toBe(2)
})

test('a move to a workspace that was deleted since its dry run moves nothing', async () => {
  const shop = await workspaceOf(product, lan, 'Quán Lan')
  const { id } = await codesOf(product, lan).save(aDynamicCode())
  const dry = await given.dryRun({ kind: 'move', selection: { ids: [id] }, to: shop })
  await sharing.call(lan, 'DELETE', `/${shop}`, {})
  for (const begun of [sql`now()`, sql`now() - interval '61 minutes'`]) {
    await execute(sql`update erasures set begun_at = ${begun} where user_id = ${shop}`)
    await runJob('account-deletions')
  }
  expect(await given.start(dry.id, { mode: 'valid' })).toMatchObject({ done: 0, failed: 1 })
  expect(await reasonsOf(dry.id)).toEqual(new Set(['no-destination']))
  expect((await codesIn(lan, lan.id)).total).toBe(1)
})

const saveIn = async (id: string): Promise<string> =>
  (await codesOf(product, lan).good('POST', '', aDynamicCode(), within(id))).result.id
