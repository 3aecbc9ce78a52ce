import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { killPrograms, startProgram } from '../harness/program'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-pooler-'))
let postgres: OwnPostgres
let pooler: ChildProcess | null = null

beforeAll(async () => {
  chmodSync(folder, 0o755)
  postgres = await startPostgres({ settings: ['fsync=off'] })
})
afterEach(async () => {
  await killPrograms()
  if (!pooler) return
  const ended = once(pooler, 'exit')
  pooler.kill('SIGKILL')
  await ended
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The address of a PgBouncer before the database. */
async function startPooler(mode: 'session' | 'transaction'): Promise<string> {
  const [port] = await freePorts(1)
  const { username, password, hostname, port: serverPort, pathname } = new URL(postgres.url)
  writeFileSync(join(folder, 'users'), `"${username}" "${password}"`)
  writeFileSync(
    join(folder, 'pooler.ini'),
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
`,
  )
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  pooler = spawn('pgbouncer', [...asUser, join(folder, 'pooler.ini')], { stdio: 'ignore' })
  const url = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
  await expect.poll(() => connects(url)).toBe(true)
  return url
}

async function connects(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  const isThere = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end()
  return isThere
}

test('a pooler in session mode serves the program, one in transaction mode is refused by its name', async () => {
  const session = await startProgram({
    DATABASE_URL: await startPooler('session'),
    DATA_DIR: join(folder, 'session'),
  })
  await session.ready
  await session.kill('SIGKILL')
  pooler?.kill('SIGKILL')

  const transaction = await startProgram({
    DATABASE_URL: await startPooler('transaction'),
    DATA_DIR: join(folder, 'transaction'),
  })
  expect(await transaction.ended).toBe(1)
  expect(transaction.complaint()).toMatch(
    /^DATABASE_URL: PostgreSQL at .* delivers no notifications, as behind a connection pooler in transaction mode/,
  )
})
