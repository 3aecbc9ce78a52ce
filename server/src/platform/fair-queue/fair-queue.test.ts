import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../app-error'
import { laneOfAddress } from '../http/client-address'
import { FairQueue, type FairShares, type Turn } from './fair-queue'
import { BACKGROUND, currentLane, inLane, madeInLane } from './lane'

const ENDLESS = { waitMs: 3_600_000, waiting: 1_000, waitingOfLane: 1_000 }

interface Work {
  lane: string
  turn: Turn
  state: 'waiting' | 'running' | 'over'
}

/** A queue, and what was made of the work in it, in the order in which it began. */
class Watched {
  readonly begun: Work[] = []
  readonly #queue: FairQueue

  constructor(shares: Partial<FairShares> & Pick<FairShares, 'running' | 'runningOfLane'>) {
    this.#queue = new FairQueue({ name: 'test', ...ENDLESS, ...shares })
  }

  /** Null for work that is refused at once. */
  enter(lane: string): Work | null {
    try {
      const work: Work = { lane, turn: this.#queue.enter(lane), state: 'waiting' }
      work.turn.come.then(
        () => {
          work.state = 'running'
          this.begun.push(work)
        },
        () => {
          work.state = 'over'
        },
      )
      return work
    } catch (error) {
      expect(error).toBeInstanceOf(AppError)
      return null
    }
  }

  close = () => this.#queue.close()
}

/** Until all promises that can settle have settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

function end(work: Work): void {
  work.turn.end()
  work.state = 'over'
}

const aLane = fc.constantFrom('a', 'b', 'c', 'd')
const someShares = fc
  .record({ running: fc.integer({ min: 1, max: 4 }), waitingOfLane: fc.integer({ min: 0, max: 4 }) })
  .chain((shares) =>
    fc.record({
      running: fc.constant(shares.running),
      waitingOfLane: fc.constant(shares.waitingOfLane),
      runningOfLane: fc.integer({ min: 1, max: shares.running }),
      waiting: fc.integer({ min: 0, max: 10 }),
    }),
  )

test('no lane has more than its share, and nothing waits that could run', async () => {
  const step = fc.oneof(
    fc.record({ lane: aLane }),
    fc.record({ end: fc.nat(20) }),
    fc.record({ lane: aLane, again: fc.constant(true) }),
  )
  await fc.assert(
    fc.asyncProperty(someShares, fc.array(step, { maxLength: 60 }), async (shares, steps) => {
      const queue = new Watched(shares)
      let all: Work[] = []
      for (const next of steps) {
        all = all.filter(({ state }) => state !== 'over')
        if ('end' in next) {
          // What runs has answered, or who waits has left.
          const work = all[next.end % Math.max(1, all.length)]
          if (work) end(work)
        } else {
          const work = queue.enter(next.lane)
          if (work) all.push(work)
        }
        await settled()
        const are = (state: Work['state'], lane?: string) =>
          all.filter((work) => work.state === state && (lane === undefined || work.lane === lane)).length
        expect(are('running')).toBeLessThanOrEqual(shares.running)
        expect(are('waiting')).toBeLessThanOrEqual(shares.waiting)
        for (const lane of ['a', 'b', 'c', 'd']) {
          expect(are('running', lane)).toBeLessThanOrEqual(shares.runningOfLane)
          expect(are('waiting', lane)).toBeLessThanOrEqual(shares.waitingOfLane)
          if (are('waiting', lane) > 0 && are('running') < shares.running)
            expect(are('running', lane)).toBe(shares.runningOfLane)
        }
      }
    }),
    { numRuns: runs(200) },
  )
})

test('while a lane waits, each other lane has one turn at most before it, whatever it sends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aLane, { minLength: 2, maxLength: 40 }), fc.nat(39), async (before, at) => {
      const queue = new Watched({ running: 1, runningOfLane: 1 })
      for (const lane of before.slice(0, at)) queue.enter(lane)
      const newcomer = queue.enter('newcomer') as Work
      for (const lane of before.slice(at)) queue.enter(lane)
      await settled()
      const first = queue.begun.length
      while (newcomer.state === 'waiting') {
        end(queue.begun.at(-1) as Work)
        await settled()
      }
      const between = queue.begun.slice(first, queue.begun.indexOf(newcomer)).map(({ lane }) => lane)
      expect(between).toHaveLength(new Set(between).size)
    }),
    { numRuns: runs(200) },
  )
})

test('work of a lane runs in the order in which it came', async () => {
  await fc.assert(
    fc.asyncProperty(someShares, fc.array(aLane, { maxLength: 30 }), async (shares, lanes) => {
      const queue = new Watched({ ...shares, ...ENDLESS })
      const entered = lanes.map((lane) => queue.enter(lane) as Work)
      await settled()
      for (let n = 0; n < entered.length; n++) {
        end(queue.begun[n] as Work)
        await settled()
      }
      for (const lane of lanes) {
        const of = (works: Work[]) => works.filter((work) => work.lane === lane)
        expect(of(queue.begun)).toEqual(of(entered))
      }
    }),
    { numRuns: runs(100) },
  )
})

test('where the queue is full, the newest work of who has most waiting gives way to a newcomer', async () => {
  const queue = new Watched({ running: 1, runningOfLane: 1, waiting: 4, waitingOfLane: 4 })
  const flood = Array.from({ length: 6 }, () => queue.enter('flood'))
  expect(flood.map((work) => work === null)).toEqual([false, false, false, false, false, true])
  const newcomer = queue.enter('newcomer')
  await settled()
  expect(flood.map((work) => work?.state)).toEqual([
    'running',
    ...Array(3).fill('waiting'),
    'over',
    undefined,
  ])
  expect(newcomer?.state).toBe('waiting')
})

test('a lane that has its share is refused by 429, and one that finds all busy by 503, with a time to come back', () => {
  const queue = new FairQueue({
    ...ENDLESS,
    name: 'test',
    running: 1,
    runningOfLane: 1,
    waiting: 2,
    waitingOfLane: 1,
  })
  for (const lane of ['a', 'a', 'b']) queue.enter(lane).come.catch(() => {})
  const refusalOf = (lane: string) => {
    try {
      queue.enter(lane)
      return null
    } catch (error) {
      return error
    }
  }
  expect(refusalOf('a')).toMatchObject({ code: 'TooManyAtOnce', retryAfterSeconds: 5 })
  expect(refusalOf('c')).toMatchObject({ code: 'ServiceUnavailable', retryAfterSeconds: 5 })
})

test('work that waits too long is refused by what kept it, and leaves its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = new FairQueue({ ...ENDLESS, name: 'test', running: 2, runningOfLane: 1, waitMs: 1_000 })
  const [running, other] = [queue.enter('a'), queue.enter('b')]
  const late = queue.enter('a').come.catch((error: AppError) => error.code)
  const lateByOthers = queue.enter('c').come.catch((error: AppError) => error.code)
  vi.advanceTimersByTime(1_000)
  expect(await late).toBe('TooManyAtOnce')
  expect(await lateByOthers).toBe('ServiceUnavailable')
  expect(queue.waiting).toBe(0)
  running.end()
  other.end()
  expect(queue.running).toBe(0)
  await queue.enter('a').come
})

test('a place is given back once, however often it is', async () => {
  const queue = new Watched({ running: 2, runningOfLane: 2 })
  const [first, second] = [queue.enter('a'), queue.enter('a')] as [Work, Work]
  const third = queue.enter('a') as Work
  const fourth = queue.enter('a') as Work
  await settled()
  first.turn.end()
  first.turn.end()
  await settled()
  expect([second, third, fourth].map(({ state }) => state)).toEqual(['running', 'running', 'waiting'])
})

test('work that fails gives its place back', async () => {
  const queue = new FairQueue({ ...ENDLESS, name: 'test', running: 1, runningOfLane: 1 })
  await expect(queue.run(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  expect(await queue.run(async () => 'next')).toBe('next')
})

test('the work of the program itself may have a share of its own', async () => {
  const queue = new Watched({ running: 3, runningOfLane: 1, runningOfBackground: 2 })
  const works = [BACKGROUND, BACKGROUND, BACKGROUND, 'a', 'a'].map((lane) => queue.enter(lane) as Work)
  await settled()
  expect(works.map(({ state }) => state)).toEqual(['running', 'running', 'waiting', 'running', 'waiting'])
})

test('a closed queue refuses who waits and who comes', async () => {
  const queue = new Watched({ running: 1, runningOfLane: 1 })
  const works = ['a', 'a', 'b'].map((lane) => queue.enter(lane) as Work)
  queue.close()
  await settled()
  expect(works.map(({ state }) => state)).toEqual(['running', 'over', 'over'])
  expect(queue.enter('c')).toBeNull()
})

test('all that work starts is of its lane, and what nobody asked for is of the program', async () => {
  expect(currentLane()).toBe(BACKGROUND)
  const seen = await inLane('a', async () => {
    await settled()
    return currentLane()
  })
  expect(seen).toBe('a')
})

test('items of a stream are made in their lane, whoever reads on', async () => {
  const lanes: string[] = []
  async function* items() {
    try {
      for (let n = 0; n < 3; n++) {
        lanes.push(currentLane())
        yield n
      }
    } finally {
      lanes.push(currentLane())
    }
  }
  for await (const item of madeInLane('a', items())) if (item === 1) break
  expect(lanes).toEqual(['a', 'a', 'a'])
})

test('addresses of one IPv6 network are one lane', () => {
  expect(laneOfAddress('2001:db8::1')).toBe(laneOfAddress('2001:db8::ffff:1'))
  expect(laneOfAddress('2001:db8::1')).not.toBe(laneOfAddress('2001:db8:0:1::1'))
  expect(laneOfAddress('192.0.2.1')).not.toBe(laneOfAddress('192.0.2.2'))
})
