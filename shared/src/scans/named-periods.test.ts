import { expect, test } from 'vitest'
import { daysOfPeriod } from './named-periods'

// 2026-11-26 is a Thursday.
test.each([
  ['this-week', '2026-11-26', 1, '2026-11-23', '2026-11-26'],
  ['this-week', '2026-11-23', 1, '2026-11-23', '2026-11-23'],
  ['this-week', '2026-11-22', 7, '2026-11-22', '2026-11-22'],
  ['this-week', '2026-11-26', 6, '2026-11-21', '2026-11-26'],
  ['last-week', '2026-11-22', 1, '2026-11-09', '2026-11-15'],
  ['last-week', '2026-01-01', 1, '2025-12-22', '2025-12-28'],
  ['this-month', '2026-11-26', 1, '2026-11-01', '2026-11-26'],
  ['last-month', '2026-01-31', 1, '2025-12-01', '2025-12-31'],
  ['last-month', '2028-03-31', 1, '2028-02-01', '2028-02-29'],
  ['this-quarter', '2026-11-26', 1, '2026-10-01', '2026-11-26'],
  ['last-quarter', '2026-03-31', 1, '2025-10-01', '2025-12-31'],
  ['last-quarter', '2026-12-31', 1, '2026-07-01', '2026-09-30'],
  ['this-year', '2026-11-26', 1, '2026-01-01', '2026-11-26'],
  ['last-year', '2026-01-01', 1, '2025-01-01', '2025-12-31'],
] as const)('%s on %s, with weeks that begin on day %i, is %s to %s', (period, today, weekday, from, to) => {
  expect(daysOfPeriod(period, today, weekday)).toEqual({ from, to })
})
