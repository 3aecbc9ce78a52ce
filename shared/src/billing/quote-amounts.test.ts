import { expect, test } from 'vitest'
import { isMonthOwed, type PlanTerms, type QuoteBasis, quoteChange, quoteDebt, termMs } from './quote'

const DAY_MS = 86_400_000
const NOW = new Date('2026-03-01T02:00:00Z')
const PRICES = { F: 0n, B: 99_000n, P: 199_000n, Z: 499_000n } as const
const CODES = { F: 'free', B: 'basic', P: 'pro', Z: 'business' } as const
const termsOf = (plan: keyof typeof PRICES): PlanTerms => ({
  code: CODES[plan],
  price: PRICES[plan],
  period: 'monthly',
})

const later = (days: number, from = NOW) => new Date(from.getTime() + days * DAY_MS)
const ACTIVE: QuoteBasis = {
  ...{ status: 'active', plan: termsOf('B'), packagePayment: 'month', endAt: later(9) },
  ...{ paid: 99_000n, wallet: 0n, debt: 0n },
}
const FREE: QuoteBasis = { ...ACTIVE, plan: termsOf('F'), endAt: null, paid: 0n }
const PRO: QuoteBasis = { ...ACTIVE, plan: termsOf('P'), paid: 199_000n }
/** What a change brings when it costs nothing and begins nothing. */
const NOTHING = {
  credit: 0n,
  debt: 0n,
  due: 0n,
  short: 0n,
  direct: false,
  lines: [],
  days: 9,
  payTerm: 'month',
}
const line = (code: string, amount: bigint) => ({ code, amount })

/** Worked out by hand from payments §9: each field of the quote, and when the plan renews. */
test.each<[string, QuoteBasis, PlanTerms, boolean, object]>([
  [
    'a first plan',
    FREE,
    termsOf('B'),
    false,
    {
      ...{
        ...NOTHING,
        amount: 99_000n,
        due: 99_000n,
        short: 99_000n,
        lines: [line('plan', 99_000n)],
        days: 0,
      },
      ...{ period: 'from-now', renewsAt: later(30) },
    },
  ],
  [
    'a first plan for a year',
    { ...FREE, wallet: 990_000n },
    termsOf('B'),
    true,
    {
      ...{ ...NOTHING, amount: 99_000n, due: 990_000n, days: 0, payTerm: 'year' },
      ...{ lines: [line('plan', 99_000n), line('year', 891_000n)], period: 'from-now', renewsAt: later(365) },
    },
  ],
  [
    'a dearer plan amid the month',
    { ...ACTIVE, debt: 5n },
    termsOf('P'),
    false,
    {
      ...{ ...NOTHING, amount: 30_000n, debt: 5n, due: 30_005n, short: 30_005n },
      ...{ lines: [line('debt', 5n), line('proration', 30_000n)], period: 'kept', renewsAt: later(9) },
    },
  ],
  [
    'a dearer plan on the last day',
    { ...ACTIVE, endAt: later(0.5) },
    termsOf('P'),
    true,
    {
      ...{
        ...NOTHING,
        amount: 199_000n,
        due: 199_000n,
        short: 199_000n,
        lines: [line('plan', 199_000n)],
        days: 0,
      },
      ...{ period: 'from-end', renewsAt: later(30.5) },
    },
  ],
  [
    'a dearer plan amid a whole year, ten months at most',
    { ...ACTIVE, packagePayment: 'year', endAt: later(365) },
    termsOf('P'),
    false,
    {
      ...{ ...NOTHING, amount: 1_000_000n, due: 1_000_000n, short: 1_000_000n, days: 365, payTerm: 'year' },
      ...{ lines: [line('proration', 1_000_000n)], period: 'kept', renewsAt: later(365) },
    },
  ],
  [
    'a cheaper plan',
    { ...PRO, debt: 7n },
    termsOf('B'),
    false,
    {
      ...{
        ...NOTHING,
        amount: 99_000n,
        credit: 30_000n,
        debt: 7n,
        direct: true,
        lines: [line('credit', -30_000n)],
      },
      ...{ period: 'kept', renewsAt: later(9) },
    },
  ],
  [
    'a cheaper plan of which little was paid',
    { ...PRO, paid: 1_000n },
    termsOf('B'),
    false,
    {
      ...{ ...NOTHING, amount: 99_000n, credit: 1_000n, direct: true, lines: [line('credit', -1_000n)] },
      ...{ period: 'kept', renewsAt: later(9) },
    },
  ],
  [
    'a cheaper plan amid a year',
    { ...PRO, packagePayment: 'year', paid: 1_990_000n, endAt: later(100) },
    termsOf('B'),
    false,
    {
      ...{
        ...NOTHING,
        amount: 99_000n,
        credit: 273_972n,
        direct: true,
        lines: [line('credit', -273_972n)],
        days: 100,
      },
      ...{ period: 'kept', payTerm: 'year', renewsAt: later(100) },
    },
  ],
  [
    'another plan of the same price',
    { ...PRO, debt: 7n },
    { ...termsOf('P'), code: 'other' },
    false,
    {
      ...{ ...NOTHING, amount: 199_000n, debt: 7n, direct: true, period: 'kept', renewsAt: later(9) },
    },
  ],
  [
    'no plan any more',
    PRO,
    termsOf('F'),
    false,
    {
      ...{ ...NOTHING, amount: 0n, credit: 59_700n, direct: true, lines: [line('credit', -59_700n)] },
      ...{ period: 'none', renewsAt: null },
    },
  ],
  [
    'a cheaper plan while a month is owed',
    { ...PRO, status: 'pending', endAt: later(-2), debt: 199_000n },
    termsOf('B'),
    false,
    {
      ...{
        ...NOTHING,
        amount: 99_000n,
        credit: 93_333n,
        debt: 199_000n,
        due: 199_000n,
        short: 199_000n,
        days: 28,
      },
      ...{ lines: [line('debt', 199_000n), line('credit', -93_333n)], period: 'kept', renewsAt: later(28) },
    },
  ],
  [
    'no plan any more with a debt that the wallet pays',
    { ...PRO, status: 'past-due', debt: 50n, wallet: 50n },
    termsOf('F'),
    false,
    {
      ...{ ...NOTHING, amount: 0n, debt: 50n, due: 50n, direct: true, lines: [line('debt', 50n)], days: 0 },
      ...{ period: 'none', renewsAt: null },
    },
  ],
  [
    'no plan any more with a debt that it does not pay',
    { ...PRO, status: 'past-due', debt: 50n, wallet: 49n },
    termsOf('F'),
    false,
    {
      ...{ ...NOTHING, amount: 0n, debt: 50n, due: 50n, short: 1n, lines: [line('debt', 50n)], days: 0 },
      ...{ period: 'none', renewsAt: null },
    },
  ],
  [
    'another plan after the period ended unpaid',
    { ...ACTIVE, status: 'past-due', debt: 50n },
    termsOf('P'),
    false,
    {
      ...{ ...NOTHING, amount: 199_000n, debt: 50n, due: 199_050n, short: 199_050n, days: 0 },
      ...{ lines: [line('debt', 50n), line('plan', 199_000n)], period: 'from-now', renewsAt: later(30) },
    },
  ],
])('%s', (_, basis, next, payYear, expected) => {
  expect(quoteChange(basis, next, { payYear, now: NOW })).toEqual(expected)
})

const OWED = { ...ACTIVE, status: 'pending' as const, debt: 99_000n }
test.each<[string, Partial<QuoteBasis>, boolean]>([
  ['to the đồng', {}, true],
  ['after the period', { status: 'past-due' }, true],
  ['and more', { debt: 99_001n }, true],
  ['not, with less', { debt: 98_999n }, false],
  ['not while the period runs', { status: 'active' }, false],
  ['not of a year', { packagePayment: 'year' }, false],
  ['not of a week', { plan: { ...termsOf('B'), period: 'weekly' } }, false],
])('a month is owed %s', (_, more, expected) => {
  expect(isMonthOwed({ ...OWED, ...more })).toBe(expected)
  expect(quoteDebt({ ...OWED, ...more }, { payYear: true }) !== null).toBe(expected)
  expect(quoteDebt({ ...OWED, ...more }, { payYear: false })).not.toBeNull()
})

test('a debt is paid alone, or with the other nine months', () => {
  const alone = { amount: 99_000n, credit: 0n, debt: 99_000n, direct: false }
  expect(quoteDebt({ ...OWED, wallet: 99_001n }, { payYear: false })).toEqual({
    ...{ ...alone, due: 99_000n, short: 0n, lines: [line('debt', 99_000n)] },
  })
  expect(quoteDebt({ ...OWED, wallet: 1_000n }, { payYear: true })).toEqual({
    ...{ ...alone, due: 990_000n, short: 989_000n, lines: [line('debt', 99_000n), line('year', 891_000n)] },
  })
})

test('only a monthly plan is bought for a year', () => {
  const terms = (['daily', 'weekly', 'monthly', 'yearly'] as const).map((period) =>
    (['month', 'year'] as const).map((payTerm) => termMs(period, payTerm) / DAY_MS),
  )
  expect(terms).toEqual([
    [1, 1],
    [7, 7],
    [30, 365],
    [365, 365],
  ])
})
