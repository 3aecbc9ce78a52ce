import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf, rangeBefore, type ScanRange, sameTimeBefore, unitFor } from './range'
import { addDays, daysBetween, isZone, localDateAt, localTimeAt, startOfDay } from './zone'

const ZONES = [
  'UTC',
  'Asia/Ho_Chi_Minh',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Yangon',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Beirut',
  'Pacific/Apia',
  'Pacific/Kiritimati',
]

test.each([
  ['2026-11-21', 'Asia/Ho_Chi_Minh', '2026-11-20T17:00:00.000Z'],
  ['2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
  ['2026-11-21', 'Asia/Yangon', '2026-11-20T17:30:00.000Z'],
  // Clocks jump from 0:00 to 1:00.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  // Clocks go back from 0:00 to 23:00 of the day before.
  ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
  // Clocks go back from 1:00 to 0:00, so midnight comes twice.
  ['2021-10-31', 'Atlantic/Azores', '2021-10-31T00:00:00.000Z'],
  ['2026-03-29', 'Europe/Paris', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Paris', '2026-03-29T22:00:00.000Z'],
])('%s in %s begins at %s', (date, zone, expected) => {
  expect(startOfDay(date, zone).toISOString()).toBe(expected)
})

test('every moment lies in the day that a calendar of its zone shows', () =>
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2012-01-01'), max: new Date('2037-12-31'), noInvalidDate: true }),
      fc.constantFrom(...ZONES),
      (time, zone) => {
        const date = localDateAt(time, zone)
        return startOfDay(date, zone) <= time && time < startOfDay(addDays(date, 1), zone)
      },
    ),
  ))

test('the local time is what a clock of the zone shows', () =>
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2012-01-01'), max: new Date('2037-12-31'), noInvalidDate: true }),
      fc.constantFrom(...ZONES),
      (time, zone) => {
        // Swedish writes ISO 8601 with a space.
        expect(localTimeAt(time, zone)).toBe(time.toLocaleString('sv-SE', { timeZone: zone }))
      },
    ),
    { verbose: true },
  ))

test('parts begin in order, within the range, at quarters of an hour', () =>
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2012-01-01'), max: new Date('2037-12-31'), noInvalidDate: true }),
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom('hour' as const, 'day' as const, 'month' as const),
      fc.constantFrom(...ZONES),
      (first, days, unit, zone) => {
        const from = first.toISOString().slice(0, 10)
        const { starts, end } = partsOf({ from, to: addDays(from, days), unit, zone })
        const times = [...starts, end].map((time) => time.getTime())
        return (
          times[0] === startOfDay(from, zone).getTime() &&
          times.every(
            (time, index) => time % 900_000 === 0 && (index === 0 || time > (times[index - 1] ?? 0)),
          )
        )
      },
    ),
  ))

test('a day of 23 and one of 25 hours have as many hours', () => {
  const hours = (day: string) =>
    partsOf({ from: day, to: day, unit: 'hour', zone: 'Europe/Paris' }).starts.length
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-21')]).toEqual([23, 25, 24])
})

test('months begin at the first, the first part where the range does', () => {
  const { starts, end } = partsOf({ from: '2026-01-15', to: '2026-03-02', unit: 'month', zone: 'UTC' })
  expect([...starts, end].map((time) => time.toISOString().slice(0, 10))).toEqual([
    '2026-01-15',
    '2026-02-01',
    '2026-03-01',
    '2026-03-03',
  ])
})

test('the range before is as long and ends where this one begins', () => {
  const range: ScanRange = { from: '2026-03-01', to: '2026-03-30', unit: 'day', zone: 'UTC' }
  const before = rangeBefore(range)
  expect(before).toEqual({ ...range, from: '2026-01-30', to: '2026-02-28' })
  expect(daysBetween(before.from, before.to)).toBe(daysBetween(range.from, range.to))
})

test.each([
  // A week at ten in the morning of its last day.
  ['2026-11-18', '2026-11-24', '2026-11-24T03:00:00Z', '2026-11-17', '2026-11-17T03:00:00.000Z'],
  // A month that has a week to go.
  ['2026-11-01', '2026-11-30', '2026-11-23T16:59:00Z', '2026-10-24', '2026-10-24T16:59:00.000Z'],
  // Its first moment.
  ['2026-11-24', '2026-11-24', '2026-11-23T17:00:00Z', '2026-11-23', '2026-11-22T17:00:00.000Z'],
])('%s to %s at %s compares with the days before up to the same time of %s', (from, to, now, day, at) => {
  const range: ScanRange = { from, to, unit: 'day', zone: 'Asia/Ho_Chi_Minh' }
  expect(sameTimeBefore(range, new Date(now))).toEqual({ day, at: new Date(at) })
})

test.each(['2026-11-24T17:00:00Z', '2026-11-17T16:59:59Z'])(
  'at %s a range is over or has not begun, and compares with all of the days before',
  (now) => {
    const range: ScanRange = { from: '2026-11-18', to: '2026-11-24', unit: 'day', zone: 'Asia/Ho_Chi_Minh' }
    expect(sameTimeBefore(range, new Date(now))).toBeNull()
  },
)

test('the same time before lies within the range before, in every zone and on every day', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.UTC(2017, 0, 1), max: Date.UTC(2027, 0, 1) }),
      fc.nat({ max: 40 }),
      fc.nat({ max: 40 }),
      (zone, now, daysGone, daysLeft) => {
        const today = localDateAt(new Date(now), zone)
        const range: ScanRange = {
          from: addDays(today, -daysGone),
          to: addDays(today, daysLeft),
          unit: 'day',
          zone,
        }
        const { starts, end } = partsOf(rangeBefore(range))
        const same = sameTimeBefore(range, new Date(now))
        expect(same?.at.getTime()).toBeGreaterThanOrEqual(starts[0]?.getTime() ?? Number.NaN)
        expect(same?.at.getTime()).toBeLessThanOrEqual(end.getTime())
        expect(same?.day).toBe(addDays(today, -daysBetween(range.from, range.to) - 1))
      },
    ),
  )
})

test('the unit follows the length', () => {
  expect(unitFor('2026-01-01', '2026-01-01')).toBe('hour')
  expect(unitFor('2026-01-01', '2026-01-30')).toBe('day')
  expect(unitFor('2025-12-01', '2026-11-30')).toBe('month')
})

test.each([
  ['Asia/Ho_Chi_Minh', true],
  ['UTC', true],
  ['America/Argentina/Buenos_Aires', true],
  ['+07:00', false],
  ['Mars/Olympus', false],
  ["UTC'; drop table scans", false],
  ['', false],
])('%j is a zone: %s', (zone, expected) => {
  expect(isZone(zone)).toBe(expected)
})
