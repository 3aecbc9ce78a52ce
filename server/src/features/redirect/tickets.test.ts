import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tickets } from './tickets'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The database’s side for one rule, as sql/rule-tickets.sql has it. */
class Books {
  taken = 0
  calls = 0
  returned: number[] = []
  /** A call waits for this. */
  until: Promise<unknown> = Promise.resolve()

  takeTickets = async (_code: string, _rule: number, first: number) => {
    this.calls += 1
    await this.until
    const part = Math.max(Math.ceil((first - this.taken) / 8), 0)
    this.taken += part
    return part
  }

  returnTickets = async (_code: string, _rule: number, count: number) => {
    this.returned.push(count)
    this.taken -= count
  }
}

/** One scan, as the redirect makes it. */
async function scan(tickets: Tickets, first: number): Promise<boolean> {
  for (;;) {
    const found = tickets.find('code', 1, first)
    if (found === false) return false
    if (found === true) {
      tickets.spend('code', 1)
      return true
    }
    await found
  }
}

test('the database is asked for an eighth of what is left, not for each scan', async () => {
  const books = new Books()
  const tickets = new Tickets(books)
  let given = 0
  while (await scan(tickets, 100)) given += 1
  expect(given).toBe(100)
  expect(books.calls).toBe(25)
})

test('without an answer a scan waits two seconds, the next ones not at all, and what comes late is used', async () => {
  const books = new Books()
  const late = Promise.withResolvers<void>()
  books.until = late.promise
  const tickets = new Tickets(books)
  const waiting = [scan(tickets, 8), scan(tickets, 8)]
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await Promise.all(waiting)).toEqual([false, false])
  // However late it is, it is not asked a second time meanwhile.
  await vi.advanceTimersByTimeAsync(2_000)
  expect(tickets.find('code', 1, 8)).toBe(false)
  expect(books.calls).toBe(1)
  late.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(await scan(tickets, 8)).toBe(true)
})

test('a database that is away is asked again in the background', async () => {
  const books = new Books()
  books.until = Promise.reject(new Error('away'))
  books.until.catch(() => {})
  const tickets = new Tickets(books)
  expect(await scan(tickets, 8)).toBe(false)
  books.until = Promise.resolve()
  expect(tickets.find('code', 1, 8)).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(tickets.find('code', 1, 8)).toBe(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(tickets.find('code', 1, 8)).toBe(true)
})

test('what nobody has asked for in half a minute goes back once, and is given to others', async () => {
  const books = new Books()
  const tickets = new Tickets(books)
  expect(await scan(tickets, 80)).toBe(true)
  expect(books.taken).toBe(10)
  await vi.advanceTimersByTimeAsync(25_000)
  expect(books.returned).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([books.returned, books.taken]).toEqual([[9], 1])
  await tickets.close()
  expect(books.returned).toEqual([9])
})

test('tickets that come after the stop of their service go back', async () => {
  const books = new Books()
  const late = Promise.withResolvers<void>()
  books.until = late.promise
  const tickets = new Tickets(books)
  void tickets.find('code', 1, 80)
  await tickets.close()
  late.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect([books.returned, books.taken]).toEqual([[10], 0])
})

test('several processes that are killed and changed at any time never give more than the rule allows', async () => {
  const step = fc.oneof(
    { weight: 20, arbitrary: fc.record({ kind: fc.constant('scan' as const), by: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), by: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), by: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('idle' as const), by: fc.nat(2) }) },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.array(step, { maxLength: 150 }),
      async (first, steps) => {
        const books = new Books()
        const processes = [0, 1, 2].map(() => new Tickets(books))
        let given = 0
        let killed = 0
        for (const { kind, by } of steps) {
          const tickets = processes[by] as Tickets
          if (kind === 'scan') given += (await scan(tickets, first)) ? 1 : 0
          else if (kind === 'idle') await vi.advanceTimersByTimeAsync(60_000)
          else {
            if (kind === 'stop') await tickets.close()
            else killed += 1
            processes[by] = new Tickets(books)
          }
          expect(given).toBeLessThanOrEqual(books.taken)
          expect(books.taken).toBeLessThanOrEqual(first)
        }
        await Promise.all(processes.map((tickets) => tickets.close()))
        // What is taken was given, but for the leases of those that were killed.
        expect(books.taken - given).toBeLessThanOrEqual(killed * Math.ceil(first / 8))
        if (killed === 0) expect(books.taken).toBe(given)
      },
    ),
    { numRuns: runs(300) },
  )
})
