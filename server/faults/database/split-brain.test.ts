import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { ask } from '../harness/ask'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-split-brain-'))
let old: OwnPostgres
let successor: OwnPostgres
let both: string

/** The standby is promoted while the primary is away, which comes back as if nothing had happened. */
beforeAll(async () => {
  const started = await startPostgres({ settings: ['fsync=off'] })
  old = started
  const program = await startProgram({
    DATABASE_URL: old.url,
    DATA_DIR: join(folder, 'first'),
    BILLING: 'off',
  })
  await program.ready
  await program.kill('SIGTERM')
  successor = await started.follow()
  const { host } = new URL(old.url)
  both = old.url.replace(host, `${host},${new URL(successor.url).host}`)
  await old.kill()
  await ask(successor, 'select pg_promote()')
  await old.start()
})
afterEach(killPrograms)
afterAll(async () => {
  await successor?.stop()
  await old?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const usersOf = async (server: OwnPostgres) =>
  (await ask<{ count: number }>(server, 'select count(*)::int as count from users')).count

/** Starts with these hosts, the old primary first. */
async function startWith(DATABASE_URL: string, name: string, settings = {}): Promise<Program> {
  return startProgram({ DATABASE_URL, DATA_DIR: join(folder, name), BILLING: 'off', ...settings })
}

test('of two primaries a new program writes to the one that replaced the other', async () => {
  expect(await ask(old, 'select pg_is_in_recovery() as is_standby')).toEqual({ is_standby: false })
  const before = [await usersOf(old), await usersOf(successor)]
  const program = await startWith(both, 'new')
  await program.ready
  await Person.register(program.url)
  expect([await usersOf(old), await usersOf(successor)]).toEqual([before[0], (before[1] ?? 0) + 1])
  const seen = JSON.parse(readFileSync(join(folder, 'new/database-timeline.json'), 'utf8'))
  expect(seen).toEqual({ system: expect.stringMatching(/^\d+$/), timeline: 2 })
})

test('a program that has seen the successor refuses the old primary alone, says so, and starts once it may', async () => {
  const program = await startWith(both, 'knowing')
  await program.ready
  await program.kill('SIGTERM')
  const before = await usersOf(old)

  const [metricsPort] = await freePorts(1)
  const refused = await startWith(old.url, 'knowing', { METRICS_PORT: String(metricsPort) })
  await expect.poll(refused.said, { timeout: 60_000 }).toMatch(/is on timeline 1, and was replaced by/)
  expect(refused.said()).toMatch(/a PostgreSQL that was replaced takes writes again/)
  expect((await fetch(`${refused.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${refused.url}/healthz`)).status).toBe(200)
  expect(await usersOf(old)).toBe(before)
  // The operator goes back to it for good.
  rmSync(join(folder, 'knowing/database-timeline.json'))
  await refused.kill('SIGTERM')
  const accepted = await startWith(old.url, 'knowing')
  await accepted.ready
})

test('a running program that loses the successor does not go back to the old primary, and counts what it refused', async () => {
  const [metricsPort] = await freePorts(1)
  const program = await startWith(both, 'running', { METRICS_PORT: String(metricsPort) })
  await program.ready
  const before = await usersOf(old)
  await successor.kill()
  const refusals = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return Number(/^scanleaf_database_replaced_primary_total (\d+)$/m.exec(text)?.[1])
  }
  await expect.poll(refusals, { timeout: 60_000 }).toBeGreaterThan(0)
  await expect(Person.register(program.url)).rejects.toThrow()
  expect((await fetch(`${program.url}/readyz`)).status).toBe(503)
  expect(await usersOf(old)).toBe(before)
  await successor.start()
  const readiness = async () => (await fetch(`${program.url}/readyz`)).status
  await expect.poll(readiness, { timeout: 60_000 }).toBe(200)
  await Person.register(program.url)
  expect(await usersOf(old)).toBe(before)
})
