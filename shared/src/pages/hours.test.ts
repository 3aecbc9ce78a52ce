import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localTimeAt } from '../scans/zone'
import { OpeningHours, type OpeningSpan, openStateAt } from './hours'

const days = (of: Record<number, OpeningSpan[]>) => [0, 1, 2, 3, 4, 5, 6].map((day) => of[day] ?? [])
const daily = (from: string, to: string) => Array.from({ length: 7 }, () => [{ from, to }])
const at = (
  hours: { days: OpeningSpan[][]; holidays?: unknown[] },
  time: string,
  zone = 'Asia/Ho_Chi_Minh',
) => openStateAt(OpeningHours.parse(hours), zone, new Date(time))

describe('what the door says', () => {
  test('open until the evening, then closed until the morning', () => {
    const hours = { days: daily('07:00', '22:00') }
    expect(at(hours, '2026-11-28T14:59:59Z')).toEqual({ isOpen: true, until: '22:00' })
    expect(at(hours, '2026-11-28T15:00:00Z')).toEqual({
      isOpen: false,
      date: '2026-11-29',
      from: '07:00',
      isToday: false,
    })
    expect(at(hours, '2026-11-28T23:00:00Z')).toMatchObject({ from: '07:00', isToday: true })
  })

  test('a bar at one in the morning of the day after', () => {
    const hours = { days: days({ 5: [{ from: '20:00', to: '02:00' }] }) }
    expect(at(hours, '2026-11-28T18:00:00Z')).toEqual({ isOpen: true, until: '02:00' })
    expect(at(hours, '2026-11-28T19:00:00Z')).toEqual({
      isOpen: false,
      date: '2026-12-05',
      from: '20:00',
      isToday: false,
    })
  })

  test('a shop that never closes, and one that never opens', () => {
    expect(at({ days: daily('00:00', '24:00') }, '2026-11-28T10:00:00Z')).toEqual({
      isOpen: true,
      until: null,
    })
    expect(at({ days: days({}) }, '2026-11-28T10:00:00Z')).toEqual({ isOpen: false, date: null })
  })

  test('a holiday comes before its weekday', () => {
    const hours = { days: daily('07:00', '22:00'), holidays: [{ date: '2027-02-06', spans: [] }] }
    expect(at(hours, '2027-02-06T03:00:00Z')).toMatchObject({ isOpen: false, date: '2027-02-07' })
  })
})

const MINUTE = 60_000
const span = fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 96 })).map(
  ([start, length]): OpeningSpan => ({
    from: clock(start * 15),
    to: clock(((start * 15 + length * 15 - 1) % 1440) + 1),
  }),
)
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Whether a span holds a time, told by the walls of two days. */
function isOpenNaively(hours: OpeningHours, local: string): boolean {
  const date = new Date(`${local.slice(0, 10)}T00:00:00Z`)
  const time = local.slice(11, 16)
  const today = (date.getUTCDay() + 6) % 7
  const isNight = ({ from, to }: OpeningSpan) => to <= from
  return (
    (hours.days[today] ?? []).some((each) => each.from <= time && (isNight(each) || time < each.to)) ||
    (hours.days[(today + 6) % 7] ?? []).some((each) => isNight(each) && time < each.to)
  )
}

test.each(['Asia/Ho_Chi_Minh', 'Australia/Lord_Howe', 'Europe/Berlin', 'America/St_Johns'])(
  'a shop of %s is open as a naive clock says, and changes when it says',
  (zone) => {
    const weeks = fc.array(fc.option(span, { nil: undefined }), { minLength: 7, maxLength: 7 })
    const times = fc.integer({ min: Date.UTC(2026, 0) / MINUTE, max: Date.UTC(2028, 0) / MINUTE })
    fc.assert(
      fc.property(weeks, times, (week, minute) => {
        const parsed = OpeningHours.safeParse({ days: week.map((each) => (each ? [each] : [])) })
        fc.pre(parsed.success)
        const hours = parsed.data as OpeningHours
        const now = new Date(minute * MINUTE)
        const state = openStateAt(hours, zone, now)
        expect(state.isOpen).toBe(isOpenNaively(hours, localTimeAt(now, zone)))
        if (!state.isOpen && state.date !== null)
          expect(isOpenNaively(hours, `${state.date} ${state.from}:00`)).toBe(true)
        if (state.isOpen && state.until !== null) {
          const local = localTimeAt(now, zone)
          const isTomorrow = state.until <= local.slice(11, 16)
          const date = new Date(Date.parse(local.slice(0, 10)) + (isTomorrow ? 86_400_000 : 0))
          expect(isOpenNaively(hours, `${date.toISOString().slice(0, 10)} ${state.until}:00`)).toBe(false)
        }
      }),
      { numRuns: 300 },
    )
  },
)
