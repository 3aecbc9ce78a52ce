import { expect, test } from 'vitest'
import { scansSearch } from './search'

test.each([
  [{ days: '7' }, { days: 7 }],
  [{ days: '8', unit: 'year' }, {}],
  [{ period: 'next-week' }, {}],
  [
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-02-01', to: '2026-02-28' },
  ],
  [{ from: '2026-02-01', to: '2026-02-30' }, {}],
  [{ from: '2026-99-99', to: '2026-02-28' }, {}],
  [{ from: '2026-03-01', to: '2026-02-28', days: '30' }, { days: 30 }],
])('the days of %j are %j', (search, expected) => {
  expect(scansSearch(search)).toEqual(expected)
})
