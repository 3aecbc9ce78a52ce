import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database'
import { createDatabase, dropDatabase, SERVER_URL, TEST_LIMITS, urlOf } from '../../../testing/engine'
import { everyRow, fillEveryTable } from '../../../testing/upgrades/full-installation'
import { ConfigError } from '../../app-error'
import { type Database, query } from '../database'
import { migrate } from '../migrate'
import { openDatabase } from '../open-database'
import { dumpDatabase } from './dump'
import { restoreDatabase } from './restore'

const storage = testDatabase()
let folder: string
let opened: Database[]
let names: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-dump-'))
  opened = []
  names = []
})
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()))
  for (const name of names) await dropDatabase(SERVER_URL ?? '', name)
  rmSync(folder, { recursive: true, force: true })
})

/**
 * On the embedded engine, so that the run on PostgreSQL moves data from one engine to the other; or on that of the run, where
 * its schema takes a fraction of the time.
 */
async function emptyDatabase(
  on: 'embedded engine' | 'engine of the run' = 'engine of the run',
): Promise<Database> {
  if (on === 'embedded engine' || SERVER_URL === null) {
    const embedded = await openDatabase({ databaseUrl: null, dataDir: 'memory://' }, TEST_LIMITS)
    opened.push(embedded)
    return embedded
  }
  const name = `scanleaf_dump_${randomBytes(6).toString('hex')}`
  await createDatabase(SERVER_URL, name)
  names.push(name)
  const database = await openDatabase({ databaseUrl: urlOf(SERVER_URL, name), dataDir: '' }, TEST_LIMITS)
  opened.push(database)
  return database
}

const LAST_SHA256 = '4ed61fa11f07471898f83f290d4db5506708a889063d69ffd4970fe18bb91673'
const CODE = '11111111-2222-4333-8444-555555555555'
/** Rows that the migrations bring. */
const PLANS = 4
const AWKWARD = 'line\u2028end\nnew "line" \\ \t\u{1F600} 한글 \u0001'

/** Beside what is there. */
async function fill({ db }: Database): Promise<void> {
  await db.execute(sql`insert into users (id, username, username_key, email, password_hash, first_name, last_name, created_at)
    values (${CODE}, 'an', 'an', 'an@example.test', 'hash', ${AWKWARD}, 'Trần', '2026-02-28 23:59:59.123456+07')`)
  await db.execute(sql`insert into installation (first_admin_id) values (${CODE}) on conflict do nothing`)
  await db.execute(sql`insert into scan_counters (code_id, scans) values (${CODE}, 9007199254740991)`)
  await db.execute(sql`select scan_ensure_month(current_date)`)
  await db.execute(sql`select scan_ensure_day(current_date)`)
  await db.execute(sql`insert into scan_log (at, visitor, code, agent, referrer, language, country, kind, flags)
    select now(), -9223372036854775808, n, 1, 1, 1, 1, 0, 7 from generate_series(1, 1200) n`)
  await db.execute(sql`insert into scan_inbox select * from scan_log limit 3`)
  await db.execute(
    sql`insert into scan_referrers (value) select 'https://example.test/' || n from generate_series(1, 5) n`,
  )
  await db.execute(sql`delete from scan_referrers where value ~ 'example.test/[2-5]$'`)
  await db.execute(sql`update plans set price = price + 1 where code = 'basic'`)
}

/** Every row of every table as text. */
async function contents({ db }: Database): Promise<Record<string, unknown>> {
  const tables = await query<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const all: Record<string, unknown> = {}
  for (const { name } of tables) {
    if (name.startsWith('schema_')) continue
    all[name] = await query(db, sql.raw(`select t::text as row from "${name}" t order by 1`))
  }
  return all
}

/** They say what runs, and hold secrets of a day that must not be the same elsewhere. */
const LEFT_OUT = { job_rounds: [], processes: [], report_keys: [], used_proofs: [] }

test('a dump restored into an empty database gives every row of every table back, and numbering goes on', async () => {
  const file = join(folder, 'all.dump')
  const empty = await emptyDatabase('embedded engine')
  await fillEveryTable(storage.database())
  await fill(storage.database())
  const all = { ...(await contents(storage.database())), ...LEFT_OUT }
  const rows = await dumpDatabase(storage.database(), file)
  expect(await restoreDatabase(empty, file)).toEqual({ rows, leftOut: [] })
  // A row of a partition is one of its table, too.
  const whole = Object.values(await everyRow(empty)).map(({ length }) => length)
  expect(whole.reduce((sum, length) => sum + length)).toBe(rows)
  expect(rows).toBeGreaterThan(1207 + PLANS)
  expect(await contents(empty)).toEqual(all)
  // The last ones were deleted: their numbers are not given again.
  const [last] = await query<{ id: number }>(empty.db, sql`select max(id) as id from scan_referrers`)
  const next = sql`insert into scan_referrers (value) values ('https://next.test/') returning id`
  expect(await query(empty.db, next)).toEqual([{ id: (last?.id ?? 0) + 5 }])
  expect(statSync(file).mode & 0o077).toBe(0)
  await migrate(empty)
})

test('a dump without the log of scans gives back everything else, and the database knows that its log is not whole', async () => {
  const file = join(folder, 'small.dump')
  const empty = await emptyDatabase()
  await fill(storage.database())
  expect(await dumpDatabase(storage.database(), file, { without: ['scan_log'] })).toBe(7 + PLANS)
  await restoreDatabase(empty, file)
  const all = await contents(storage.database())
  const partitions = Object.keys(all).filter((name) => /^scan_log_\d/.test(name))
  const emptied = Object.fromEntries(['scan_log', ...partitions].map((name) => [name, []]))
  const { restores_without_log: marks, ...restored } = await contents(empty)
  expect({ ...restored, restores_without_log: [] }).toEqual({ ...all, ...emptied })
  expect(marks).toHaveLength(1)
})

test('a database that is not empty is refused and left as it was', async () => {
  const file = join(folder, 'all.dump')
  await fill(storage.database())
  await dumpDatabase(storage.database(), file)
  const before = await contents(storage.database())
  await expect(restoreDatabase(storage.database(), file)).rejects.toThrow(/not empty/)
  expect(await contents(storage.database())).toEqual(before)
})

test('a dump that is cut off, foreign or newer is refused, and the database stays empty', async () => {
  const file = join(folder, 'all.dump')
  await fill(storage.database())
  await dumpDatabase(storage.database(), file)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const empty = await emptyDatabase()
  const head = JSON.parse(lines[0] ?? '')
  const withMigration = (name: string, sha256: string) => [
    JSON.stringify({ ...head, migrations: [...head.migrations, { name, sha256 }] }),
    ...lines.slice(1),
  ]
  const wrong: [string[], RegExp][] = [
    [lines.slice(0, -1), /not a complete dump/],
    [lines.slice(0, 20).concat(lines.slice(-1)), /not a complete dump/],
    [lines.concat('{"row":{}}'), /not a complete dump/],
    [lines.slice(0, -1).concat('{"row":{"id":}}', lines.slice(-1)), /not a complete dump/],
    [['<html>'], /not a complete dump/],
    [[], /not a complete dump/],
    [withMigration('9999_later', ''), /newer version/],
    [withMigration('0000_tables', ''), /before the first release/],
    [withMigration('0000_baseline', 'another'), /different version of the migration file/],
  ]
  for (const [text, message] of wrong) {
    writeFileSync(file, text.join('\n'))
    const refused = await restoreDatabase(empty, file).catch((error) => error)
    expect(refused).toBeInstanceOf(ConfigError)
    expect(refused.message).toMatch(message)
    expect(await contents(empty)).toEqual({})
  }
})

/** The dump as the last version before the baseline wrote it: other tables and columns, in another order. */
function ofBefore(lines: readonly string[], rows: string[] = []): string[] {
  const [head = '', ...rest] = lines
  const last = { name: '0063_last_scan_of_trash', sha256: LAST_SHA256 }
  const columns = ['is_only', 'seen_at', 'steady_since', 'whole_from']
  const retention = {
    is_only: true,
    seen_at: '2026-01-01Z',
    steady_since: '2026-01-01Z',
    whole_from: '2025-01-01',
  }
  const total = JSON.parse(rest.at(-1) ?? '').rows
  return [
    JSON.stringify({ ...JSON.parse(head), migrations: [{ name: '0000_tables', sha256: 'x' }, last] }),
    JSON.stringify({
      ...{ partition: 'scans_2026_01', of: 'scans' },
      bounds: "FOR VALUES FROM ('2026-01-01 00:00:00+00') TO ('2026-02-01 00:00:00+00')",
    }),
    ...rest.slice(0, -1).flatMap((line) => {
      const part = JSON.parse(line)
      if (part.table === 'scan_retention')
        return [JSON.stringify({ table: part.table, columns }), JSON.stringify({ row: retention })]
      if (part.table === 'scan_closing')
        return JSON.stringify({ ...part, columns: ['barrier', ...part.columns] })
      if (part.table === 'users') return JSON.stringify({ ...part, columns: part.columns.toReversed() })
      return line
    }),
    JSON.stringify({ table: 'scans', columns: ['id', 'code_id'] }),
    ...rows,
    JSON.stringify({
      ...{ partition: 'scan_visitors_2026_01', of: 'scan_visitors' },
      bounds: "FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')",
    }),
    JSON.stringify({ table: 'scan_visitors', columns: ['code_id', 'visitor'] }),
    '{"row":{"code_id":"8a1c1e0e-2f1d-4a63-9d54-3d4f7e1f6b11","visitor":"a"}}',
    JSON.stringify({ sequence: 'scans_id_seq', value: '12', isCalled: true }),
    JSON.stringify({ table: 'code_batches', columns: ['id', 'state'] }),
    '{"row":{"id":"8a1c1e0e-2f1d-4a63-9d54-3d4f7e1f6b11","state":"done"}}',
    JSON.stringify({ rows: total + 3 + rows.length }),
  ]
}

test('a dump of before the baseline moves, what is gone is named, and scans in an earlier form are not lost', async () => {
  const file = join(folder, 'all.dump')
  await fill(storage.database())
  await storage.database().db.execute(sql`update scan_log set flags = 15 where code = 7`)
  await dumpDatabase(storage.database(), file)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const empty = await emptyDatabase()
  writeFileSync(file, ofBefore(lines, ['{"row":{"id":1}}']).join('\n'))
  await expect(restoreDatabase(empty, file)).rejects.toThrow(/has rows of scans, .* still moving/)
  expect(await contents(empty)).toEqual({})
  writeFileSync(file, ofBefore(lines).join('\n'))
  const { leftOut } = await restoreDatabase(empty, file)
  expect(leftOut).toEqual([
    'scan_closing.barrier',
    'scan_retention.seen_at',
    'scan_retention.steady_since',
    'scans',
    'scan_visitors',
    'code_batches',
  ])
  const { scan_retention: retention, ...restored } = await contents(empty)
  expect(retention).toEqual([{ row: '(t,2025-01-01)' }])
  await storage.database().db.execute(sql`update scan_log set flags = 7`)
  const { scan_retention: _, ...all } = await contents(storage.database())
  expect(restored).toEqual(all)
})

test('an existing file is not overwritten, and a failed dump leaves none', async () => {
  const file = join(folder, 'all.dump')
  const failing = { ...storage.database(), transaction: () => Promise.reject(new ConfigError('stopped')) }
  await expect(dumpDatabase(failing, file)).rejects.toThrow('stopped')
  expect(existsSync(file) || existsSync(`${file}.part`)).toBe(false)
  await dumpDatabase(storage.database(), file)
  const before = readFileSync(file, 'utf8')
  await expect(dumpDatabase(storage.database(), file)).rejects.toThrow(/exists/)
  expect(readFileSync(file, 'utf8')).toBe(before)
  const inNoFolder = join(folder, 'none', 'all.dump')
  await expect(dumpDatabase(storage.database(), inNoFolder)).rejects.toThrow(/cannot be used \(ENOENT\)/)
  await expect(restoreDatabase(storage.database(), inNoFolder)).rejects.toThrow(/cannot be used \(ENOENT\)/)
})
