import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { ask } from '../harness/ask'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-failover-'))
let primary: OwnPostgres
let standby: OwnPostgres
let program: Program

beforeAll(async () => {
  const started = await startPostgres({ settings: ['fsync=off'] })
  primary = started
  standby = await started.follow()
  // A commit is acknowledged when the standby has it: without that a failover loses the last ones.
  await ask(primary, `alter system set synchronous_standby_names = '*'`)
  await ask(primary, 'select pg_reload_conf()')
  const both = `${new URL(primary.url).host},${new URL(standby.url).host}`
  const url = primary.url.replace(new URL(primary.url).host, both)
  program = await startProgram({
    DATABASE_URL: `${url}?target_session_attrs=read-write`,
    DATA_DIR: folder,
    BILLING: 'off',
  })
  await program.ready
})
afterAll(async () => {
  await killPrograms()
  await standby?.stop()
  await primary?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const readiness = async () => (await fetch(`${program.url}/readyz`)).status

test('when the primary dies, redirects go on, and the promoted standby takes the writes and every scan', async () => {
  const replication = () => ask(primary, 'select sync_state from pg_stat_replication')
  await expect.poll(replication).toEqual({ sync_state: 'sync' })
  const person = await Person.register(program.url)
  const id = await person.createCode(program.url, 'https://example.com/')
  const code = () =>
    person.get<{ dynamicId: string; scanCounter: number }>(program.url, `qrcode/user-codes/${id}`)
  const { dynamicId } = await code()
  let answered = 0
  const scan = async () => {
    const options = { redirect: 'manual', headers: { 'user-agent': PHONE } } as const
    const { status } = await fetch(`${program.publicUrl}/${dynamicId}`, options)
    expect(status).toBe(302)
    answered++
  }
  // The notification of the creation, which empties the cached target, arrives among them.
  for (let scans = 0; scans < 200; scans++) await scan()
  await primary.kill()
  await scan()
  await expect.poll(readiness).toBe(503)
  expect(await ask(standby, 'select pg_is_in_recovery() as is_standby')).toEqual({ is_standby: true })
  await scan()

  await ask(standby, 'select pg_promote()')
  await expect.poll(readiness).toBe(200)
  await person.changeCode(program.url, id, {
    codeContent: JSON.stringify({ content: 'https://example.com/after' }),
  })
  const target = async () =>
    (await fetch(`${program.publicUrl}/${dynamicId}`, { method: 'HEAD', redirect: 'manual' })).headers.get(
      'location',
    )
  // Notifications arrive from the new primary.
  await expect.poll(target).toBe('https://example.com/after')
  await scan()
  await expect.poll(async () => (await code()).scanCounter).toBe(answered)
  expect(program.said()).toMatch(/notifications of PostgreSQL do not arrive/)
})

test('a server that turned read-only is not ready, and is again once it can be written', async () => {
  const makeReadOnly = async (value: 'on' | 'off') => {
    await ask(standby, `alter system set default_transaction_read_only = ${value}`)
    await ask(standby, 'select pg_reload_conf()')
  }
  expect(await readiness()).toBe(200)
  await makeReadOnly('on')
  await expect.poll(readiness).toBe(503)
  await makeReadOnly('off')
  await expect.poll(readiness).toBe(200)
})
