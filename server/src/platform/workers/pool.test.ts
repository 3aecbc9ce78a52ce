import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { getPriority } from 'node:os'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { AppError } from '../app-error'
import { inLane } from '../fair-queue/lane'
import { Bytes, openWorkerPool, type PoolLimits, type WorkerPool } from './pool'
import { TaskLimitError } from './worker-process'

const TIME_MS = 60_000

/** Of the tasks of testing-worker.ts. */
const RESULTS = {
  ...{ double: z.object({ doubled: z.number(), pid: z.number() }), echo: z.any(), answerTwice: z.string() },
  ...{
    faults: z.array(z.string()),
    answerWith: z.any(),
    answerByHand: z.any(),
    environment: z.array(z.any()),
  },
  ...{ refuse: z.any(), fail: z.any(), compile: z.any(), wait: z.string(), spin: z.any() },
  ...{ hoardObjects: z.any(), hoardBytes: z.any() },
}

const ENTRY = new URL('./testing-worker.ts', import.meta.url)
/** For tasks that leave their process as it was. */
const lasting = openWorkerPool('test', ENTRY, RESULTS)
beforeAll(() => void vi.stubEnv('SETUP_TOKEN', 'secret'))
afterAll(async () => {
  vi.unstubAllEnvs()
  await lasting.close()
})

let pool: WorkerPool<typeof RESULTS>

const open = (limits?: PoolLimits) => {
  const opened = openWorkerPool('test', ENTRY, RESULTS, limits)
  onTestFinished(() => opened.close())
  pool = opened
  return opened
}

test('a task runs in another process and answers', async () => {
  const answer = await lasting.run('double', 21, TIME_MS)
  expect(answer.doubled).toBe(42)
  expect(answer.pid).not.toBe(process.pid)
})

test('bytes arrive at their places, and the same ones once', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  const input = {
    text: 'Bàn \ud800',
    list: [bytes, { bytes, none: new Uint8Array() }],
    number: -0.5,
    left: undefined,
  }
  const answer = await lasting.run('echo', input, TIME_MS)
  expect(answer).toEqual({
    text: 'Bàn \ud800',
    list: [bytes, { bytes, none: new Uint8Array() }],
    number: -0.5,
  })
  const large = Buffer.alloc(20 * 1024 * 1024, 7)
  const back = await lasting.run('echo', large, TIME_MS)
  expect(large.equals(back)).toBe(true)
  // A decoder may refuse what is a Buffer.
  expect(Buffer.isBuffer(back)).toBe(false)
})

test('a process that answers with no answer fails its own task, and the next one runs', async () => {
  open({ processes: 1, maxAnswerBytes: 100_000 })
  const faults = await pool.run('faults', null, TIME_MS)
  expect(await pool.run('answerByHand', null, TIME_MS)).toBe('by hand')
  await pool.close()
  open({ processes: 1, maxAnswerBytes: 100_000 })
  await pool.run('double', 1, TIME_MS)
  for (const fault of faults) {
    const failed = await pool.run('answerWith', fault, TIME_MS).catch((error) => error)
    expect(failed, fault).toMatchObject({ code: 'ServiceUnavailable', cause: expect.any(TaskLimitError) })
    expect(await pool.run('double', 1, TIME_MS), fault).toMatchObject({ doubled: 2 })
  }
})

test.each<[string, z.ZodType, unknown]>([
  ['another type', z.string(), 7],
  ['no bytes', z.object({ bytes: Bytes }), { bytes: [1, 2] }],
  ['a number that is none', z.object({ width: z.number().int().max(720) }), { width: 0.5 }],
  ['a field that is missing', z.object({ files: z.array(Bytes), isRead: z.boolean() }), { files: [] }],
  ['a number beyond its range', z.object({ width: z.number().int().max(720) }), { width: 1e9 }],
  ['nothing', z.object({}), null],
])('a result of another shape fails its own task and ends its process: %s', async (_, shape, value) => {
  const shaped = openWorkerPool('test', ENTRY, { ...RESULTS, echo: shape }, { processes: 1 })
  onTestFinished(() => shaped.close())
  const { pid } = await shaped.run('double', 1, TIME_MS)
  await expect(shaped.run('echo', value, TIME_MS)).rejects.toMatchObject({
    code: 'ServiceUnavailable',
    cause: expect.any(TaskLimitError),
  })
  const next = await shaped.run('double', 2, TIME_MS)
  expect(next.doubled).toBe(4)
  expect(next.pid).not.toBe(pid)
})

test('an answer larger than it may be fails its own task', async () => {
  open({ processes: 1, maxAnswerBytes: 100_000 })
  await expect(pool.run('echo', 'x'.repeat(100_000), TIME_MS)).rejects.toMatchObject({
    cause: expect.any(TaskLimitError),
  })
  expect(await pool.run('echo', 'x'.repeat(90_000), TIME_MS)).toHaveLength(90_000)
})

test('a second answer ends the process, and is not taken for that of another task', async () => {
  open({ processes: 1 })
  expect(await pool.run('answerTwice', null, TIME_MS)).toBe('first')
  const next = await pool.run('double', 1, TIME_MS).catch((error) => error.code)
  expect([{ doubled: 2, pid: expect.any(Number) }, 'ServiceUnavailable']).toContainEqual(next)
  expect(await pool.run('double', 2, TIME_MS)).toMatchObject({ doubled: 4 })
})

test('what a task refuses is refused here, with its fields', async () => {
  const refused = await lasting.run('refuse', null, TIME_MS).catch((error) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ code: 'ValidationError', fields: { size: 'size-too-small' } })
})

test('a bug of a task is thrown as what it is', async () => {
  await expect(lasting.run('fail', null, TIME_MS)).rejects.toThrow('a bug')
})

test('a module that does not start says why', async () => {
  const missing = openWorkerPool('test', new URL('./nowhere.js', import.meta.url), RESULTS)
  onTestFinished(() => missing.close())
  await expect(missing.run('double', 1, TIME_MS)).rejects.toThrow(/did not start.*nowhere\.js/s)
})

test('a process knows no setting of the program', async () => {
  expect(await lasting.run('environment', null, TIME_MS)).not.toContain('SETUP_TOKEN')
})

test('a text never becomes code', async () => {
  await expect(lasting.run('compile', null, TIME_MS)).rejects.toThrow(
    /Code generation from strings disallowed/,
  )
})

test('a process that has been idle for too long takes no task while it ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  open({ processes: 1 })
  const first = await pool.run('double', 1, TIME_MS)
  vi.advanceTimersByTime(20_000)
  const second = await pool.run('double', 2, TIME_MS)
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

test.each<[string, 'spin' | 'hoardObjects' | 'hoardBytes', PoolLimits]>([
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

/** A server at which tasks wait: each ends when its connection is let go, in any order. */
async function openGate() {
  const waiting: Socket[] = []
  const arrivals = new EventEmitter()
  const gate = createServer((socket) => {
    waiting.push(socket)
    arrivals.emit('arrival')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy()
    gate.close()
  })
  await once(gate, 'listening')
  return {
    port: (gate.address() as AddressInfo).port,
    /** Lets a task that has come here continue, the first one first. */
    async letOneGo() {
      while (waiting.length === 0) await once(arrivals, 'arrival')
      waiting.shift()?.end()
    },
  }
}

test('what one lane asks for beyond its share is refused at once, and another lane is served in turn', async () => {
  open({ processes: 1, maxQueueOfLane: 4 })
  const gate = await openGate()
  const order: string[] = []
  const run = (lane: string) =>
    inLane(lane, () => pool.run('wait', gate.port, TIME_MS)).then(
      () => order.push(lane),
      (error: AppError) => error.code,
    )
  const flood = Array.from({ length: 10 }, () => run('flood'))
  const other = run('other')
  expect(await Promise.all(flood.slice(5))).toEqual(Array(5).fill('TooManyAtOnce'))
  for (let n = 0; n < 6; n++) await gate.letOneGo()
  await Promise.all([...flood, other])
  expect(order).toEqual(['flood', 'flood', 'other', 'flood', 'flood', 'flood'])
})

test('a lane leaves a process for the others', async () => {
  open({ processes: 3 })
  const gate = await openGate()
  const flood = Array.from({ length: 10 }, () => inLane('flood', () => pool.run('wait', gate.port, TIME_MS)))
  // No task of the flood ends before.
  await inLane('other', () => pool.run('double', 1, TIME_MS))
  for (let n = 0; n < 10; n++) await gate.letOneGo()
  expect(await Promise.all(flood)).toEqual(Array(10).fill('awake'))
})

test('what comes when too much of all waits is refused at once', async () => {
  open({ processes: 1, maxQueue: 2 })
  const gate = await openGate()
  const run = (lane: string) =>
    inLane(lane, () => pool.run('wait', gate.port, TIME_MS)).catch((error: AppError) => error.code)
  const runs = ['a', 'b', 'c', 'd'].map(run)
  expect(await runs[3]).toBe('ServiceUnavailable')
  for (let n = 0; n < 3; n++) await gate.letOneGo()
  expect(await Promise.all(runs)).toEqual(['awake', 'awake', 'awake', 'ServiceUnavailable'])
})

test('a task whose turn does not come in time is refused, and never runs', async () => {
  open({ processes: 1 })
  const gate = await openGate()
  const running = inLane('a', () => pool.run('wait', gate.port, TIME_MS))
  await expect(inLane('a', () => pool.run('double', 1, 100))).rejects.toMatchObject({ code: 'TooManyAtOnce' })
  await expect(inLane('b', () => pool.run('double', 1, 100))).rejects.toMatchObject({
    code: 'ServiceUnavailable',
  })
  await gate.letOneGo()
  expect(await running).toBe('awake')
})

test('tasks have the lowest priority', async () => {
  const { pid } = await lasting.run('double', 1, TIME_MS)
  expect(getPriority(pid)).toBe(19)
})

test('a closed pool ends what runs and takes nothing more', async () => {
  open()
  const running = pool.run('spin', null, TIME_MS).catch((error: AppError) => error.code)
  await pool.run('double', 1, TIME_MS)
  await pool.close()
  expect(await running).toBe('ServiceUnavailable')
  await expect(pool.run('double', 1, TIME_MS)).rejects.toMatchObject({ code: 'ServiceUnavailable' })
})
