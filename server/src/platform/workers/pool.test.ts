import { createServer, type Socket } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../app-error'
import { openWorkerPool, type PoolLimits, type WorkerPool } from './pool'
import { TaskLimitError } from './worker-process'

const TIME_MS = 60_000

let pool: WorkerPool

const open = (limits?: PoolLimits) => {
  pool = openWorkerPool(new URL('./testing-worker.ts', import.meta.url), limits)
  return pool
}
afterEach(() => pool.close())

test('a task runs in another process and answers', async () => {
  const answer = await open().run<{ doubled: number; pid: number }>('double', 21, TIME_MS)
  expect(answer.doubled).toBe(42)
  expect(answer.pid).not.toBe(process.pid)
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

test('a module that does not start says why', async () => {
  pool = openWorkerPool(new URL('./nowhere.js', import.meta.url))
  await expect(pool.run('double', 1, TIME_MS)).rejects.toThrow(/did not start.*nowhere\.js/s)
})

test('a process knows no setting of the program', async () => {
  process.env['SETUP_TOKEN'] = 'secret'
  expect(await open().run('environment', null, TIME_MS)).not.toContain('SETUP_TOKEN')
})

test('a text never becomes code', async () => {
  await expect(open().run('compile', null, TIME_MS)).rejects.toThrow(
    /Code generation from strings disallowed/,
  )
})

test('a process that has been idle for too long takes no task while it ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  open({ processes: 1 })
  const first = await pool.run<{ pid: number }>('double', 1, TIME_MS)
  vi.advanceTimersByTime(20_000)
  const second = await pool.run<{ pid: number }>('double', 2, TIME_MS)
  expect(second.pid).not.toBe(first.pid)
})

test('a task without end is ended after the time, and the next one runs', async () => {
  open({ processes: 1 })
  await pool.run('double', 1, TIME_MS)
  await expect(pool.run('spin', null, 200)).rejects.toMatchObject({ code: 'ServiceUnavailable' })
  expect(await pool.run('double', 1, TIME_MS)).toMatchObject({ doubled: 2 })
})

test('who waits is refused when no process can be started, and the next task runs', async () => {
  open({ processes: 1 })
  await pool.run('double', 1, TIME_MS)
  const running = pool.run('spin', null, 200)
  const waiting = pool.run('double', 2, TIME_MS)
  // More than the system takes for a variable of a process.
  vi.stubEnv('TMPDIR', 'x'.repeat(200_000))
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(running).rejects.toMatchObject({ code: 'ServiceUnavailable' })
  await expect(waiting).rejects.toThrow('E2BIG')
  vi.unstubAllEnvs()
  expect(await pool.run('double', 3, TIME_MS)).toMatchObject({ doubled: 6 })
})

test.each([
  ['processor time', 'spin', { cpuMs: 200 }],
  ['memory for objects', 'hoardObjects', { memoryMb: 128 }],
  ['memory for bytes', 'hoardBytes', { memoryMb: 128 }],
])('a task that takes too much %s is ended alone, and the next one runs', async (_name, task, limits) => {
  open({ processes: 1, ...limits })
  await expect(pool.run(task, null, TIME_MS)).rejects.toMatchObject({
    code: 'ServiceUnavailable',
    cause: expect.any(TaskLimitError),
  })
  expect(await pool.run('double', 1, TIME_MS)).toMatchObject({ doubled: 2 })
})

test('what comes when too much waits is refused at once', async () => {
  open({ processes: 1, maxQueue: 2 })
  const waiting: Socket[] = []
  let isOpen = false
  const gate = createServer((socket) => (isOpen ? socket.end() : waiting.push(socket))).listen(0, '127.0.0.1')
  await new Promise((resolve) => gate.once('listening', resolve))
  const { port } = gate.address() as { port: number }
  const runs = Array.from({ length: 10 }, () =>
    pool.run('wait', port, TIME_MS).catch((error: AppError) => error.code),
  )
  expect(await Promise.race(runs)).toBe('ServiceUnavailable')
  isOpen = true
  for (const socket of waiting) socket.end()
  const answers = await Promise.all(runs)
  gate.close()
  expect(answers.filter((answer) => answer === 'awake')).toHaveLength(3)
  expect(answers.filter((answer) => answer === 'ServiceUnavailable')).toHaveLength(7)
})

test('a closed pool ends what runs and takes nothing more', async () => {
  open()
  const running = pool.run('spin', null, TIME_MS).catch((error: AppError) => error.code)
  await pool.run('double', 1, TIME_MS)
  await pool.close()
  expect(await running).toBe('ServiceUnavailable')
  await expect(pool.run('double', 1, TIME_MS)).rejects.toMatchObject({ code: 'ServiceUnavailable' })
})
