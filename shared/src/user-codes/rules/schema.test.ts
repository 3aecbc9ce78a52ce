import { expect, test } from 'vitest'
import { LinkRulesInput } from './schema'

const LINK = { to: { url: 'https://example.com/' } }
const accepted = (rule: object, more: object = {}): boolean =>
  LinkRulesInput.safeParse({
    revision: 0,
    zone: 'Asia/Ho_Chi_Minh',
    rules: [{ outcome: LINK, ...rule }],
    ...more,
  }).success

test.each<[string, object]>([
  ['a year before 2000', { from: '1999-12-31T23:59' }],
  ['a year of five digits', { from: '12026-01-01T00:00' }],
  ['the year 3000', { until: '3000-01-01T00:00' }],
  ['a day that its month does not have', { from: '2026-02-29T10:00' }],
  ['the hour 24', { from: '2026-02-28T24:00' }],
  ['an instant', { from: '2026-02-28T10:00Z' }],
  ['an end before the start', { from: '2026-02-28T10:00', until: '2026-02-28T10:00' }],
  ['hours that are none', { hours: [['10:00', '10:00']] }],
  ['hours of other digits', { hours: [['١٠:00', '11:00']] }],
  ['a day twice', { days: [1, 1] }],
  ['an eighth day', { days: [7] }],
  ['no day at all', { days: [] }],
  ['a condition that there is not', { weather: 'rain' }],
  ['five ranges of hours', { hours: Array(5).fill(['10:00', '11:00']) }],
  ['none of the first scans', { first: 0 }],
  ['too many first scans', { first: 1_000_001 }],
  ['half a first scan', { first: 1.5 }],
  ['a country in small letters', { countries: ['vn'] }],
  ['a language with its region', { languages: ['vi-VN'] }],
  ['a condition that is null', { days: null }],
])('rules with %s are refused', (_, when) => {
  expect(accepted({ when })).toBe(false)
})

const splitOf = (count: number) => ({
  split: Array.from({ length: count }, (_, n) => ({
    url: 'https://a.example/',
    weight: n === 0 ? 100 - (count - 1) : 1,
  })),
})

test('four ranges of hours and a split of five are accepted', () => {
  expect(accepted({ when: { hours: Array(4).fill(['10:00', '11:00']) }, outcome: splitOf(5) })).toBe(true)
})

test('the first and the last year, 20 rules and known zones are accepted, and one more is not', () => {
  expect(accepted({ when: { from: '2000-01-01T00:00', until: '2999-12-31T23:59' } })).toBe(true)
  const rules = (count: number) => ({
    rules: Array.from({ length: count }, () => ({ when: { days: [0] }, outcome: LINK })),
  })
  expect([20, 21].map((count) => accepted({}, rules(count)))).toEqual([true, false])
  expect(['Europe/Berlin', 'Asia/Nowhere', '+07:00'].map((zone) => accepted({ when: {} }, { zone }))).toEqual(
    [true, false, false],
  )
})

test.each<[string, object]>([
  ['two outcomes', { ...LINK, end: { text: '' } }],
  ['none', {}],
  [
    'weights that do not sum to 100',
    { split: [50, 49].map((weight) => ({ url: 'https://a.example/', weight })) },
  ],
  ['a split of six', splitOf(6)],
  ['a split of one', { split: [{ url: 'https://a.example/', weight: 100 }] }],
  ['the number of the own target', { to: { n: 0, url: 'https://a.example/' } }],
])('a rule with %s is refused', (_, outcome) => {
  expect(accepted({ when: {}, outcome })).toBe(false)
})
