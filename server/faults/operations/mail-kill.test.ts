import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { openMailServer } from '../../src/testing/services/mail-server'
import { killPoints } from '../harness/kill-points'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

const killPoint = killPoints('mail-kill')

const MAILS = 10_000
const KILLS = 20
/** Connections of a sender at a time. */
const REPEATS_PER_KILL = 5

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-mail-kill-'))
})
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

test('no mail is lost by two workers that are killed while they send, and few are sent twice', async () => {
  const postgres = await startPostgres()
  const server = await openMailServer()
  const settings = {
    ...server.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    SETUP_TOKEN: 'set-up-token-of-the-tests',
  }
  const web = await startProgram({ ...settings, ROLE: 'web' })
  await web.ready
  await Person.register(web.url)
  const client = new pg.Client(postgres.url)
  await client.connect()
  const startWorker = (name: string) =>
    startProgram({ ...settings, ROLE: 'worker', DATA_DIR: join(folder, name) })
  try {
    await client.query(
      `insert into mail_outbox (dedupe_key, kind, user_id, "values")
        select 'mail-' || number, 'password-changed', users.id, '{}' from users, generate_series(1, $1) as number`,
      [MAILS],
    )
    const workers = [await startWorker('a'), await startWorker('b')]
    for (let kill = 0; kill < KILLS; kill++) {
      await server.count(Math.min(MAILS - 1, server.arrived.length + killPoint(1, MAILS / KILLS / 2)))
      const which = kill % workers.length
      await workers[which]?.kill('SIGKILL')
      workers[which] = await startWorker(which === 0 ? 'a' : 'b')
    }
    const left = async () =>
      Number((await client.query(`select count(*) from mail_outbox where status <> 'sent'`)).rows[0].count)
    await expect
      .poll(
        async () => {
          // Leases of the killed end after minutes: once nothing but leases is left, they are ended here.
          const due = await client.query(
            `select 1 from mail_outbox where status = 'waiting' and next_at <= now() limit 1`,
          )
          if (due.rowCount === 0)
            await client.query(
              `update mail_outbox set next_at = now() where status = 'waiting' and next_at < now() + interval '100 seconds'`,
            )
          return left()
        },
        { timeout: 500_000, interval: 1000 },
      )
      .toBe(0)
    const ids = server.arrived.map(({ messageId }) => messageId)
    console.info(`mail-kill: ${MAILS} mails, ${KILLS} kills, ${ids.length - new Set(ids).size} sent twice`)
    // With the one that the registration queued.
    expect(new Set(ids).size).toBe(MAILS + 1)
    expect(ids.length).toBeLessThanOrEqual(MAILS + 1 + KILLS * REPEATS_PER_KILL)
  } finally {
    await client.end()
    await killPrograms()
    await server.close()
    await postgres.stop()
  }
})
