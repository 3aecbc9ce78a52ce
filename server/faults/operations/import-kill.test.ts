import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { killPoints } from '../harness/kill-points'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

const killPoint = killPoints('import-kill')

const isNightly = process.env['NIGHTLY'] === '1'
const ROWS = isNightly ? 10_000 : 1500
const KILLS = 3
/** Rows between two kills; the last comes when half of them are done. */
const STEP = Math.floor(ROWS / KILLS / 2)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-import-kill-'))
})
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

interface Import {
  id: string
  state: string
  outcomes: { done: number; ready: number }
}

const IMPORTS = 'qrcode/imports'
const HOST = 'go.lasen.example'

const FILE = [
  'keyword,url,timestamp',
  ...Array.from({ length: ROWS }, (_, n) => `Path-${n},https://lasen.example/${n},0`),
].join('\n')

async function started(person: Person, url: string): Promise<string> {
  const form = new FormData()
  form.set('host', HOST)
  form.set('file', new Blob([FILE]), 'yourls.csv')
  const { id } = await person.send<Import>(url, IMPORTS, form)
  await person.post(url, `${IMPORTS}/${id}/run`, {}, 'run')
  return id
}

test('PostgreSQL: three kills amid an import make every code and every path once', async () => {
  const postgres = await startPostgres()
  const client = new pg.Client(postgres.url)
  try {
    const settings = { DATABASE_URL: postgres.url, BILLING: 'off' }
    const web = await startProgram({ ...settings, ROLE: 'web', DATA_DIR: join(folder, 'web') })
    await web.ready
    const person = await Person.register(web.url)
    const startWorker = (name: string) =>
      startProgram({ ...settings, ROLE: 'worker', DATA_DIR: join(folder, name) })
    const workers = [await startWorker('a'), await startWorker('b')]
    await client.connect()
    const done = async () =>
      Number(
        (await client.query(`select count(*) from import_rows where outcome = 'done'`)).rows[0]?.count ?? 0,
      )
    // The lease of a killed worker lasts a minute, and that of a living one keeps the other from the import.
    const endLease = () =>
      client.query(`update job_rounds set lease_until = null, due_at = now() where name = 'imports'`)
    const id = await started(person, web.url)
    for (let kill = 0; kill < KILLS; kill++) {
      const point = killPoint(kill * STEP, (kill + 1) * STEP)
      await expect.poll(done, { interval: 20, timeout: 60_000 }).toBeGreaterThanOrEqual(point)
      const which = kill % workers.length
      await workers[which]?.kill('SIGKILL')
      await endLease()
      workers[which] = await startWorker(which === 0 ? 'a' : 'b')
    }
    await endLease()
    await expect.poll(done, { timeout: 200_000 }).toBe(ROWS)
    const { rows } = await client.query(`select count(*)::int as rows, count(distinct c.id)::int as codes,
        count(distinct c.target)::int as targets, count(distinct p.path)::int as paths
      from import_rows r join user_codes c on c.id = r.code_id and c.deleted_at is null
      join domain_paths p on p.code_id = c.id and p.host = '${HOST}'`)
    expect(rows).toEqual([{ rows: ROWS, codes: ROWS, targets: ROWS, paths: ROWS }])
    expect((await client.query('select count(*)::int as n from user_codes')).rows).toEqual([{ n: ROWS }])
    expect(await person.get<Import>(web.url, `${IMPORTS}/${id}`)).toMatchObject({
      ...{ state: 'done', outcomes: { done: ROWS, ready: 0 } },
    })
  } finally {
    await client.end()
    await killPrograms()
    await postgres.stop()
  }
})
