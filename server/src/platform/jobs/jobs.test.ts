import PgBoss from 'pg-boss'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database'
import { createLog } from '../logging'
import { startJobs } from '.'
import { bossDatabase } from './boss-database'

const storage = testDatabase()
const log = createLog('silent')

/** A job that is waited for. */
function watchedJob(name: string) {
  let rounds = 0
  let done = () => {}
  const first = new Promise<void>((resolve) => {
    done = resolve
  })
  const run = async () => {
    rounds++
    done()
  }
  return { job: { name, everySeconds: 3600, run }, first, rounds: () => rounds }
}

test('a job is done once by all processes together, and asked for again', async () => {
  const database = storage.database()
  const watched = watchedJob('one-of-two')
  const first = await startJobs({ database, log }, [watched.job])
  await watched.first
  const second = await startJobs({ database, log }, [watched.job])
  await Promise.all([first.close(), second.close()])
  const boss = new PgBoss({ db: bossDatabase(database), migrate: false, schedule: false, supervise: false })
  expect(watched.rounds()).toBe(1)
  expect(await boss.getQueueSize('one-of-two')).toBe(1)
  const later = await startJobs({ database, log }, [watched.job])
  await later.close()
  expect(watched.rounds()).toBe(1)
  expect(await boss.getQueueSize('one-of-two')).toBe(1)
})

test('a job that fails is asked for again', async () => {
  const database = storage.database()
  const watched = watchedJob('failing')
  const run = () => watched.job.run().then(() => Promise.reject(new Error('no')))
  const started = await startJobs({ database, log }, [{ ...watched.job, run }])
  await watched.first
  await started.close()
  const boss = new PgBoss({ db: bossDatabase(database), migrate: false, schedule: false, supervise: false })
  expect(await boss.getQueueSize('failing')).toBe(1)
})

test('the upkeep of the queue runs on this engine', async () => {
  const boss = new PgBoss({ db: bossDatabase(storage.database()), migrate: false, schedule: false })
  await expect(boss.maintain()).resolves.toMatchObject({ ms: expect.any(Number) })
})
