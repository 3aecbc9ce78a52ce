import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { migrate, openDatabase } from '../../src/platform/db'
import { readFunctions } from '../../src/platform/db/functions'
import { createDatabase, urlOf } from '../../src/testing/engine'
import { allMigrations } from '../../src/testing/upgrades/version-after'
import { laterMigrations, makeVersionBefore, READS, WRITES } from '../harness/version-before'

const SOON = { timeout: 60_000, interval: 50 }
/** Rows of a table, from which on a statement that reads or changes all of them takes long. */
const MANY = 10_000

let postgres: OwnPostgres
const clients: pg.Client[] = []

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client(urlOf(postgres.url, database))
  await client.connect()
  clients.push(client)
  return client
}

/** A database of the previous version. */
async function filled(name: string): Promise<string> {
  await createDatabase(postgres.url, name, 'before')
  return name
}

beforeAll(async () => {
  postgres = await startPostgres({ settings: ['fsync=off', 'max_connections=100'] })
  await createDatabase(postgres.url, 'before')
  const client = await connect('before')
  await makeVersionBefore(client)
  await client.end()
}, 240_000)
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await postgres.stop()
})

/** Rows that the open transaction has read or changed so far, its locks against reading, and where tables are stored. */
async function effects(client: pg.Client) {
  const { rows } = await client.query(`
    select c.relname as name, c.relfilenode as file, c.reltuples >= ${MANY} as "isFilled",
      coalesce(s.seq_tup_read + s.idx_tup_fetch, 0)::int as read,
      coalesce(s.n_tup_ins + s.n_tup_upd + s.n_tup_del, 0)::int as changed,
      exists (select from pg_locks l where l.relation = c.oid and l.pid = pg_backend_pid() and l.mode = 'AccessExclusiveLock') as locked
    from pg_class c left join pg_stat_xact_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  return rows as {
    name: string
    file: number
    isFilled: boolean
    read: number
    changed: number
    locked: boolean
  }[]
}

/** What migrations do to filled tables that a running version before would wait for. */
async function findHoldUps(
  client: pg.Client,
  migrations: readonly { name: string; statements: string[] }[],
): Promise<string[]> {
  const wrong: string[] = []
  // What helpers read is not counted.
  await client.query('set max_parallel_maintenance_workers = 0')
  const repeat = async (name: string, statements: string[]): Promise<void> => {
    let isDone = true
    await client.query('begin')
    for (const statement of statements) {
      const before = await effects(client)
      const { rowCount, rows } = await client.query(statement)
      isDone &&= rows.length === 0
      const after = await effects(client)
      const locked = after.filter((table) => table.isFilled && table.locked).map((table) => table.name)
      for (const table of after) {
        const was = before.find((other) => other.name === table.name)
        if (!was?.isFilled) continue
        const finding = `${name}: ${statement.trim().split('\n')[0]}`
        if (table.file !== was.file) wrong.push(`${finding} rewrites ${table.name}`)
        if (table.changed - was.changed > MANY)
          wrong.push(`${finding} changes ${rowCount} rows of ${table.name} at once`)
        if (table.read - was.read >= MANY && locked.length > 0)
          wrong.push(`${finding} reads ${table.name} while ${locked.join()} is locked`)
      }
    }
    await client.query('commit')
    if (!isDone) await repeat(name, statements)
  }
  for (const { name, statements } of migrations) await repeat(name, statements)
  return wrong
}

test('no migration rewrites a filled table, changes it at once, or reads one while it locks one against reading', async () => {
  expect(await findHoldUps(await connect(await filled('kinds')), laterMigrations())).toEqual([])
})

test('a migration that does so is found', async () => {
  const wrong = [
    { name: 'type', statements: ['alter table dynamic_ids alter column code_id type text'] },
    { name: 'update', statements: ["update user_codes set name = name || '.'"] },
    {
      name: 'index',
      statements: [
        'alter table user_codes add column other integer default 0 not null',
        'create index user_codes_other on user_codes (other)',
      ],
    },
  ]
  const client = await connect(await filled('wrong'))
  // Its triggers are statements of their own.
  await client.query('set session_replication_role = replica')
  expect(await findHoldUps(client, wrong)).toEqual([
    expect.stringMatching(/^type: .* rewrites dynamic_ids$/),
    expect.stringMatching(/^type: .* reads dynamic_ids while dynamic_ids is locked$/),
    expect.stringMatching(/^update: .* changes 100\d{3} rows of user_codes at once$/),
    expect.stringMatching(/^index: .* reads user_codes while user_codes is locked$/),
  ])
})

/** Repeats a transaction of the previous version until it is stopped. */
function repeated(client: pg.Client, makeStatements: () => [string, unknown[]][]) {
  let isStopped = false
  let done = 0
  let longest = 0
  const ended = (async () => {
    for (; !isStopped; done++) {
      await client.query('begin')
      for (const [text, values] of makeStatements()) {
        const started = performance.now()
        await client.query(text, values)
        longest = Math.max(longest, performance.now() - started)
      }
      await client.query('commit')
    }
  })()
  ended.catch(() => {})
  return {
    done: () => done,
    /** In milliseconds, of one statement. */
    longest: () => longest,
    /** Rejects when a statement was refused. */
    ended,
    stop() {
      isStopped = true
      return ended
    },
  }
}

test('a running version before goes on while a filled database is migrated, and after', async () => {
  const database = await filled('beside')
  const reads = Object.entries(READS).map(([name, read]) => [name, () => [read]] as const)
  const running = new Map<string, ReturnType<typeof repeated>>()
  for (const [name, makeStatements] of [...Object.entries(WRITES), ...reads])
    running.set(name, repeated(await connect(database), makeStatements))
  const refused = Promise.all([...running.values()].map(({ ended }) => ended))
  refused.catch(() => {})
  /** Resolves once each has begun and ended another transaction. */
  const allGoOn = async () => {
    const before = new Map([...running].map(([name, { done }]) => [name, done()]))
    const stuck = () =>
      [...running].filter(([name, { done }]) => done() < (before.get(name) ?? 0) + 2).map(([name]) => name)
    await Promise.race([expect.poll(stuck, SOON).toEqual([]), refused])
  }
  const longest = () =>
    [...running].map(([name, work]) => `${name} ${work.longest().toFixed()} ms`).join(', ')
  await allGoOn()
  console.info(`upgrade: longest statements before: ${longest()}`)

  // As a dump does; the migration that waits for it must not hold up everybody else.
  const dump = await connect(database)
  await dump.query('begin')
  await dump.query('select from users limit 1')
  const upgraded = await openDatabase({ databaseUrl: urlOf(postgres.url, database), dataDir: '' })
  const migrated = migrate(upgraded, readFunctions(), allMigrations())
  migrated.catch(() => {})
  const isWaiting = async () => {
    const { rowCount } = await dump.query(
      `select 1 from pg_locks where relation = 'users'::regclass and mode = 'AccessExclusiveLock' and not granted`,
    )
    return rowCount
  }
  await expect.poll(isWaiting, SOON).toBe(1)
  await allGoOn()
  await dump.query('commit')

  await migrated
  console.info(`upgrade: longest statements while it was migrated: ${longest()}`)
  await allGoOn()
  await Promise.all([...running.values()].map(({ stop }) => stop()))
  await upgraded.close()
  const { rows } = await dump.query(
    `select count(*) filter (where name like 'Code %' and probe = 0)::int as missed,
      count(*) filter (where name = '')::int > 0 as saved from user_codes`,
  )
  expect(rows).toEqual([{ missed: 0, saved: true }])
})
