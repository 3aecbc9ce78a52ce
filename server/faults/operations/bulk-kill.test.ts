import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_ROWS_AT_ONCE } from '@scanleaf/shared'
import type { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { killPoints } from '../harness/kill-points'
import { onPostgres, workWithKills } from '../harness/killed-workers'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

const killPoint = killPoints('bulk-kill')

const isNightly = process.env['NIGHTLY'] === '1'
const ROWS = isNightly ? 10_000 : 1000
const KILLS = isNightly ? 10 : 3

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-bulk-kill-'))
})
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

interface Run {
  id: string
  state: string
  done: number
  ready: number
}

const BULK_RUNS = 'qrcode/bulk-runs'

/** New codes with ids of their own, so that none could be made twice unnoticed. */
const MANY = {
  ...{ kind: 'create', contentType: 'Website', isDynamicCode: true, range: { from: 1, to: ROWS } },
  row: { name: 'tag {n}', dynamicId: 'tag-{n}', content: { content: 'https://shop.example/{n}' } },
}

async function started(person: Person, url: string): Promise<string> {
  const { id } = await person.post<Run>(url, BULK_RUNS, MANY, 'dry-run')
  await person.post(url, `${BULK_RUNS}/${id}/start`, {}, 'start')
  return id
}

test('PostgreSQL: kills amid a batch make every code once, also while a second worker works on it', () =>
  onPostgres(async ({ folder, settings, client, url }) => {
    const person = await Person.register(url)
    let id = ''
    await workWithKills({
      ...{ folder, settings, client, job: 'bulk-runs', rows: ROWS, kills: KILLS, killPoint },
      start: async () => {
        id = await started(person, url)
      },
      done: 'select done from bulk_runs',
    })
    const { rows } =
      await client.query(`select count(*)::int as codes, count(distinct c.dynamic_id)::int as ids,
        count(distinct r.row)::int as rows, count(distinct s.code_id)::int as counters
      from user_codes c join bulk_rows r on r.code_id = c.id and r.outcome = 'done'
      join scan_counters s on s.code_id = c.id`)
    expect(rows).toEqual([{ codes: ROWS, ids: ROWS, rows: ROWS, counters: ROWS }])
    expect(await person.get<Run>(url, `${BULK_RUNS}/${id}`)).toMatchObject({ state: 'done', ready: 0 })
    expect((await client.query('select count(*)::int as n from user_codes')).rows).toEqual([{ n: ROWS }])
  }))

/** What an owner has, and the sums that are kept of it. */
async function figuresOf(client: Client, owner: string): Promise<Record<string, number>> {
  const { rows } = await client.query(
    `select
      (select count(*)::int from user_codes where user_id = $1) as codes,
      (select count(*)::int from dynamic_ids where user_id = $1) as ids,
      (select coalesce(sum(used), 0)::int from quota_usage where user_id = $1) as used,
      (select coalesce(sum(total), 0)::int from user_code_totals where user_id = $1) as listed,
      (select count(*)::int from user_code_ranks where user_id = $1) as ranks,
      (select coalesce(sum(scans), 0)::int from scan_owners where user_id = $1) as counter,
      (select coalesce(sum(quarter.scans), 0)::int from scan_quarter_rows quarter
        join scan_owners owner using (subject) where owner.user_id = $1) as quarters`,
    [owner],
  )
  return rows[0]
}

/** Of an owner of so many codes with three scans each, and nothing else. */
const figuresFor = (codes: number) => ({
  ...{ codes, ids: codes, used: codes, listed: codes, ranks: codes },
  ...{ counter: 3 * codes, quarters: 3 * codes },
})

/** Three scans of each code as closing left them: one of a closed day, one that came late for it, one of today. */
async function givenScans(client: Client): Promise<void> {
  await client.query(`insert into scan_closing (days_until, hours_until, parts_until)
    select at, at, at from (select date_trunc('day', now(), 'UTC') as at) as today on conflict do nothing`)
  await client.query('update scan_counters set scans = 3')
  await client.query(
    'insert into scan_owners (user_id, scans) select user_id, 3 * count(*) from user_codes group by 1',
  )
  await client.query(`select scan_ensure_month((now() - interval '1 day')::date)`)
  await client.query(`with subjects as (
      select id as subject, 1 as codes from user_codes
      union all select subject, (select count(*)::int from user_codes) from scan_owners
    ), today as (
      select date_trunc('day', now(), 'UTC') as at
    ), open as (
      insert into scan_quarters (subject, at, scans, uniques)
      select subject, quarter, codes, 0 from subjects cross join today
      cross join lateral (values (at - interval '6 hours'), (at)) as quarters (quarter)
    )
    insert into scan_breakdowns (subject, minutes, at, keys, scans, uniques, quarters)
    select subject, 1440, day, '{country:}', array[codes], array[codes], array[scan_pack_quarter(day, codes, codes)]
    from subjects cross join (select at - interval '1 day' as day from today) as closed`)
}

test('PostgreSQL: kills amid a move of many codes, and amid its undo, leave each code and its figures with one owner', () =>
  onPostgres(async ({ folder, settings, client, url }) => {
    const person = await Person.register(url)
    const { id: to } = await person.post<{ id: string }>(url, 'workspaces', { name: 'Quán Lan' }, 'workspace')
    // Within the calls, so that no worker runs before the move.
    for (let from = 1; from <= ROWS; from += MAX_ROWS_AT_ONCE) {
      const some = { ...MANY, range: { from, to: from + MAX_ROWS_AT_ONCE - 1 } }
      const { id } = await person.post<Run>(url, BULK_RUNS, some, `dry-run-${from}`)
      await person.post(url, `${BULK_RUNS}/${id}/start`, {}, `start-${from}`)
    }
    await givenScans(client)
    const home = (await client.query('select distinct user_id from user_codes')).rows[0].user_id
    expect(await figuresOf(client, home)).toEqual(figuresFor(ROWS))
    const kills = { folder, settings, client, job: 'bulk-runs', rows: ROWS, kills: KILLS, killPoint }
    let move = ''
    await workWithKills({
      ...kills,
      start: async () => {
        const spec = { kind: 'move', selection: { productId: 'dynamic-code', upTo: ROWS }, to }
        move = (await person.post<Run>(url, BULK_RUNS, spec, 'dry-run-of-move')).id
        await person.post(url, `${BULK_RUNS}/${move}/start`, {}, 'start-of-move')
      },
      done: `select done from bulk_runs where kind = 'move'`,
    })
    expect(await figuresOf(client, home)).toEqual(figuresFor(0))
    expect(await figuresOf(client, to)).toEqual(figuresFor(ROWS))
    await workWithKills({
      ...kills,
      start: () => person.post(url, `${BULK_RUNS}/${move}/undo`, {}, 'undo'),
      done: `select undone from bulk_runs where kind = 'move'`,
    })
    expect(await figuresOf(client, home)).toEqual(figuresFor(ROWS))
    expect(await figuresOf(client, to)).toEqual(figuresFor(0))
    expect(await person.get<Run>(url, `${BULK_RUNS}/${move}`)).toMatchObject({
      ...{ state: 'undone', done: 0, ready: 0, failed: 0, retained: 0 },
    })
  }))

// The lease of a killed process lasts a minute, which a test of every push does not wait for.
test.runIf(isNightly)('embedded: a kill amid a batch makes every code once', async () => {
  const settings = { DATA_DIR: folder, BILLING: 'off' }
  const program = await startProgram(settings)
  await program.ready
  const person = await Person.register(program.url)
  const id = await started(person, program.url)
  const read = (url: string) => person.get<Run>(url, `${BULK_RUNS}/${id}`)
  const point = killPoint(1, ROWS / 2)
  await expect
    .poll(async () => (await read(program.url)).done, { interval: 50 })
    .toBeGreaterThanOrEqual(point)
  await program.kill('SIGKILL')
  const again = await startProgram(settings)
  await again.ready
  const before = await read(again.url)
  expect(before.done + before.ready).toBe(ROWS)
  await expect.poll(async () => (await read(again.url)).done, { timeout: 250_000 }).toBe(ROWS)
  expect(await read(again.url)).toMatchObject({ state: 'done', ready: 0 })
  expect((await person.codeIds(again.url)).size).toBe(ROWS)
})
