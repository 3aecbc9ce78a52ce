/**
 * A year of a busy code on PostgreSQL: its chart, the page of all codes, list and sparklines over HTTP, and how much of
 * the log they read. `npm run bench:scans -- [--json] [--size=10000000] [--rounds=20]`, on a PostgreSQL of its
 * own from installed binaries.
 *
 * TEST_DATABASE_URL names an empty database to use instead, which is filled once; with --fill nothing is measured, so
 * that the minutes of filling need not be quiet ones.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { buildApp } from '../server/src/app'
import { userCodes } from '../server/src/features/user-codes/table'
import { systemClock } from '../server/src/platform/clock'
import { readConfig } from '../server/src/platform/config/config'
import { migrate, openDatabase } from '../server/src/platform/db'
import { type Database, query } from '../server/src/platform/db/database'
import { createLog } from '../server/src/platform/logging'
import { insertIntoLog } from '../server/src/testing/scan-log'
import { isJson, median, numberOption, Results } from './measure/results'

const size = numberOption('size', 10_000_000)
const rounds = numberOption('rounds', 20)
const DYNAMIC_ID = 'ABCD1234'
const MONTHS = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, '0')}-01`)
const YEAR = 'from=2025-01-01&to=2025-12-31&zone=Asia/Ho_Chi_Minh'

const results = new Results('scans')

const note = (text: string) => isJson || console.log(text)

/** The code that was filled before, by its id. */
async function filledCode({ db }: Database): Promise<string | undefined> {
  const [code] = await db
    .select({ id: userCodes.id })
    .from(userCodes)
    .where(eq(userCodes.dynamicId, DYNAMIC_ID))
  return code?.id
}

/** Month by month, as the log is partitioned; then the roll-ups from it, as an operator would make them again. */
async function fill(database: Database, userId: string): Promise<string> {
  const codeId = randomUUID()
  await database.db.insert(userCodes).values({
    id: codeId,
    userId,
    productId: 'dynamic-code',
    contentType: 'Website',
    codeContent: JSON.stringify({ content: 'https://example.com/' }),
    dynamicId: DYNAMIC_ID,
    target: 'https://example.com/',
    imageKey: 'benchbenchbenchbench',
  })
  await database.db.execute(sql`insert into scan_counters (code_id) values (${codeId})`)
  // As imported in that year, and closed since.
  await database.db.execute(sql`
    insert into scan_closing (parts_until, hours_until, days_until)
    values ('2026-01-01', '2026-01-01', '2026-01-01')`)
  const perMonth = Math.ceil(size / MONTHS.length)
  for (const month of MONTHS) {
    await database.transaction(
      async (tx) => {
        await tx.execute(sql`select scan_ensure_month(${month}::date)`)
        await tx.execute(sql`
          select scan_ensure_day(day::date)
          from generate_series(${month}::timestamp, ${month}::timestamp + interval '1 month', interval '1 day') as day`)
        const statement = insertIntoLog(`
          select '${codeId}'::uuid as code_id,
            start + (n::float8 / ${perMonth}) * (start + interval '1 month' - start) as at,
            case when n % 50 = 0 then 'bot' else 'person' end as kind, n % 50 <> 0 and n % 3 <> 0 as is_unique,
            false as is_repeat, md5(n::text) as visitor,
            (array['VN', 'VN', 'VN', 'VN', 'JP', 'KR', 'US', 'TH', 'SG', 'FR'])[1 + n % 10] as country,
            (array['phone', 'phone', 'phone', 'tablet', 'desktop'])[1 + n % 5] as device,
            (array['Android', 'iOS', 'Windows', 'macOS'])[1 + n % 4] as system,
            (array['Chrome', 'Safari', 'Zalo', 'Facebook', 'Samsung Internet', 'Firefox', 'Edge'])[1 + n % 7] as browser,
            '' as user_agent,
            case when n % 3 = 0 then '' else 'https://site-' || n % 40 || '.example/page' end as referrer,
            (array['vi', 'vi', 'en', 'ja', 'ko', 'fr'])[1 + n % 6] as language
          from generate_series(0, ${perMonth - 1}) as n, (select timestamptz '${month}' as start) as month`)
        await tx.execute(sql.raw(statement))
      },
      { statementTimeoutMs: null },
    )
    await database.transaction((tx) => tx.execute(sql`select scan_recompute_month(${month}::date)`), {
      statementTimeoutMs: null,
    })
    note(`${month.slice(0, 7)}: ${perMonth} scans in the log`)
  }
  await database.transaction((tx) => tx.execute(sql`select scan_recompute_counters()`), {
    statementTimeoutMs: null,
  })
  await database.transaction((tx) => tx.execute(sql`analyze`), { statementTimeoutMs: null })
  return codeId
}

/** Rows of the log that were read, by index or whole. */
async function readsOfLog({ db }: Database): Promise<number> {
  await db.execute(sql`select pg_stat_clear_snapshot()`)
  const [row] = await query<{ reads: bigint }>(
    db,
    sql`select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::bigint as reads from pg_stat_user_tables where relname ~ '^scan_log_'`,
  )
  return Number(row?.reads)
}

async function measure(codeId: string, address: string, sid: string): Promise<void> {
  const get = async (path: string): Promise<{ ms: number; result: unknown }> => {
    const startedAt = performance.now()
    const reply = await fetch(`${address}/gateway/api/qrcode${path}`, {
      headers: { authorization: `Bearer ${sid}` },
    })
    const { result } = (await reply.json()) as { result: unknown }
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
    return { ms: performance.now() - startedAt, result }
  }

  const readsBefore = await readsOfLog(database)
  const pages: [name: string, path: string, goal: number][] = [
    ['a year by day', `/user-codes/${codeId}/scans?${YEAR}&unit=day`, 200],
    ['a year by month', `/user-codes/${codeId}/scans?${YEAR}&unit=month`, 200],
    [
      'a month by hour',
      `/user-codes/${codeId}/scans?from=2025-05-01&to=2025-05-31&unit=hour&zone=Asia/Kathmandu`,
      200,
    ],
    ['a year of all codes', `/scans?${YEAR}&unit=day`, 200],
    ['sparklines', `/user-codes/sparklines?ids=${codeId}`, 200],
    ['the list', '/user-codes?productId=dynamic-code', 200],
  ]
  for (const [name, path, goal] of pages) {
    const first = await get(path)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push((await get(path)).ms)
    note(`${name}: first ${first.ms.toFixed(0)} ms, then ${median(times).toFixed(0)} ms`)
    results.record(`${name}, first time`, first.ms, 'ms', goal, 'lower')
    results.record(`${name}, median`, median(times), 'ms', goal, 'lower')
  }
  // Only the parts of hours at the ends of a range, where a zone has half or quarter hours.
  const reads = (await readsOfLog(database)) - readsBefore
  results.record('rows of the log read, a request', reads / pages.length / (rounds + 1), 'rows', 500, 'lower')

  const { result } = await get(
    `/user-codes/${codeId}/scans?from=2024-06-01&to=2026-06-01&unit=month&zone=UTC`,
  )
  const { scans, total } = result as { scans: number; total: number }
  const [logged] = await query<{ people: bigint }>(
    database.db,
    sql`select sum(scans)::bigint as people from scan_quarter_rows where subject = ${codeId}`,
  )
  const counted = Number(logged?.people)
  results.record(
    'difference of chart, counter and roll-ups',
    Math.abs(scans - total) + Math.abs(counted - total),
    'scans',
    0,
    'lower',
  )
}

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
const given = process.env['TEST_DATABASE_URL'] || undefined
const postgres = given ? null : await startPostgres({ settings: ['fsync=off', 'max_wal_size=4GB'] })
const config = readConfig({ DATA_DIR: folder, DATABASE_URL: given ?? postgres?.url, LOG_LEVEL: 'error' })
const database = await openDatabase(config)
const log = createLog(config.logLevel)
await migrate(database)
const app = await buildApp({
  config,
  database,
  clock: systemClock,
  log,
  gateways: [],
  isStopping: () => false,
})
try {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const person = { username: 'bench', email: 'bench@example.test', password: 'correct horse battery' }
  await fetch(`${address}/identity/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, firstName: 'An', lastName: 'Tran' }),
  })
  const signedIn = await fetch(`${address}/identity/users/auth`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${person.username}:${person.password}`).toString('base64')}`,
    },
  })
  const { id: userId, sid } = ((await signedIn.json()) as { result: { id: string; sid: string } }).result
  const codeId = (await filledCode(database)) ?? (await fill(database, userId))
  if (!process.argv.includes('--fill')) await measure(codeId, address, sid)
} finally {
  await app.close()
  await database.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
results.print()
