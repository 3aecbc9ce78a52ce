import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { goOn } from '../../platform/jobs/chunks'
import { type Person, testApp } from '../../testing/app'
import { givenPlan, givenSubscription } from '../billing/testing'
import { aDynamicCode, codesOf } from '../user-codes/testing'
import { bulkWork } from './runs'
import { jobContextOf, newCodes, runBulkJobs, runsOf } from './testing'

const product = testApp({ BILLING: 'on' })
let mai: Person
let batches: ReturnType<typeof runsOf>
let codes: ReturnType<typeof codesOf>

beforeAll(() => givenPlan(product.database(), 'large', { addons: { 'dynamic-code-storage': 450 } }))
beforeEach(async () => {
  await product.database().db.execute(sql`delete from bulk_runs`)
  mai = await product.signedIn()
  await givenSubscription(product.database(), { userId: mai.id, plan: 'large' })
  batches = runsOf(product, mai)
  codes = codesOf(product, mai)
})

const context = () => jobContextOf(product, true)
const runJobs = () => runBulkJobs(product, true)

const many = (count: number, more: object = {}) =>
  newCodes({
    range: { from: 1, to: count },
    row: { name: 'tag {n}', content: { content: 'https://a.example/{n}' } },
    ...more,
  })

const made = async () => (await codes.list({})).meta.total

test('more than 200 rows: a chunk at a time, stopped, gone on with, by two workers, and undone', async () => {
  const dry = await batches.dryRun(many(450))
  expect(dry.room).toEqual({
    ...{ addon: 'dynamic-code-storage', used: 0, limit: 450, left: 450, isPastDue: false },
  })
  expect(await batches.start(dry.id)).toMatchObject({ state: 'running', done: 0 })
  expect(await batches.start(dry.id)).toMatchObject({ state: 'running' })
  await goOn(product.database(), bulkWork(await context()), dry.id)
  expect(await batches.read(dry.id)).toMatchObject({ state: 'running', done: 50, ready: 400 })
  expect(await batches.stop(dry.id)).toMatchObject({ state: 'stopped', stopReason: null })
  await runJobs()
  expect(await made()).toBe(50)
  expect(await batches.start(dry.id)).toMatchObject({ state: 'running' })
  await Promise.all([runJobs(), runJobs()])
  expect(await batches.read(dry.id)).toMatchObject({ state: 'done', done: 450, ready: 0 })
  expect(await batches.stop(dry.id)).toMatchObject({ state: 'done' })
  const rows = await query<{ rows: number; names: number }>(
    product.database().db,
    sql`select count(*)::int as rows, count(distinct name)::int as names from user_codes where user_id = ${mai.id}`,
  )
  expect(rows).toEqual([{ rows: 450, names: 450 }])
  expect(await batches.undo(dry.id)).toMatchObject({ state: 'undoing' })
  expect((await batches.call('POST', `/${dry.id}/start`, {})).json().error.code).toBe('BatchNotReady')
  await runJobs()
  expect(await batches.read(dry.id)).toMatchObject({ state: 'undone', undone: 450, done: 0 })
  expect(await made()).toBe(0)
})

test('own ids are kept for all rows from the start', async () => {
  await givenPlan(product.database(), 'larger', { addons: { 'dynamic-code-storage': 10_000 } })
  await givenSubscription(product.database(), { userId: mai.id, plan: 'larger' })
  const dry = await batches.dryRun(
    many(501, { row: { dynamicId: 'asset-{n}', content: { content: 'https://a.example' } } }),
  )
  await batches.start(dry.id)
  const other = codesOf(product, await product.signedIn())
  for (const dynamicId of ['ASSET-1', 'ASSET-501'])
    expect((await other.call('POST', '', aDynamicCode({ dynamicId }))).statusCode).toBe(409)
  await runJobs()
  expect(await made()).toBe(501)
  const report = (await batches.call('GET', `/${dry.id}/report.csv`)).body.trimEnd().split('\r\n')
  expect([report.length, report.at(-1)]).toEqual([502, expect.stringContaining('asset-501')])
})

test('a row that fails stops all or none, and nothing else', async () => {
  const { id: first } = await batches.dryRun(many(250))
  await batches.start(first)
  await runJobs()
  const states = async (mode: string) => {
    const selection = { productId: 'dynamic-code', upTo: 250 }
    const dry = await batches.dryRun({ kind: 'tags', add: [mode], selection })
    await batches.start(dry.id, { mode })
    const [row] = await batches.rows(dry.id)
    await codes.good('DELETE', '', { deleted: row?.codeId })
    await runJobs()
    return batches.read(dry.id)
  }
  const stopped = await states('all')
  expect(stopped).toMatchObject({ state: 'stopped', done: 49, failed: 1, ready: 200 })
  expect(stopped.stopReason?.code).toBe('ValidationError')
  expect(await states('valid')).toMatchObject({ state: 'done', done: 248, failed: 1, stopReason: null })
})

test('an undo that finds no room ends where it is, and goes on once there is some', async () => {
  const { id: first } = await batches.dryRun(many(300))
  await batches.start(first)
  await runJobs()
  const gone = await batches.dryRun({ kind: 'delete', selection: { productId: 'dynamic-code', upTo: 300 } })
  await batches.start(gone.id)
  await runJobs()
  const { id: second } = await batches.dryRun(many(200))
  await batches.start(second)
  expect(await batches.undo(gone.id)).toMatchObject({ state: 'undoing' })
  await runJobs()
  const half = await batches.read(gone.id)
  expect(half).toMatchObject({ state: 'done', undone: 250, done: 50, retained: 0 })
  expect(half.stopReason?.code).toBe('ExceedLimitation')
  await batches.undo(second)
  expect(await batches.undo(gone.id)).toMatchObject({
    state: 'undone',
    undone: 300,
    done: 0,
    stopReason: null,
  })
  expect(await made()).toBe(300)
})

test('a plan without room refuses the start, and stops what another tab has filled it under', async () => {
  const reply = await batches.dryRun(many(451))
  expect((await batches.call('POST', `/${reply.id}/start`, {})).json().error.code).toBe('ExceedLimitation')
  const first = await batches.dryRun(many(250))
  const second = await batches.dryRun(many(250))
  await batches.start(first.id)
  await batches.start(second.id)
  await runJobs()
  const states = [await batches.read(first.id), await batches.read(second.id)]
  expect(states.map(({ state, done }) => [state, done]).sort()).toEqual([
    ['done', 250],
    ['stopped', 200],
  ])
  const stopped = states.find(({ state }) => state === 'stopped')
  expect(stopped?.stopReason?.code).toBe('ExceedLimitation')
  expect(await made()).toBe(450)
  expect((await batches.call('POST', `/${stopped?.id}/start`, {})).json().error.code).toBe('ExceedLimitation')
  expect(await batches.undo(stopped?.id ?? '')).toMatchObject({ state: 'undone', undone: 200 })
})

test('three batches of an account run at a time', async () => {
  await givenPlan(product.database(), 'larger', { addons: { 'dynamic-code-storage': 10_000 } })
  await givenSubscription(product.database(), { userId: mai.id, plan: 'larger' })
  const started: number[] = []
  for (let each = 0; each < 4; each++) {
    const { id } = await batches.dryRun(many(201))
    started.push((await batches.call('POST', `/${id}/start`, {})).statusCode)
  }
  expect(started).toEqual([200, 200, 200, 429])
})

test('old batches go with their rows, and those of an erased account', async () => {
  const { db } = product.database()
  const [old, waiting, kept] = [
    await batches.dryRun(many(1)),
    await batches.dryRun(many(1)),
    await batches.dryRun(many(1)),
  ]
  await batches.start(old.id)
  await db.execute(sql`update bulk_runs set ended_at = now() - interval '31 days' where id = ${old.id}`)
  await db.execute(
    sql`update bulk_runs set created_at = now() - interval '25 hours' where id = ${waiting.id}`,
  )
  await runJobs()
  const answers = [old, waiting, kept].map(({ id }) => batches.call('GET', `/${id}`))
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 200])
  expect(
    await query(db, sql`select run_id as id from bulk_rows where run_id in (${old.id}, ${waiting.id})`),
  ).toEqual([])
  expect(await made()).toBe(1)
})
