import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { insertIntoLog } from '../../src/testing/scan-log'
import { killPoints } from '../harness/kill-points'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'
import { runTool } from '../harness/run-tool'

const killPoint = killPoints('archive-kill')

const isNightly = process.env['NIGHTLY'] === '1'
const DAYS = 24
const SCANS_A_DAY = isNightly ? 50_000 : 1_000
const KILLS = isNightly ? 12 : 2
const DUCKDB = '@duckdb/node-api@1.5.6-r.1'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-archive-kill-'))
let postgres: OwnPostgres
let client: pg.Client
let settings: Record<string, string>
let program: Program
let person: Person

beforeAll(async () => {
  postgres = await startPostgres({ settings: ['fsync=off'] })
  client = new pg.Client(postgres.url)
  await client.connect()
  settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    SCANS_ARCHIVE: 'files',
    SCANS_KEEP_DAYS: '30',
    BILLING: 'off',
  }
  program = await startProgram(settings)
  await program.ready
  person = await Person.register(program.url)
  for (let n = 0; n < 3; n++) await person.createCode(program.url, `https://example.com/${n}`)
  await givenScans()
})
afterAll(async () => {
  await client.end()
  await killPrograms()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** 24 days around the end of a month, and a scan of now, so that both months may be dropped. */
async function givenScans(): Promise<void> {
  for (const month of ['2018-03-01', '2018-04-01'])
    await client.query('select scan_ensure_month($1)', [month])
  await client.query(`select scan_ensure_day(date '2018-03-20' + day) from generate_series(0, ${DAYS}) day`)
  const agent = `'phone' as device, 'Android' as system, 'Chrome' as browser, '' as referrer, 'vi' as language`
  await client.query(
    insertIntoLog(`
     select (array(select id from user_codes order by id))[1 + n % 3] as code_id,
       '2018-03-20T00:00:00Z'::timestamptz + n * (interval '1 day' / ${SCANS_A_DAY}) as at,
       case when n % 20 = 0 then 'bot' else 'person' end as kind, n % 3 = 0 as is_unique, n % 7 = 0 as is_repeat,
       'visitor ' || n as visitor, case when n % 5 > 0 then 'VN' else '' end as country, 'agent ' || n % 50 as user_agent, ${agent}
     from generate_series(0, ${SCANS_A_DAY * DAYS - 1}) as n`),
  )
  await client.query(
    insertIntoLog(`
      select id as code_id, now() as at, 'bot' as kind, false as is_unique, false as is_repeat, 'now' as visitor, '' as country,
        'agent' as user_agent, ${agent} from user_codes limit 1`),
  )
  for (const month of ['2018-03-01', '2018-04-01'])
    await client.query('select scan_recompute_month($1)', [month])
  await client.query('select scan_recompute_counters()')
}

async function csv(): Promise<string[]> {
  const query = 'dialect=rfc4180&zone=UTC&from=2018-03-01&to=2018-04-30'
  return (await person.text(program.url, `qrcode/scans.csv?${query}`)).split('\r\n').sort()
}

const numberOf = async (statement: string) => {
  const { rows } = await client.query({ text: statement, rowMode: 'array' })
  return Number(rows[0]?.[0])
}
const archived = () => numberOf('select count(*) from scan_archives')
const dropped = () => numberOf('select count(*) from scan_archives where is_dropped')
const figures = async () =>
  (
    await client.query(
      `select subject, at, sum(scans), sum(uniques) from scan_quarter_rows group by 1, 2
        union all select code_id, null, scans, null from scan_counters order by 1, 2`,
    )
  ).rows

/** The lease of a killed process lasts a minute. */
const wanted = (job: string) =>
  client.query(
    `with due as (update job_rounds set lease_until = null, due_at = now() where name = $1)
     select pg_notify('jobs_wanted', $1)`,
    [job],
  )

async function killAndGoOn(job: string): Promise<void> {
  await program.kill('SIGKILL')
  await wanted(job)
  program = await startProgram(settings)
  await program.ready
}

test('kills while days are archived and dropped lose no scan and have none twice', async () => {
  const before = { csv: await csv(), figures: await figures() }
  expect(before.csv.length).toBe(DAYS * SCANS_A_DAY + 2)
  await wanted('scan-archive')
  for (let kill = 0; kill < KILLS; kill++) {
    const point = killPoint((kill * DAYS) / KILLS, ((kill + 1) * DAYS) / KILLS - 1)
    await expect.poll(archived, { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(point)
    await killAndGoOn('scan-archive')
  }
  await expect.poll(archived, { timeout: 120_000 }).toBe(DAYS)
  expect(await csv()).toEqual(before.csv)

  await wanted('scan-retention')
  await expect.poll(dropped, { interval: 1, timeout: 60_000 }).toBeGreaterThan(0)
  await killAndGoOn('scan-retention')
  await expect.poll(dropped, { timeout: 60_000 }).toBe(DAYS)
  expect(await numberOf('select count(*) from scan_rows')).toBe(1)
  expect(await csv()).toEqual(before.csv)
  expect(await numberOf('select sum(rows) from scan_archives')).toBe(DAYS * SCANS_A_DAY)

  expect(await runTool('doctor-cli', [], settings)).toMatchObject({ code: 0, out: 'No problems found.\n' })
  await client.query(
    'update scan_quarters set scans = 1; update scan_breakdowns set quarters = null; update scan_counters set scans = 0',
  )
  const spoilt = await figures()
  const ofPerson = ['2018-03', '--account', person.username]
  const dryRun = await runTool('recount-cli', [...ofPerson, '--dry-run'], settings)
  expect(dryRun).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^2018-03: \d+ scans\n {2}account \S+: scans \d+ → \d+, (unique visitors \d+ → \d+, )?counter \d+ → \d+.*\n(.*\n){3}nothing was changed\n$/,
    ),
  })
  expect(await figures()).toEqual(spoilt)
  const nobody = await runTool('recount-cli', ['2018-03', '--account', 'nobody'], settings)
  expect(nobody).toMatchObject({
    code: 1,
    complaint: 'No account with codes has the user name, email address or id nobody.\n',
  })
  const march = await runTool('recount-cli', ofPerson, settings)
  expect(march).toMatchObject({ code: 0, out: expect.stringContaining('their counters are the sums') })
  const april = await runTool('recount-cli', ['2018-04'], settings)
  expect(april).toMatchObject({ code: 0, complaint: '' })
  expect(await figures()).toEqual(before.figures)
  const help = await runTool('recount-cli', ['--help'], settings)
  expect(help).toMatchObject({ code: 0, out: expect.stringMatching(/^npm run recount -- /) })
  const wrong = await runTool('recount-cli', ['2018-13'], settings)
  expect(wrong).toMatchObject({
    code: 1,
    out: '',
    complaint: '2018-13 is not a month: write it as in 2026-03.\n',
  })
})

// 70 MB for one test: not a dependency of every checkout.
test.runIf(isNightly)('DuckDB, an independent reader, finds the same scans in the files', async () => {
  execFileSync('npm', ['install', '--prefix', folder, '--no-save', DUCKDB], { stdio: 'pipe' })
  const script = join(folder, 'count.mjs')
  writeFileSync(
    script,
    `import { DuckDBInstance } from '@duckdb/node-api'
    const connection = await (await DuckDBInstance.create()).connect()
    const reader = await connection.runAndReadAll(\`select count(*)::int, count(*) filter (where kind = 'bot')::int,
      count(*) filter (where "unique")::int, count(distinct code)::int, min(time)::text, max(time)::text
      from read_parquet('${join(folder, 'data/files/scan-archive/*/*')}')\`)
    console.log(JSON.stringify(reader.getRowsJson()[0]))`,
  )
  const all = DAYS * SCANS_A_DAY
  const [rows, bots, uniques, codes, first] = JSON.parse(
    execFileSync(process.execPath, [script], { encoding: 'utf8' }),
  )
  expect([rows, bots, uniques, codes]).toEqual([all, all / 20, Math.ceil(all / 3), 3])
  expect(first).toMatch(/^2018-03-20 00:00:00/)
})
