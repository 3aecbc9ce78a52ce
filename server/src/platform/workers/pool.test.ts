import { threadId } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '../app-error'
import { openWorkerPool, type PoolLimits, type WorkerPool } from './pool'

const TIME_MS = 20_000

let pool: WorkerPool

const open = (limits?: PoolLimits) => {
  pool = openWorkerPool(new URL('./testing.mjs', import.meta.url), limits)
  return pool
}
afterEach(() => pool.close())

test('a task runs in another thread and answers', async () => {
  const answer = await open().run<{ doubled: number; threadId: number }>('double', 21, TIME_MS)
  expect(answer.doubled).toBe(42)
  expect(answer.threadId).not.toBe(threadId)
})

test('what a task refuses is refused here, with its fields', async () => {
  const refused = await open()
    .run('refuse', null, TIME_MS)
    .catch((error) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ code: 'ValidationError', fields: { size: 'size-too-small' } })
})

test('a bug of a task is thrown as what it is', async () => {
  await expect(open().run('fail', null, TIME_MS)).rejects.toThrow('a bug')
})

test('a task without end is ended with its thread, and the next one runs', async () => {
  open({ threads: 1 })
  await expect(pool.run('spin', null, 200)).rejects.toMatchObject({ code: 'ServiceUnavailable' })
  expect(await pool.run('double', 1, TIME_MS)).toMatchObject({ doubled: 2 })
})

test('a task that takes too much memory is ended, and the next one runs', async () => {
  open({ threads: 1, heapLimitMb: 32 })
  await expect(pool.run('hoard', null, TIME_MS)).rejects.toMatchObject({ code: 'ServiceUnavailable' })
  expect(await pool.run('double', 1, TIME_MS)).toMatchObject({ doubled: 2 })
})

test('what comes when too much waits is refused at once', async () => {
  open({ threads: 1, longestQueue: 2 })
  const gate = new SharedArrayBuffer(4)
  const runs = Array.from({ length: 10 }, () =>
    pool.run('wait', gate, TIME_MS).catch((error: AppError) => error.code),
  )
  const first = await Promise.race(runs)
  expect(first).toBe('ServiceUnavailable')
  const lock = new Int32Array(gate)
  Atomics.store(lock, 0, 1)
  Atomics.notify(lock, 0)
  const answers = await Promise.all(runs)
  expect(answers.filter((answer) => answer === 'awake').length).toBeGreaterThanOrEqual(2)
  expect(answers.filter((answer) => answer === 'ServiceUnavailable').length).toBeGreaterThanOrEqual(7)
})

test('a closed pool ends what runs and takes nothing more', async () => {
  open()
  const running = pool.run('spin', null, TIME_MS).catch((error: AppError) => error.code)
  await pool.run('double', 1, TIME_MS)
  await pool.close()
  expect(await running).toBe('ServiceUnavailable')
  await expect(pool.run('double', 1, TIME_MS)).rejects.toMatchObject({ code: 'ServiceUnavailable' })
})
