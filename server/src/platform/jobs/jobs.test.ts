import PgBoss from 'pg-boss'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database'
import { AppError } from '../app-error'
import { systemClock } from '../clock'
import type { Database } from '../db/database'
import { createLog } from '../logging'
import { requestRun, startJobs } from '.'
import { bossDatabase } from './boss-database'

const storage = testDatabase()
/** On a machine that has much else to do. */
const PATIENCE = { timeout: 20_000 }
const log = createLog('silent')

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

test('a job is done once by all processes together, and asked for again', async () => {
  const database = storage.database()
  const watched = watchedJob('one-of-two')
  const first = await startJobs({ database, clock: systemClock, log }, [watched.job])
  await watched.first
  const second = await startJobs({ database, clock: systemClock, log }, [watched.job])
  await Promise.all([first.close(), second.close()])
  const boss = new PgBoss({ db: bossDatabase(database), migrate: false, schedule: false, supervise: false })
  expect(watched.rounds()).toBe(1)
  expect(await boss.getQueueSize('one-of-two')).toBe(1)
  const later = await startJobs({ database, clock: systemClock, log }, [watched.job])
  await later.close()
  expect(watched.rounds()).toBe(1)
  expect(await boss.getQueueSize('one-of-two')).toBe(1)
})

test('a job that fails is asked for again', async () => {
  const database = storage.database()
  const watched = watchedJob('failing')
  const run = () => watched.job.run().then(() => Promise.reject(new Error('no')))
  const started = await startJobs({ database, clock: systemClock, log }, [{ ...watched.job, run }])
  await watched.first
  await started.close()
  const boss = new PgBoss({ db: bossDatabase(database), migrate: false, schedule: false, supervise: false })
  expect(await boss.getQueueSize('failing')).toBe(1)
})

test('a database that goes away while a job is done ends neither the process nor the runs of the job', async () => {
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
  const dependencies = { database: cut, clock: systemClock, log: failing }
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
    const dependencies = { database: cut, clock: systemClock, log }
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

test('the maintenance of the queue runs on this engine', async () => {
  const boss = new PgBoss({ db: bossDatabase(storage.database()), migrate: false, schedule: false })
  await expect(boss.maintain()).resolves.toMatchObject({ ms: expect.any(Number) })
})
