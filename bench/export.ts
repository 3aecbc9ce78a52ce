/**
 * The export of a large account on PostgreSQL, and of one with a tenth of its codes and scans: how long it takes, and what
 * the process that makes it holds above rest.
 * `npm run bench:export -- [--json] [--codes=100000] [--scans=1000000]`
 *
 * Starts PostgreSQL from its installed programs, or uses the empty database of TEST_DATABASE_URL.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { leavingJobs } from '../server/src/features/leaving'
import { systemClock } from '../server/src/platform/clock'
import { readConfig } from '../server/src/platform/config/config'
import { migrate, openDatabase } from '../server/src/platform/db'
import { query } from '../server/src/platform/db/database'
import { openFiles } from '../server/src/platform/files/file-store'
import { createLog } from '../server/src/platform/logging'
import { insertIntoLog } from '../server/src/testing/scan-log'
import { seedCodes } from './load/lists-seed'
import { numberOption, Results } from './measure/results'

const codes = numberOption('codes', 100_000)
const scans = numberOption('scans', 1_000_000)
const MEMORY_GOAL_MB = 60
const CODES_A_SECOND_GOAL = 200
const BYTES_PER_MB = 1024 * 1024
const SAMPLE_MS = 20
const DAYS = 60
/** Of a small account, which compiles the code and starts what stays open. */
const WARM_UP = 200

const TENTH = Math.ceil(codes / 10)

const owners = { small: randomUUID(), middle: randomUUID(), large: randomUUID() }

const results = new Results('export')
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
const given = process.env['TEST_DATABASE_URL']
const postgres = given ? null : await startPostgres({ settings: ['fsync=off', 'shared_buffers=256MB'] })
const config = readConfig({
  DATA_DIR: folder,
  DATABASE_URL: given ?? postgres?.url ?? '',
  APP_URL: 'http://app.test',
  CODE_HOST: 'http://qr.test',
})
const database = await openDatabase(config)
const unhurried = await openDatabase(config, { statementMs: 3_600_000, waitMs: 60_000 })
const job = leavingJobs({
  ...{ database, clock: systemClock, log: createLog('error'), files: await openFiles(config), config },
}).find(({ name }) => name === 'account-exports')
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** As many scans of the codes of an owner, spread over the last days. */
async function seedScans(owner: string, count: number): Promise<void> {
  await unhurried.db.execute(sql`
    select scan_ensure_day((now() at time zone 'UTC')::date - ahead) from generate_series(-1, ${DAYS + 2}::int) as ahead`)
  await unhurried.db.execute(
    sql.raw(
      insertIntoLog(`
        select id as code_id, now() - (n % ${DAYS}) * interval '1 day' - n * interval '10 milliseconds' as at,
          'person' as kind, true as is_unique, false as is_repeat, n::text as visitor, '' as country, 'phone' as device,
          'Android' as system, 'Chrome' as browser, '' as user_agent, '' as referrer, 'vi' as language
        from generate_series(1, ${count}) n
        join (select id, row_number() over (order by id) as place from user_codes where user_id = '${owner}') codes
          on place = 1 + n % (select count(*) from user_codes where user_id = '${owner}')`),
    ),
  )
  await unhurried.db.execute(sql`insert into scan_quarters (subject, at, scans, uniques)
    select code_id, date_trunc('hour', at), count(*), count(*) from scan_rows
    join user_codes on user_codes.id = code_id and user_id = ${owner} group by 1, 2`)
}

interface Made {
  seconds: number
  bytes: number
  /** Of the process above rest. */
  peakMb: number
  /** Buffers outside the heap above rest, those included that are not collected yet. */
  buffersMb: number
  /** Of the part of the heap where objects begin, which V8 makes larger under work. */
  youngMb: number
  /** Heap and buffers in use above rest, after collections. */
  usedMb: number
}

const youngMb = () =>
  (getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0) /
  BYTES_PER_MB

async function exported(owner: string): Promise<Made> {
  await database.db.execute(sql`insert into exports (user_id, language, day)
    values (${owner}, 'vi', (now() at time zone 'UTC')::date)`)
  collectGarbage()
  const restMb = process.memoryUsage.rss() / BYTES_PER_MB
  const used = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / BYTES_PER_MB
  }
  const usedAtRestMb = used()
  const buffersAtRestMb = process.memoryUsage().arrayBuffers / BYTES_PER_MB
  const peak = { rss: restMb, buffers: buffersAtRestMb, young: 0 }
  const sampling = setInterval(() => {
    const { rss, arrayBuffers } = process.memoryUsage()
    peak.rss = Math.max(peak.rss, rss / BYTES_PER_MB)
    peak.buffers = Math.max(peak.buffers, arrayBuffers / BYTES_PER_MB)
    peak.young = Math.max(peak.young, youngMb())
  }, SAMPLE_MS)
  const start = performance.now()
  await job?.run()
  const seconds = (performance.now() - start) / 1000
  clearInterval(sampling)
  const [row] = await query<{ bytes: string }>(
    database.db,
    sql`select bytes::text from exports where user_id = ${owner} and status = 'ready'`,
  )
  if (!row) throw new Error('the export was not made')
  return {
    seconds,
    bytes: Number(row.bytes),
    peakMb: peak.rss - restMb,
    buffersMb: peak.buffers - buffersAtRestMb,
    youngMb: peak.young,
    usedMb: used() - usedAtRestMb,
  }
}

try {
  await migrate(database)
  for (let month = 0; month <= 3; month++)
    await database.db.execute(sql`select scan_ensure_month((now() - ${month} * interval '1 month')::date)`)
  await seedCodes(
    unhurried,
    new Map([
      [owners.small, WARM_UP],
      [owners.middle, TENTH],
      [owners.large, codes],
    ]),
  )
  await seedScans(owners.small, WARM_UP)
  await seedScans(owners.middle, Math.ceil(scans / 10))
  await seedScans(owners.large, scans)
  await unhurried.db.execute(sql`vacuum analyze scans`)
  await exported(owners.small)
  for (const [owner, count] of [
    [owners.middle, TENTH],
    [owners.large, codes],
  ] as const) {
    const made = await exported(owner)
    const record = (metric: string, value: number, unit: string, goal: number, better: 'higher' | 'lower') =>
      results.record(`${count} codes: ${metric}`, value, unit, goal, better)
    record('memory above rest', made.peakMb, 'MB', MEMORY_GOAL_MB, 'lower')
    record('of it V8’s young generation', made.youngMb, 'MB', 0, 'higher')
    record('of it buffers', made.buffersMb, 'MB', 0, 'higher')
    record('heap and buffers in use at the end, above rest', made.usedMb, 'MB', MEMORY_GOAL_MB, 'lower')
    record('codes a second', count / made.seconds, '', CODES_A_SECOND_GOAL, 'higher')
    record('size of the file', made.bytes / BYTES_PER_MB, 'MB', 0, 'higher')
  }
  results.print()
} finally {
  await database.close()
  await unhurried.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
