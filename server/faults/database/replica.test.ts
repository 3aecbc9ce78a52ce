import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36'
const SOON = { timeout: 60_000, interval: 100 }

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-replica-'))
let primary: OwnPostgres
let replica: OwnPostgres
let program: Program

beforeAll(async () => {
  const started = await startPostgres({ settings: ['fsync=off'] })
  primary = started
  replica = await started.follow()
  program = await startProgram({
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
    DATA_DIR: folder,
    BILLING: 'off',
    LOG_LEVEL: 'fatal',
  })
  await program.ready
}, 60_000)
afterAll(async () => {
  await killPrograms()
  await replica?.stop()
  await primary?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Stops replication from now on, but not within a transaction whose table locks would block readers. */
async function freezeReplica(): Promise<void> {
  const client = new pg.Client({ connectionString: replica.url })
  await client.connect()
  const isTrue = async (condition: string) =>
    (await client.query(`select ${condition} as is_true`)).rows[0].is_true === true
  await expect
    .poll(async () => {
      await client.query('select pg_wal_replay_pause()')
      await expect.poll(() => isTrue(`pg_get_wal_replay_pause_state() = 'paused'`), SOON).toBe(true)
      const isFree = await isTrue(`not exists (
        select from pg_locks where mode = 'AccessExclusiveLock' and pid = (
          select pid from pg_stat_activity where backend_type = 'startup'))`)
      if (!isFree) await client.query('select pg_wal_replay_resume()')
      return isFree
    }, SOON)
    .toBe(true)
  await client.end()
}

test('charts and exports read the replica, the list does not; without the replica everything is answered', async () => {
  const person = await Person.register(program.url)
  const id = await person.createCode(program.url, 'https://shop.example/')
  const code = () =>
    person.get<{ dynamicId: string; scanCounter: number }>(program.url, `qrcode/user-codes/${id}`)
  const { dynamicId } = await code()
  const scan = async (times: number) => {
    for (let time = 0; time < times; time++) {
      const options = { redirect: 'manual', headers: { 'user-agent': PHONE } } as const
      expect((await fetch(`${program.publicUrl}/${dynamicId}`, options)).status).toBe(302)
    }
  }
  const counted = async () => (await code()).scanCounter
  const charted = async () =>
    (await person.get<{ scans: number }>(program.url, `qrcode/user-codes/${id}/scans`)).scans
  const exported = async () => {
    const headers = { authorization: `Bearer ${person.token}` }
    const reply = await fetch(`${program.url}/gateway/api/qrcode/user-codes/${id}/scans.csv`, { headers })
    return (await reply.text()).trimEnd().split('\n').length - 1
  }

  await scan(3)
  await expect.poll(charted, SOON).toBe(3)
  await freezeReplica()
  await scan(2)
  await expect.poll(counted, SOON).toBe(5)
  expect(await charted()).toBe(3)
  expect(await exported()).toBe(3)

  await replica.kill()
  expect(await charted()).toBe(5)
  expect(await exported()).toBe(5)

  await replica.start()
  await freezeReplica()
  await scan(1)
  await expect.poll(counted, SOON).toBe(6)
  await expect.poll(charted, SOON).toBe(5)
}, 180_000)
