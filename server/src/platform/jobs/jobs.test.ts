import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { TRUSTING } from '../../testing/clock'
import { testDatabase } from '../../testing/database'
import { AppError } from '../app-error'
import { systemClock } from '../clock'
import { type Database, query } from '../db/database'
import { createLog } from '../logging'
import { requestRun, startJobs } from '.'
import { claimDueJobs, recordRunEnd, registerJobs } from './job-runs-repository'

const storage = testDatabase()
/** On a machine that has much else to do. */
const PATIENCE = { timeout: 20_000 }
const log = createLog('silent')
const GIVEN = { clock: systemClock, guard: TRUSTING }

/** A job that is waited for. */
function watchedJob(name: string) {
  let runs = 0
  let done = () => {}
  const first = new Promise<void>((resolve) => {
    done = resolve
  })
  const run = async () => {
    runs++
    done()
  }
  return { job: { name, everySeconds: 3600, run }, first, rounds: () => runs }
}

/** A database that is away when `isAway` says so. */
function cuttable(database: Database, isAway: () => boolean): Database {
  const db = new Proxy(database.db, {
    get(target, name, receiver) {
      if (isAway()) throw new AppError('ServiceUnavailable')
      return Reflect.get(target, name, receiver)
    },
  })
  return { ...database, db }
}

/** In how many seconds a job is due again, by the database's clock. */
async function dueIn(name: string): Promise<number> {
  const [row] = await query<{ seconds: number }>(
    storage.database().db,
    sql`select extract(epoch from due_at - now())::float8 as seconds from job_rounds where name = ${name}`,
  )
  return row?.seconds ?? Number.NaN
}

test('a job is done once by all processes together, and again when its time has come', async () => {
  const database = storage.database()
  const watched = watchedJob('one-of-two')
  const first = await startJobs({ database, ...GIVEN, log }, [watched.job])
  await watched.first
  const second = await startJobs({ database, ...GIVEN, log }, [watched.job])
  await Promise.all([first.close(), second.close()])
  const later = await startJobs({ database, ...GIVEN, log }, [watched.job])
  await later.close()
  expect(watched.rounds()).toBe(1)
  expect(await dueIn('one-of-two')).toBeGreaterThan(3000)
  await database.db.execute(sql`update job_rounds set due_at = now()`)
  const last = await startJobs({ database, ...GIVEN, log }, [watched.job])
  await vi.waitUntil(() => watched.rounds() === 2, PATIENCE)
  await last.close()
})

test('a job that fails is due again like one that is done', async () => {
  const database = storage.database()
  const watched = watchedJob('failing')
  const run = () => watched.job.run().then(() => Promise.reject(new Error('no')))
  const started = await startJobs({ database, ...GIVEN, log }, [{ ...watched.job, run }])
  await watched.first
  await started.close()
  expect(await dueIn('failing')).toBeGreaterThan(3000)
  const rows = await query(storage.database().db, sql`select failures, lease_until from job_rounds`)
  expect(rows).toEqual([{ failures: 1, lease_until: null }])
})

test('of twenty that ask at once one gets a job; the next when it has ended, or its process is long silent', async () => {
  const { db } = storage.database()
  const job = { name: 'leased', everySeconds: 0 }
  await registerJobs(db, [job], new Date())
  const startedAt = new Date('2026-03-01T00:00:00.001Z')
  const claim = async (at = startedAt) => (await claimDueJobs(db, [job], at)).size
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim()))
  expect(claims.reduce((sum, size) => sum + size)).toBe(1)
  await db.execute(sql`update job_rounds set lease_until = now()`)
  const takenOverAt = new Date('2026-03-01T00:02:00.000Z')
  expect(await claim(takenOverAt)).toBe(1)
  await recordRunEnd(db, { name: 'leased', startedAt }, new Date(), true)
  expect(await claim(), 'the end of a run that was taken over ends nothing').toBe(0)
  await recordRunEnd(db, { name: 'leased', startedAt: takenOverAt }, new Date(), true)
  expect(await claim()).toBe(1)
})

test('a database that goes away while a job is done ends neither the process nor the rounds of the job', async () => {
  const database = storage.database()
  const failing = createLog('silent')
  const warned = vi.spyOn(failing, 'warn')
  let isAway = false
  const cut = cuttable(database, () => isAway)
  const watched = watchedJob('cut-off')
  const run = async () => {
    await watched.job.run()
    isAway = watched.rounds() === 1
  }
  const dependencies = { database: cut, ...GIVEN, log: failing }
  const started = await startJobs(dependencies, [{ ...watched.job, run }])
  await vi.waitUntil(() => warned.mock.calls.length > 0, PATIENCE)
  isAway = false
  await requestRun(database.db, 'cut-off')
  await vi.waitUntil(() => watched.rounds() === 2, PATIENCE)
  await started.close()
})

test('a database that goes away at any step of the start leaves nothing begun, and the next start does the job', async () => {
  const database = storage.database()
  const watched = watchedJob('begun-again')
  let refused = 0
  for (let steps = 0; ; steps++) {
    let asked = 0
    const cut = cuttable(database, () => asked++ >= steps && watched.rounds() === 0)
    const dependencies = { database: cut, ...GIVEN, log }
    const started = await startJobs(dependencies, [watched.job]).catch((error: AppError) => error)
    if (started instanceof Error) {
      expect(started).toMatchObject({ code: 'ServiceUnavailable' })
      expect(watched.rounds()).toBe(0)
      refused++
      continue
    }
    asked = Number.NEGATIVE_INFINITY
    await requestRun(database.db, 'begun-again')
    await watched.first
    await started.close()
    break
  }
  expect(refused).toBeGreaterThan(3)
  expect(watched.rounds()).toBe(1)
})
