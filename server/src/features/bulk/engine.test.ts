import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { type Person, testApp } from '../../testing/app'
import { codesOf } from '../user-codes/testing'
import { importsOf } from './import/testing'
import { BULK_RUNS, newCodes, runBulkJobs, runsOf, websiteRows } from './testing'

const product = testApp()
const FILE = 'keyword,url,timestamp\nmenu,https://lasen.vn/menu,0\nwifi,https://lasen.vn/wifi,0'
let mai: Person
let runs: ReturnType<typeof runsOf>
let imports: ReturnType<typeof importsOf>

beforeEach(async () => {
  mai = await product.signedIn()
  runs = runsOf(product, mai)
  imports = importsOf(product, mai)
})

const execute = (statement: ReturnType<typeof sql>) => product.database().db.execute(statement)
const codeOf = async (...args: Parameters<typeof runs.call>) => (await runs.call(...args)).json().error?.code

const runJobs = () => runBulkJobs(product, false)

test('files and other runs are listed apart or together, by cursor; of those that nobody started only files', async () => {
  const started = await runs.dryRun(newCodes({ rows: websiteRows('a.example') }))
  await runs.start(started.id)
  await runs.dryRun(newCodes({ rows: websiteRows('b.example') }))
  const file = await imports.dryRun(FILE)
  const listed = async (search: string) => {
    const { result, meta } = await runs.good('GET', `?${search}`)
    return { ids: result.map(({ id }: { id: string }) => id), next: meta.nextCursor }
  }
  expect(await listed('')).toEqual({ ids: [file.id, started.id], next: null })
  expect(await listed('isImport=true')).toEqual({ ids: [file.id], next: null })
  expect(await listed('isImport=false')).toEqual({ ids: [started.id], next: null })
  expect(await listed('limit=1')).toEqual({ ids: [file.id], next: file.id })
  expect(await listed(`limit=1&cursor=${file.id}`)).toEqual({ ids: [started.id], next: null })
  const theirs = runsOf(product, await product.signedIn())
  const foreign = await theirs.dryRun(newCodes({ rows: websiteRows('a.example') }))
  expect(await listed(`cursor=${foreign.id}`)).toEqual({ ids: [], next: null })
  expect((await runs.call('GET', '?isImport=maybe')).statusCode).toBe(422)
})

test('what one kind can do, another refuses', async () => {
  const { id } = await runs.dryRun(newCodes({ rows: websiteRows('a.example') }))
  const file = await imports.dryRun(FILE)
  expect([
    await codeOf('PATCH', `/${id}`, {}),
    await codeOf('POST', `/${id}/check`),
    await codeOf('PATCH', `/${file.id}/rows/1`, { content: { content: 'https://a.example' } }),
    await codeOf('POST', `/${file.id}/start`, { mode: 'nothing' }),
  ]).toEqual(['BatchNotReady', 'BatchNotReady', 'BatchNotReady', 'ValidationError'])
  const withoutFile = await runs.call('POST', '', { kind: 'import', host: 'go.lasen.vn' })
  expect([withoutFile.statusCode, withoutFile.json().error.fields]).toEqual([422, { file: 'required' }])
  expect((await imports.upload(FILE, { kind: 'create' })).statusCode).toBe(422)
  expect((await imports.upload(FILE, { kind: '' })).statusCode).toBe(422)
})

test('a file that is sent again under one key is one run', async () => {
  const form = new FormData()
  form.set('kind', 'import')
  form.set('file', new Blob([FILE]), 'codes.csv')
  const request = new Request('http://app.test', { method: 'POST', body: form })
  const contentType = request.headers.get('content-type') ?? ''
  const payload = Buffer.from(await request.arrayBuffer())
  const send = (body: Buffer) =>
    product.as(mai).inject({
      ...{ method: 'POST', url: BULK_RUNS, payload: body },
      headers: { 'content-type': contentType, 'idempotency-key': 'one-file' },
    })
  const [first, again] = [await send(payload), await send(payload)]
  expect(again.json()).toEqual(first.json())
  const other = Buffer.from(payload.toString().replace('wifi', 'wiki'))
  expect((await send(other)).statusCode).toBe(409)
  expect((await runs.good('GET', '')).result).toHaveLength(1)
})

test('a file waits as long as its rows are kept, and its run is told of when they are gone', async () => {
  const [waiting, old, done, stopped] = [
    await imports.dryRun(FILE),
    await imports.dryRun('keyword,url,timestamp\nold,https://lasen.vn/old,0'),
    await imports.dryRun('keyword,url,timestamp\nnew,https://lasen.vn/new,0'),
    await imports.dryRun('keyword,url,timestamp\nhalf,https://lasen.vn/half,0'),
  ]
  await imports.start(done.id)
  await execute(
    sql`update bulk_runs set state = 'stopped', started_at = now(), ended_at = now() where id = ${stopped.id}`,
  )
  await execute(sql`update bulk_runs set created_at = now() - interval '29 days' where id = ${waiting.id}`)
  await execute(sql`update bulk_runs set created_at = now() - interval '31 days' where id = ${old.id}`)
  await execute(
    sql`update bulk_runs set ended_at = now() - interval '31 days' where id in (${done.id}, ${stopped.id})`,
  )
  expect(await codeOf('POST', `/${old.id}/start`, { mode: 'valid' })).toBe('BatchExpired')
  await runJobs()
  expect(await codeOf('GET', `/${old.id}`)).toBe('NotFound')
  expect(await imports.read(done.id)).toMatchObject({ state: 'done', done: 1, expiresAt: null })
  expect(await imports.rows(done.id)).toEqual([])
  expect(await imports.rows(stopped.id)).toEqual([])
  expect(await imports.start(waiting.id)).toMatchObject({ state: 'done', done: 2 })
  const rows = await query(
    product.database().db,
    sql`select distinct run_id as id from bulk_rows where run_id in (${old.id}, ${done.id}, ${waiting.id})`,
  )
  expect(rows).toEqual([{ id: waiting.id }])
})

test('of unfinished checks those go that have stood still for an hour, however old their file is', async () => {
  const [again, left] = [await imports.dryRun(FILE), await imports.dryRun(FILE)]
  await execute(sql`update bulk_runs set state = 'checking', created_at = now() - interval '3 hours',
    started_at = now() - case when id = ${again.id} then interval '50 minutes' else interval '70 minutes' end`)
  await runJobs()
  const kept = await query(
    product.database().db,
    sql`select id from bulk_runs where id in (${again.id}, ${left.id})`,
  )
  expect(kept).toEqual([{ id: again.id }])
})

test('no press on a check takes a file away, and twenty of each wait', async () => {
  const file = await imports.dryRun(FILE)
  for (let n = 0; n < 21; n++) await runs.dryRun(newCodes({ rows: websiteRows(`a${n}.example`) }))
  expect(await imports.read(file.id)).toMatchObject({ state: 'ready' })
  const [row] = await query<{ runs: number }>(
    product.database().db,
    sql`select count(*)::int as runs from bulk_runs where user_id = ${mai.id}`,
  )
  expect(row?.runs).toBe(21)
})

test('the codes of a run are those that it made, and none that its file only named', async () => {
  await imports.start((await imports.dryRun(FILE, { host: 'go.lasen.vn' })).id)
  const more = await imports.dryRun(`${FILE}\nbar,https://lasen.vn/bar,0`, { host: 'go.lasen.vn' })
  expect(more).toMatchObject({ ready: 1, skipped: 2, verdicts: { same: 2, kept: 1 } })
  await imports.start(more.id)
  const made = (await imports.rows(more.id, '&outcome=done')).map(({ codeId }) => codeId)
  const { result } = await codesOf(product, mai).list({ batch: more.id })
  expect(result.map(({ id }: { id: string }) => id)).toEqual(made)
})
