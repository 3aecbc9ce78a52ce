import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_ROWS_AT_ONCE } from '@scanleaf/shared'
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

test('PostgreSQL: kills amid a move of many codes leave each code with one owner, whose figures are the sums of theirs', () =>
  onPostgres(async ({ folder, settings, client, url }) => {
    const person = await Person.register(url)
    const { id: to } = await person.post<{ id: string }>(url, 'workspaces', { name: 'Quán Lan' }, 'workspace')
    // Within the calls, so that no worker runs before the move.
    for (let from = 1; from <= ROWS; from += MAX_ROWS_AT_ONCE) {
      const some = { ...MANY, range: { from, to: from + MAX_ROWS_AT_ONCE - 1 } }
      const { id } = await person.post<Run>(url, BULK_RUNS, some, `dry-run-${from}`)
      await person.post(url, `${BULK_RUNS}/${id}/start`, {}, `start-${from}`)
    }
    // As closing left a day, with a scan of each code, and one that came late.
    await client.query(`insert into scan_closing (days_until, hours_until, parts_until)
      select at, at, at from (select date_trunc('day', now(), 'UTC') as at) as today on conflict do nothing`)
    await client.query('update scan_counters set scans = 3')
    await client.query(
      `insert into scan_owners (user_id, scans) select user_id, 3 * count(*) from user_codes group by 1`,
    )
    await client.query(`select scan_ensure_month((now() - interval '1 day')::date)`)
    await client.query(`with subjects as (
        select id as subject, 1 as codes from user_codes
        union all select subject, (select count(*)::int from user_codes) from scan_owners
      ), late as (
        insert into scan_quarters (subject, at, scans, uniques)
        select subject, at, codes, 0 from subjects cross join (
          values (date_trunc('day', now(), 'UTC') - interval '6 hours'), (date_trunc('hour', now(), 'UTC'))
        ) as open (at)
      )
      insert into scan_breakdowns (subject, minutes, at, keys, scans, uniques, quarters)
      select subject, 1440, at, '{country:}', array[codes], array[codes], array[scan_pack_quarter(at, codes, codes)]
      from subjects cross join (select date_trunc('day', now(), 'UTC') - interval '1 day' as at) as closed`)
    await workWithKills({
      ...{ folder, settings, client, job: 'bulk-runs', rows: ROWS, kills: KILLS, killPoint },
      start: async () => {
        const move = { kind: 'move', selection: { productId: 'dynamic-code', upTo: ROWS }, to }
        const { id } = await person.post<Run>(url, BULK_RUNS, move, 'dry-run-of-move')
        await person.post(url, `${BULK_RUNS}/${id}/start`, { mode: 'valid' }, 'start-of-move')
      },
      done: `select done from bulk_runs where kind = 'move'`,
    })
    const { rows } = await client.query(
      `select count(*)::int as codes,
        (select sum(scans)::int from scan_quarter_rows join scan_owners using (subject) where user_id = $1) as quarters,
        (select scans::int from scan_owners where user_id = $1) as counter,
        (select sum(scans)::int from scan_owners where user_id <> $1) as left_behind,
        (select coalesce(sum(scans), 0)::int from scan_quarter_rows join scan_owners using (subject) where user_id <> $1) as quarters_behind,
        (select sum(total)::int from user_code_totals where user_id = $1) as listed,
        (select sum(used)::int from quota_usage where user_id = $1) as used,
        (select count(distinct user_id)::int from dynamic_ids) as owners
      from user_codes where user_id = $1`,
      [to],
    )
    const all = 3 * ROWS
    expect(rows).toEqual([
      {
        ...{ codes: ROWS, quarters: all, counter: all, left_behind: 0, quarters_behind: 0 },
        ...{ listed: ROWS, used: ROWS, owners: 1 },
      },
    ])
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
