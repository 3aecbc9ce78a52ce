import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { SOON } from '../../src/testing/soon'
import { killPrograms, type Program, startProgram } from '../harness/program'

const STARTERS = 5

let postgres: OwnPostgres
let folder: string
let databases = 0

beforeAll(async () => {
  postgres = await startPostgres({ settings: ['fsync=off', 'max_connections=200'] })
})
afterAll(() => postgres.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-start-'))
})
afterEach(async () => {
  await killPrograms()
  // The maker of a first database outlives its killed starter for a moment, and writes on.
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

const start = (settings: Record<string, string>) =>
  startProgram({ DATA_DIR: join(folder, 'data'), ...settings })

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `start_${++databases}`
  await onDatabase(postgres.url, (client) => client.query(`create database ${name}`))
  const url = new URL(postgres.url)
  url.pathname = name
  return url.href
}

/** One sentence on standard error, nothing more, and exit code 1. */
async function expectRefused(program: Program, sentence: RegExp): Promise<void> {
  expect(await program.ended, program.complaint()).toBe(1)
  expect(program.complaint()).toMatch(sentence)
  expect(program.complaint().trim().split('\n')).toHaveLength(1)
}

/** Starts five at once, and sees that each is ready and each migration was done once. */
async function expectOneMigration(DATABASE_URL: string): Promise<void> {
  const programs = await Promise.all(
    Array.from({ length: STARTERS }, (_, index) =>
      start({ DATABASE_URL, DATA_DIR: join(folder, String(index)) }),
    ),
  )
  await Promise.all(programs.map(({ ready }) => ready))
  const replies = await Promise.all(programs.map(({ url }) => fetch(`${url}/readyz`)))
  expect(replies.map(({ status }) => status)).toEqual(Array(STARTERS).fill(200))
  const applied = await onDatabase(DATABASE_URL, (client) =>
    client.query('select name from schema_migrations'),
  )
  const files = readdirSync(new URL('../../migrations', import.meta.url)).filter((file) =>
    file.endsWith('.sql'),
  )
  expect(applied.rows.map(({ name }) => `${name}.sql`).sort()).toEqual(files.sort())
}

test('five starters at once on an empty PostgreSQL migrate once, and all are ready', async () => {
  await expectOneMigration(await emptyDatabase())
})

test('killed while it makes the tables of a PostgreSQL, five others make them whole', async () => {
  const DATABASE_URL = await emptyDatabase()
  await onDatabase(DATABASE_URL, async (client) => {
    // Until this ends, the first migration, which has made others, comes no further than its table of this name.
    await client.query('begin; create table user_codes ()')
    const first = await start({ DATABASE_URL })
    const isMigrating = async () => (await client.query(`select 1 from pg_locks where not granted`)).rowCount
    await expect.poll(isMigrating, { interval: 1 }).toBeTruthy()
    await first.kill('SIGKILL')
    await client.query('rollback')
    expect((await client.query(`select to_regclass('users') as made`)).rows).toEqual([{ made: null }])
  })
  await expectOneMigration(DATABASE_URL)
})

test('a second process on the same folder is refused with the pid of the first, which goes on', async () => {
  const first = await start({})
  await first.ready
  const second = await start({})
  await expectRefused(second, new RegExp(`DATA_DIR=.* is in use by process ${first.pidOf('program')}\\b`))
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  await first.kill('SIGKILL')
  const third = await start({})
  await third.ready
  const data = join(folder, 'data')
  const written = [data, ...readdirSync(data).map((name) => join(data, name))]
  const readable = written.filter((path) => (statSync(path).mode & 0o077) !== 0)
  expect(readable, 'what a start writes is for its own user alone').toEqual([])
})

test('started before another has stopped, it waits for the end of that one', async () => {
  const [port, publicPort] = await freePorts(2)
  const settings = { PORT: String(port), PUBLIC_PORT: String(publicPort) }
  const first = await start(settings)
  await first.ready
  const second = await start(settings)
  await expect.poll(() => second.said()).toContain('waiting for the process that uses the data directory')
  // As a signal to their process group, by which npm ends first. One of them may end before it is its turn.
  spawnSync('kill', [first.pid, first.pidOf('program'), first.pidOf('redirect-process')].map(String))
  await second.ready
  expect(await first.ended).not.toBeNull()
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
})

test('killed while it makes its first database, the next start makes it whole', async () => {
  const data = join(folder, 'data')
  const isMaking = () =>
    existsSync(data) &&
    readdirSync(data).some((name) => name.startsWith('postgres.new.') && existsSync(join(data, name, 'base')))
  const first = await start({})
  await expect.poll(isMaking, { interval: 1 }).toBe(true)
  await first.kill('SIGKILL')
  const second = await start({})
  await second.ready
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
})

test('a changed migration is refused, and so is a database of a newer program', async () => {
  const DATABASE_URL = await emptyDatabase()
  const first = await start({ DATABASE_URL })
  await first.ready
  await first.kill('SIGTERM')
  await onDatabase(DATABASE_URL, (client) =>
    client.query(`insert into schema_migrations (name, sha256) values ('9999_later', 'x')`),
  )
  await expectRefused(await start({ DATABASE_URL }), /newer version of this program \(migration 9999_later\)/)
  await onDatabase(DATABASE_URL, async (client) => {
    await client.query(`delete from schema_migrations where name = '9999_later'`)
    await client.query(`update schema_migrations set sha256 = 'x' where name = '0000_baseline'`)
  })
  await expectRefused(await start({ DATABASE_URL }), /different version of the migration file 0000_baseline/)
})

test('a schema of a newer version that serves this one is started on, as it is', async () => {
  const DATABASE_URL = await emptyDatabase()
  const first = await start({ DATABASE_URL })
  await first.ready
  await first.kill('SIGTERM')
  await onDatabase(DATABASE_URL, async (client) => {
    await client.query('alter table users add column later integer default 0 not null')
    await client.query(
      `insert into schema_migrations (name, sha256, serves_since) values ('9999_later', 'x', '0000_baseline')`,
    )
  })
  const before = await start({ DATABASE_URL })
  await before.ready
  expect((await fetch(`${before.url}/readyz`)).status).toBe(200)
  await before.kill('SIGTERM')
  await onDatabase(DATABASE_URL, (client) =>
    client.query(`update schema_migrations set serves_since = '5000_other' where name = '9999_later'`),
  )
  await expectRefused(await start({ DATABASE_URL }), /newer version of this program \(migration 9999_later\)/)
})

test('started while PostgreSQL is away it lives and waits, and is ready once PostgreSQL is back', async () => {
  const DATABASE_URL = await emptyDatabase()
  await postgres.kill()
  const metricsPort = String((await freePorts(1))[0])
  const programs = await Promise.all([
    start({ DATABASE_URL }),
    start({
      DATABASE_URL,
      DATA_DIR: join(folder, 'worker'),
      ROLE: 'worker',
      METRICS_PORT: metricsPort,
    }),
  ])
  const [all, worker] = programs as [Program, Program]
  const statusOf = async (url: string, accept = '*/*') => {
    const response = await fetch(url, { headers: { accept } }).catch(() => null)
    return response && [response.status, response.headers.get('retry-after')]
  }
  const workerUrl = `http://127.0.0.1:${metricsPort}`
  for (const url of [all.url, all.publicUrl, workerUrl]) {
    await expect.poll(() => statusOf(`${url}/healthz`), SOON).toEqual([200, null])
    expect((await statusOf(`${url}/readyz`))?.[0], url).toBe(503)
  }
  expect(await statusOf(`${all.url}/`, 'text/html'), 'a page that is opened').toEqual([503, '5'])
  expect(await statusOf(`${all.publicUrl}/MENU2026`), 'a code that is scanned').toEqual([503, '5'])
  expect(all.said()).toMatch(/waiting for PostgreSQL/)

  await postgres.start()
  await Promise.all(programs.map(({ ready }) => ready))
  for (const url of [all.url, all.publicUrl, workerUrl])
    expect((await statusOf(`${url}/readyz`))?.[0]).toBe(200)
  await all.kill('SIGTERM')
  expect(await all.ended).toBe(0)

  await postgres.kill()
  await worker.kill('SIGKILL')
  const waiting = await start({ DATABASE_URL })
  await expect.poll(() => statusOf(`${waiting.url}/healthz`), SOON).toEqual([200, null])
  await waiting.kill('SIGTERM')
  expect(await waiting.ended, 'stopped while it waits').toBe(0)
  await postgres.start()
})

test.each([
  [
    'a wrong password',
    () => Object.assign(new URL(postgres.url), { password: 'wrong' }),
    /^DATABASE_URL: .* refuses this user or password/,
  ],
  [
    'no such database',
    () => Object.assign(new URL(postgres.url), { pathname: 'none' }),
    /^DATABASE_URL: .* has no such database/,
  ],
])('DATABASE_URL where %s ends with one sentence and leaves nothing', async (_, address, sentence) => {
  const program = await start({ DATABASE_URL: address().href })
  await expectRefused(program, sentence)
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('a DATA_DIR that cannot be written ends with one sentence', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await expectRefused(
    await start({ DATA_DIR: join(file, 'data') }),
    /^DATA_DIR=.* cannot be written \(ENOTDIR\)/,
  )
})

test('data of another PostgreSQL ends with one sentence that says how to move it', async () => {
  mkdirSync(join(folder, 'data', 'postgres'), { recursive: true })
  writeFileSync(join(folder, 'data', 'postgres', 'PG_VERSION'), '17\n')
  writeFileSync(join(folder, 'data', 'postgres.json'), '{"pglite":"0.3.15","postgresMajor":17}')
  await expectRefused(await start({}), /PostgreSQL 17 \(PGlite 0.3.15\).*npm run db:dump.*npm run db:restore/)
})
