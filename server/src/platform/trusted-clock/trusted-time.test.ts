import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterLook, CATCH_UP, DOUBT_MS, doubtOf, TRUSTED_AFTER_MS, type TrustedTime } from './trusted-time'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NOON = Date.parse('2026-11-28T12:00:00Z')

/** A machine: real time, how wrong its clock is, and what the processes on it know. */
class Machine {
  real = NOON
  wrongMs = 0
  time: TrustedTime | null = null

  look(sinceMs: number): void {
    this.time = afterLook(this.time, { now: this.real + this.wrongMs, sinceMs })
  }

  /** The server runs and looks each minute, or hour. */
  run(ms: number, everyMs = ms > 2 * DAY_MS ? HOUR_MS : MINUTE_MS): void {
    for (let ran = 0; ran < ms; ran += everyMs) {
      this.real += everyMs
      this.look(everyMs)
    }
  }

  off(ms: number): void {
    this.real += ms
    this.look(0)
  }

  leap(ms: number): void {
    this.wrongMs += ms
    this.look(0)
  }

  get doubt(): number {
    return this.time ? doubtOf(this.time) : Number.NaN
  }

  /** By how much what is trusted is ahead of real time. */
  get earlyMs(): number {
    return (this.time?.trustedAt ?? Number.NaN) - this.real
  }
}

function started(): Machine {
  const machine = new Machine()
  machine.look(0)
  machine.run(HOUR_MS)
  return machine
}

test('a new installation and a server that was off for a night do not wait', () => {
  const machine = started()
  expect(machine.doubt).toBe(0)
  for (let night = 0; night < 100; night++) {
    machine.off(16 * HOUR_MS)
    expect(machine.doubt).toBe(0)
    machine.run(8 * HOUR_MS)
  }
  expect(machine.earlyMs).toBe(0)
})

test.each([40, -40])('a clock that leaps by %i days and is put back changes nothing', (days) => {
  const machine = started()
  machine.leap(days * DAY_MS)
  machine.run(45_000, 15_000)
  expect(machine.doubt).toBe(days * DAY_MS - (days > 0 ? 3 * 45_000 : -45_000))
  expect(machine.earlyMs).toBeLessThanOrEqual(CATCH_UP * 45_000)
  machine.leap(-days * DAY_MS)
  expect(machine.doubt).toBe(0)
  machine.run(HOUR_MS)
  expect(machine.earlyMs).toBe(0)
})

test.each([
  [30 * DAY_MS, TRUSTED_AFTER_MS],
  [4 * DAY_MS, DAY_MS],
  [DOUBT_MS + 1, MINUTE_MS],
])('a server that was off for %i ms goes on after it has run for %i ms', (off, waits) => {
  const machine = started()
  machine.off(off)
  expect(machine.doubt).toBeGreaterThan(0)
  machine.run(waits - MINUTE_MS, MINUTE_MS)
  if (waits > MINUTE_MS) expect(machine.doubt).toBeGreaterThan(0)
  machine.run(2 * MINUTE_MS)
  expect(machine.doubt).toBe(0)
})

test('a first clock that was wrong, ahead or behind, holds nothing up for ever', () => {
  for (const years of [1, -56]) {
    const machine = new Machine()
    machine.wrongMs = years * 365 * DAY_MS
    machine.look(0)
    machine.run(HOUR_MS)
    machine.leap(-machine.wrongMs)
    expect(machine.doubt).not.toBe(0)
    machine.run(TRUSTED_AFTER_MS + HOUR_MS)
    expect(machine.doubt).toBe(0)
    expect(machine.earlyMs).toBe(0)
  }
})

test('two processes that look in turn watch the same time once', () => {
  const one = started()
  const two = started()
  for (const machine of [one, two]) machine.leap(40 * DAY_MS)
  one.run(DAY_MS)
  for (let minute = 0; minute < 1440; minute++) {
    two.real += MINUTE_MS / 2
    two.look(MINUTE_MS)
    two.real += MINUTE_MS / 2
    two.look(MINUTE_MS)
  }
  expect(two.time).toEqual(one.time)
})

const leaps = fc.array(
  fc.record({
    leapMs: fc.integer({ min: -60 * DAY_MS, max: 60 * DAY_MS }),
    isBack: fc.boolean(),
    runMs: fc.integer({ min: 0, max: 12 * HOUR_MS }),
  }),
  { maxLength: 12 },
)

test('however often and far a clock leaps, nothing is trusted earlier than the server has run for', () => {
  fc.assert(
    fc.property(leaps, (steps) => {
      const machine = started()
      let ranMs = 0
      for (const { leapMs, isBack, runMs } of steps) {
        machine.leap(isBack ? -machine.wrongMs : leapMs)
        const everyMs = 10 * MINUTE_MS
        machine.run(runMs, everyMs)
        ranMs += runMs + everyMs
        expect(machine.earlyMs).toBeLessThanOrEqual((CATCH_UP - 1) * ranMs)
      }
      // Days that were spent under wrong clocks cost days, and never for ever.
      machine.leap(-machine.wrongMs)
      machine.run(TRUSTED_AFTER_MS + DAY_MS)
      expect(machine.doubt).toBe(0)
      expect(machine.earlyMs).toBe(0)
    }),
    { numRuns: runs(100) },
  )
})

test('leaps that are each within what is no doubt add up', () => {
  fc.assert(
    fc.property(fc.integer({ min: HOUR_MS, max: DOUBT_MS }), (leapMs) => {
      const machine = started()
      let ranMs = 0
      while (ranMs < TRUSTED_AFTER_MS - DAY_MS) {
        machine.leap(leapMs)
        machine.run(HOUR_MS)
        ranMs += HOUR_MS
        expect(machine.earlyMs).toBeLessThanOrEqual((CATCH_UP - 1) * ranMs)
      }
      if (leapMs > CATCH_UP * HOUR_MS) expect(machine.doubt).toBeGreaterThan(0)
    }),
    { numRuns: runs(50) },
  )
})

test('a day apart is no doubt yet, and one that ran so long without more than it is believed at once', () => {
  expect(doubtOf({ seenAt: NOON, trustedAt: NOON - DOUBT_MS })).toBe(0)
  expect(doubtOf({ seenAt: NOON, trustedAt: NOON - DOUBT_MS - 1 })).toBe(DOUBT_MS + 1)
  const behind = {
    trustedAt: NOON - 40 * DAY_MS,
    seenAt: NOON,
    steadyFrom: NOON - TRUSTED_AFTER_MS,
    watchedMs: TRUSTED_AFTER_MS,
  }
  const look = (more: Partial<TrustedTime>) => afterLook({ ...behind, ...more }, { now: NOON, sinceMs: 0 })
  expect(look({}).trustedAt).toBe(NOON)
  expect(look({ watchedMs: TRUSTED_AFTER_MS - 1 }).trustedAt).toBe(behind.trustedAt)
  for (const differs of [DOUBT_MS, -DOUBT_MS]) {
    expect(look({ steadyFrom: behind.steadyFrom - differs })).toEqual({
      ...behind,
      steadyFrom: behind.steadyFrom - differs,
      trustedAt: NOON,
    })
    const leapt = look({ steadyFrom: behind.steadyFrom - differs - Math.sign(differs) })
    expect(leapt).toEqual({ ...behind, steadyFrom: NOON, watchedMs: 0 })
  }
})
