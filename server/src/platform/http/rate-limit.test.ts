import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { FakeClock } from '../../testing/clock'
import { testDatabase } from '../../testing/database'
import { query } from '../db/database'
import { callerOf } from './client-address'
import { createRateLimits, type RateLimits } from './rate-limit'

const WINDOW = { limit: 3, windowMs: 60_000 }
const DELAY = { free: 2, firstMs: 1000, maxDelayMs: 4000, forgottenAfterMs: 10_000 }

const storage = testDatabase()
let clock: FakeClock
let limits: RateLimits
let otherProcess: RateLimits

beforeEach(() => {
  clock = new FakeClock()
  limits = createRateLimits(storage.database(), clock)
  otherProcess = createRateLimits(storage.database(), clock)
})

test('a window lets its number through in all processes together, then says how long to wait', async () => {
  expect(await limits.use('calls', 'a', WINDOW)).toBe(0)
  clock.advance(10_000)
  expect(await otherProcess.use('calls', 'a', WINDOW)).toBe(0)
  expect(await limits.use('calls', 'a', WINDOW)).toBe(0)
  expect(await otherProcess.use('calls', 'a', WINDOW)).toBe(50_000)
  expect(await limits.use('calls', 'b', WINDOW)).toBe(0)
  expect(await limits.use('others', 'a', WINDOW)).toBe(0)
  clock.advance(50_000)
  expect(await limits.use('calls', 'a', WINDOW)).toBe(0)
})

test('a clock that was wrong by an hour, a day or a year and is put right locks nobody out', async () => {
  for (const wrongBy of [3_600_000, 86_400_000, 365 * 86_400_000]) {
    const name = `clock-${wrongBy}`
    clock.advance(wrongBy)
    for (let i = 0; i < 3; i++) await limits.use('calls', name, WINDOW)
    expect(await limits.use('calls', name, WINDOW)).toBe(60_000)
    for (let i = 0; i < 2; i++) await limits.attempt('tries', name, DELAY)
    expect(await limits.attempt('tries', name, DELAY)).toBe(1000)
    clock.advance(-wrongBy)
    expect(await otherProcess.use('calls', name, WINDOW)).toBe(0)
    expect(await otherProcess.attempt('tries', name, DELAY)).toBe(0)
    clock.advance(wrongBy)
    expect(await limits.use('calls', name, WINDOW)).toBe(0)
    clock.advance(-wrongBy)
  }
})

test('clocks that differ by half a minute count together', async () => {
  const ahead = new FakeClock()
  ahead.advance(clock.now().getTime() - ahead.now().getTime() + 30_000)
  otherProcess = createRateLimits(storage.database(), ahead)
  for (let i = 0; i < 3; i++) expect(await (i % 2 ? limits : otherProcess).use('calls', 'a', WINDOW)).toBe(0)
  expect(await limits.use('calls', 'a', WINDOW)).toBeGreaterThan(0)
  expect(await otherProcess.use('calls', 'a', WINDOW)).toBeGreaterThan(0)
})

test('fifty uses at once: the number of the window is let through', async () => {
  const waits = await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? limits : otherProcess).use('calls', 'a', WINDOW)),
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
})

test('the wait doubles up to the longest, a refused try does not lengthen it, and it is forgotten in time', async () => {
  const waits = []
  for (let i = 0; i < 6; i++) {
    expect(await limits.attempt('tries', 'a', DELAY)).toBe(0)
    const wait = await otherProcess.attempt('tries', 'a', DELAY)
    if (i === 0) expect(wait).toBe(0)
    else {
      expect(await otherProcess.attempt('tries', 'a', DELAY)).toBe(wait)
      waits.push(wait)
      clock.advance(wait)
    }
    if (i === 0) {
      expect(await limits.attempt('tries', 'a', DELAY)).toBe(1000)
      clock.advance(1000)
    }
  }
  expect(waits).toEqual([2000, 4000, 4000, 4000, 4000])
  clock.advance(14_000)
  expect(await limits.attempt('tries', 'a', DELAY)).toBe(0)
  expect(await limits.attempt('tries', 'a', DELAY)).toBe(0)
  expect(await limits.attempt('tries', 'a', DELAY)).toBe(1000)
  await limits.clear('tries', 'a')
  expect(await limits.attempt('tries', 'a', DELAY)).toBe(0)
})

test('no name and no address is kept readable, and rows that count for nothing are cleared away', async () => {
  await limits.use('calls', '192.0.2.77', WINDOW)
  const rowsNow = () =>
    query<{ row: string }>(storage.database().db, sql`select rate_limits::text as row from rate_limits`)
  expect((await rowsNow()).map(({ row }) => row).join()).not.toContain('192.0.2.77')
  clock.advance(3_600_000)
  await limits.use('calls', 'another', WINDOW)
  expect(await rowsNow(), 'by the clock of the database it still counts').toHaveLength(2)
  await storage.database().db.execute(`update rate_limits set expires_at = now()`)
  clock.advance(60_000)
  await limits.use('calls', 'a third', WINDOW)
  expect(await rowsNow()).toHaveLength(1)
})

test.each([
  ['192.0.2.1', '::ffff:192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
])('%s and %s are one caller: %s', (one, other, isSame) => {
  expect(callerOf(one) === callerOf(other)).toBe(isSame)
})
