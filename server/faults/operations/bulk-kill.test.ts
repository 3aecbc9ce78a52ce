import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
