/**
 * What a scan costs on its way from the journal into PostgreSQL: for three mixes of codes, imported by one process and by
 * four at once, then folded into the log and the counters, under the limits of the product; beside it, COPY of the same rows
 * of the log into a table with the same indexes. And what both cost together while scans come in steadily.
 * `npm run bench:journal-import -- [--json] [--scans=100000] [--seconds=30]`, on a PostgreSQL of its own from installed binaries. Linux
 * only: the processor time of PostgreSQL is read from /proc.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { countImported } from '../server/src/features/scans'
import { migrate, openDatabase } from '../server/src/platform/db'
import { type Database, query } from '../server/src/platform/db/database'
import type { StreamReport, StreamTask } from './load/journal-import-stream'
import { seedCodes } from './load/lists-seed'
import { isJson, numberOption, Results } from './measure/results'

interface Mix {
  name: string
  /** Codes of each owner. */
  owners: ReadonlyMap<string, number>
  /** Microseconds of a scan's fold on both sides. */
  foldGoalUs: number
}

/** Of a run, together. */
const scans = numberOption('scans', 100_000)
/** Of the steady stream. */
const seconds = numberOption('seconds', 30)
const PER_SECOND = 500
const STREAMS = [1, 4]
const MIXES: readonly Mix[] = [
  { name: '10 k codes of one owner', owners: new Map([['one', 10_000]]), foldGoalUs: 25 },
  {
    name: '200 k codes of 10 k owners',
    owners: new Map(Array.from({ length: 10_000 }, (_, n) => [`owner ${n}`, 20])),
    foldGoalUs: 60,
  },
  { name: 'one code', owners: new Map([['one', 1]]), foldGoalUs: 12 },
]
const IMPORT_GOAL_US = 10
const IMPORT_GOAL_BYTES = 60
/** Of the rate of bare COPY of the log. */
const SHARE_GOAL = 0.4
const FOLD_GOAL_BYTES = 1_500
const DISK_GOAL_BYTES = 120
const STEADY_GOAL_PERCENT = 8
const COUNTED_GOAL_SECONDS = 2.5
/** proc(5): processor times are in hundredths of a second on Linux. */
const TICK_US = 10_000
const STREAM = join(import.meta.dirname, 'load/journal-import-stream.ts')

const results = new Results('journal-import')

/** Processor time of the PostgreSQL whose first process has this id, its ended processes included, in microseconds. */
function processorOfPostgres(pid: number): number {
  let ticks = 0
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(each)
    const [, parent, ...times] = stat
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = times.slice(9).map(Number)
    if (each === String(pid)) ticks += user + system + childUser + childSystem
    else if (Number(parent) === pid) ticks += user + system
  }
  return ticks * TICK_US
}

/** The fields of /proc/[pid]/stat after the name, which begins with the state; none for a process that has ended. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** The first process of a PostgreSQL: the parent of the one that serves this connection. */
async function pidOf({ db }: Database): Promise<number> {
  const [row] = await query<{ pid: number }>(db, sql`select pg_backend_pid() as pid`)
  return Number(statOf(String(row?.pid))[1])
}

interface Usage {
  processorUs: number
  wal: number
  rolledBack: number
}

async function usageOf({ db }: Database, pid: number): Promise<Usage> {
  const [row] = await query<{ wal: bigint; rolled_back: bigint }>(
    db,
    sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as wal,
      (select xact_rollback from pg_stat_database where datname = current_database()) as rolled_back`,
  )
  return {
    processorUs: processorOfPostgres(pid),
    wal: Number(row?.wal),
    rolledBack: Number(row?.rolled_back),
  }
}

/** Size with indexes of the tables that grow with scans, partitions summed up. */
async function sizes({ db }: Database): Promise<Map<string, number>> {
  const rows = await query<{ name: string; bytes: bigint }>(
    db,
    sql`select split_part(relname, '_20', 1) as name, sum(pg_total_relation_size(oid))::bigint as bytes
      from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and (relname ~ '^scan' or relname = 'user_code_ranks')
      group by 1 order by 2 desc`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

async function start(task: StreamTask): Promise<ChildProcess> {
  const child = fork(STREAM, { execArgv: ['--import', 'tsx'] })
  child.send(task)
  await once(child, 'message')
  return child
}

async function reportOf(child: ChildProcess): Promise<StreamReport> {
  child.send('go')
  const [report] = await once(child, 'message')
  return report as StreamReport
}

/** Codes must not be the same ones in another order, or the first pages of every table were the only ones in use. */
async function codeIdsOf({ db }: Database): Promise<string[]> {
  const rows = await query<{ id: string }>(db, sql`select id from user_codes order by md5(id::text)`)
  return rows.map(({ id }) => id)
}

interface Server {
  database: Database
  databaseUrl: string
  pid: number
}

/** @returns scans a second */
async function runStreams(mix: Mix, count: number, { database, databaseUrl, pid }: Server): Promise<number> {
  const codeIds = await codeIdsOf(database)
  const task = { databaseUrl, codeIds, scans: Math.ceil(scans / count) }
  const children = await Promise.all(Array.from({ length: count }, () => start(task)))
  await database.db.execute(sql`checkpoint`)
  const sizesBefore = await sizes(database)
  const before = await usageOf(database, pid)
  const reports = await Promise.all(children.map(reportOf))
  const after = await usageOf(database, pid)
  const total = task.scans * count
  const left = reports.reduce((sum, { leftScans }) => sum + leftScans, 0)
  const moved = Math.max(1, total - left)
  const seconds = Math.max(...reports.map((report) => report.seconds))
  const ownUs = reports.reduce((sum, { processorUs }) => sum + processorUs, 0)
  const serverUs = after.processorUs - before.processorUs
  const named = (metric: string) =>
    `${mix.name}, ${count === 1 ? 'one stream' : `${count} streams`}: ${metric}`
  const rate = (total - left) / seconds
  results.record(named('scans a second'), rate, '1/s', 0, 'higher')
  results.record(
    named('processor a scan, both sides'),
    (ownUs + serverUs) / moved,
    'µs',
    IMPORT_GOAL_US,
    'lower',
  )
  results.record(named('of which the importer'), ownUs / moved, 'µs', IMPORT_GOAL_US, 'lower')
  results.record(named('WAL a scan'), (after.wal - before.wal) / moved, 'bytes', IMPORT_GOAL_BYTES, 'lower')
  results.record(named('transactions rolled back'), after.rolledBack - before.rolledBack, '', 0, 'lower')
  results.record(named('scans given up'), left, '', 0, 'lower')
  await runFold(mix, moved, named, { database, pid })
  let disk = 0
  for (const [table, bytes] of await sizes(database)) {
    const grown = bytes - (sizesBefore.get(table) ?? 0)
    disk += grown
    if (!isJson && grown > 0) console.log(`  ${table}: ${(grown / moved).toFixed(1)} bytes a scan`)
  }
  results.record(named('disk a scan, all tables'), disk / moved, 'bytes', DISK_GOAL_BYTES, 'lower')
  return rate
}

/** All that was imported, as one process folds it. */
async function runFold(
  mix: Mix,
  moved: number,
  named: (metric: string) => string,
  { database, pid }: Pick<Server, 'database' | 'pid'>,
): Promise<void> {
  const before = await usageOf(database, pid)
  const own = process.cpuUsage()
  const startedAt = performance.now()
  await countImported(database)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(own)
  const after = await usageOf(database, pid)
  const us = (after.processorUs - before.processorUs + user + system) / moved
  results.record(named('folded a second'), moved / seconds, '1/s', 0, 'higher')
  results.record(named('processor a scan of the fold'), us, 'µs', mix.foldGoalUs, 'lower')
  results.record(
    named('WAL a scan of the fold'),
    (after.wal - before.wal) / moved,
    'bytes',
    FOLD_GOAL_BYTES,
    'lower',
  )
}

/** Import and fold beside each other, as an installation has them. */
async function runSteadily(mix: Mix, { database, databaseUrl, pid }: Server): Promise<void> {
  const child = await start({
    ...{ databaseUrl, codeIds: await codeIdsOf(database) },
    ...{ scans: PER_SECOND * seconds, perSecond: PER_SECOND },
  })
  const before = await usageOf(database, pid)
  const report = await reportOf(child)
  const after = await usageOf(database, pid)
  const us = after.processorUs - before.processorUs + report.processorUs
  const named = (metric: string) => `${mix.name}, ${PER_SECOND} scans a second: ${metric}`
  results.record(named('of one core'), us / report.seconds / 10_000, '%', STEADY_GOAL_PERCENT, 'lower')
  results.record(
    named('WAL a scan'),
    (after.wal - before.wal) / (PER_SECOND * seconds),
    'bytes',
    FOLD_GOAL_BYTES + IMPORT_GOAL_BYTES,
    'lower',
  )
  const waits = report.countedAfter.toSorted((a, b) => a - b)
  const counted = waits[Math.floor(waits.length * 0.99)] ?? Number.POSITIVE_INFINITY
  results.record(named('counted after, p99'), counted, 's', COUNTED_GOAL_SECONDS, 'lower')
}

/** The rows that were just stored, once more, by COPY from a file of the server. */
async function runCopy(
  mix: Mix,
  rate: number,
  { database, pid }: Pick<Server, 'database' | 'pid'>,
): Promise<void> {
  const { db } = database
  await db.execute(sql.raw('create table bench_copy (like scan_log including indexes)'))
  const [row] = await query<{ file: string; rows: bigint }>(
    db,
    sql`select current_setting('data_directory') || '/bench.copy' as file, (select count(*) from scan_log) as rows`,
  )
  const [file, rows] = [row?.file, Number(row?.rows)]
  await db.execute(sql.raw(`copy (select * from scan_log) to '${file}'`))
  const before = await usageOf(database, pid)
  const startedAt = performance.now()
  await db.execute(sql.raw(`copy bench_copy from '${file}'`))
  const seconds = (performance.now() - startedAt) / 1000
  const after = await usageOf(database, pid)
  const named = (metric: string) => `${mix.name}, bare COPY of the log: ${metric}`
  const us = (after.processorUs - before.processorUs) / rows
  results.record(named('scans a second'), rows / seconds, '1/s', 0, 'higher')
  results.record(named('processor a scan'), us, 'µs', IMPORT_GOAL_US, 'lower')
  results.record(named('WAL a scan'), (after.wal - before.wal) / rows, 'bytes', FOLD_GOAL_BYTES, 'lower')
  results.record(`${mix.name}: import by that rate`, (rate * seconds) / rows, '', SHARE_GOAL, 'higher')
}

/** A server of its own for each, so that no mix finds the tables of another. */
async function runMix(mix: Mix): Promise<void> {
  const postgres = await startPostgres({ settings: ['shared_buffers=256MB', 'max_wal_size=2GB'] })
  const database = await openDatabase(
    { databaseUrl: postgres.url, dataDir: '' },
    { statementMs: 600_000, waitMs: 60_000 },
  )
  try {
    await migrate(database)
    // As on an installation that has run for hours: closed up to now, scans of the past minutes were late for half of a run.
    await database.db.execute(sql`insert into scan_closing (parts_until, hours_until, days_until)
      select date_trunc('hour', begun, 'UTC'), date_trunc('hour', begun, 'UTC'), date_trunc('day', begun, 'UTC')
      from (select now() - interval '1 hour' as begun) as clock`)
    await seedCodes(database, mix.owners)
    const pid = await pidOf(database)
    const server = { database, databaseUrl: postgres.url, pid }
    const rates: number[] = []
    for (const count of STREAMS) rates.push(await runStreams(mix, count, server))
    await runCopy(mix, rates[0] ?? 0, server)
    await runSteadily(mix, server)
  } finally {
    await database.close()
    await postgres.stop()
  }
}

for (const mix of MIXES) await runMix(mix)
results.print()
