import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database'
import { query } from '../db/database'
import { databaseNow } from '../db/database-now'
import { requestRun, startJobs } from '../jobs'
import { createLog } from '../logging'
import { confirmClock, earliestNow, lastDoubt, TRUSTED_NOW, TrustedClock, trustedTime } from '.'

const storage = testDatabase()
const PATIENCE = { timeout: 20_000 }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A worker on a machine whose clock is this wrong, with a job that cannot be undone and one that can. */
async function startWorker(wrongByMs = 0) {
  const database = storage.database()
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', undefined, { write: (line) => lines.push(JSON.parse(line)) })
  const clock = new TrustedClock(() => Date.now() + wrongByMs)
  const following = await clock.follow(database, { log, isWatching: true })
  const done: string[] = []
  const job = (name: string) => ({
    name,
    everySeconds: 3600,
    run: async () => {
      done.push(name)
    },
  })
  const jobs = await startJobs({ database, clock, guard: clock, log }, [
    { ...job('erasing'), irreversible: async () => ({ accounts: 3 }) },
    job('harmless'),
  ])
  await vi.waitUntil(() => done.includes('harmless'), PATIENCE)
  await vi.waitUntil(async () => (await endedRuns()).length === 2, PATIENCE)
  return {
    clock,
    done,
    lines,
    run: (name: string) => requestRun(database.db, name),
    async close() {
      await jobs.close()
      await following.close()
    },
  }
}

const endedRuns = () =>
  query(storage.database().db, sql`select name from job_rounds where ended_at is not null`)

/** As if the database's clock had leapt ahead by an interval, or the server had been off for it. */
const leap = (by: string) =>
  storage.database().db.execute(sql`
    update trusted_clock set trusted_at = trusted_at - ${by}::interval, seen_at = seen_at - ${by}::interval,
      steady_from = steady_from - ${by}::interval`)

/** An installation that runs: its clock has been looked at. */
async function running(): Promise<void> {
  const worker = await startWorker()
  expect(worker.done.toSorted()).toEqual(['erasing', 'harmless'])
  expect(worker.lines).toEqual([])
  await worker.close()
  await storage.database().db.execute(sql`update job_rounds set due_at = now()`)
}

test.each([
  ['40 days', 40 * DAY_MS],
  ['-40 days', -40 * DAY_MS],
])('a clock that leapt by %s does nothing irreversible, says so once, and is confirmed', async (by, ms) => {
  await running()
  await leap(by)
  const worker = await startWorker()
  const database = storage.database()
  expect(worker.done).toEqual(['harmless'])
  await worker.run('erasing')
  await vi.waitUntil(async () => (await endedRuns()).length === 2, PATIENCE)
  expect(worker.lines).toEqual([
    expect.objectContaining({
      msg: 'a job waits until the clock is trusted: it leapt, or the server was off',
      job: 'erasing',
      due: { accounts: 3 },
    }),
  ])
  const seconds = Number(worker.lines[0]?.['seconds'])
  expect(Math.abs(seconds - ms / 1000)).toBeLessThan(600)
  expect(await lastDoubt(database)).toBeGreaterThan(39 * 86_400)

  const confirmedAt = await confirmClock(database)
  expect(Math.abs(confirmedAt.getTime() - (await databaseNow(database)))).toBeLessThan(HOUR_MS)
  expect(await lastDoubt(database)).toBe(0)
  await worker.run('erasing')
  await vi.waitUntil(() => worker.done.includes('erasing'), PATIENCE)
  await worker.close()
})

test.each([40 * DAY_MS, -40 * DAY_MS, 120_000])(
  'the wrong clock of a worker alone, by %i ms, dates nothing and does nothing irreversible',
  async (wrongByMs) => {
    await running()
    const worker = await startWorker(wrongByMs)
    const database = storage.database()
    expect(Math.abs(worker.clock.now().getTime() - (await databaseNow(database)))).toBeLessThan(60_000)
    expect(worker.done).toEqual(['harmless'])
    expect(worker.lines).toMatchObject([
      { msg: 'a job waits: the clocks of the database and of this machine differ', job: 'erasing' },
    ])
    expect(await lastDoubt(database)).toBe(0)
    await worker.close()
  },
)

test('what goes by its age goes by trusted time, not by a clock that leapt', async () => {
  await running()
  const database = storage.database()
  const now = await databaseNow(database)
  await leap('40 days')
  const [row] = await query<{ seconds: number }>(
    database.db,
    sql`select extract(epoch from now() - ${TRUSTED_NOW})::float8 as seconds`,
  )
  expect(row?.seconds).toBeGreaterThan(39 * 86_400)
  const clock = { now: () => new Date(now) }
  expect((await earliestNow(database, clock)).getTime()).toBeLessThan(now - 39 * DAY_MS)
  expect((await trustedTime(database.db, new Date(now - 50 * DAY_MS))).getTime()).toBe(now - 50 * DAY_MS)
})

test('jobs that were planned by a clock that was ahead are due again', async () => {
  const worker = await startWorker()
  await worker.close()
  const { db } = storage.database()
  await db.execute(sql`
    update job_rounds set due_at = now() + interval '40 days', lease_until = now() + interval '40 days'`)
  const later = await startWorker()
  expect(later.done.toSorted()).toEqual(['erasing', 'harmless'])
  await later.close()
})
