import { branches, runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysLeft, type PlanTerms, type QuoteBasis, quoteChange, quoteDebt } from './quote'
import { TRUTH_TABLE } from './truth-table'

const DAY_MS = 86_400_000
const NOW = new Date('2026-03-01T02:00:00Z')
const PRICES = { F: 0n, B: 99_000n, P: 199_000n, Z: 499_000n } as const
const CODES = { F: 'free', B: 'basic', P: 'pro', Z: 'business' } as const
const termsOf = (plan: keyof typeof PRICES): PlanTerms => ({
  code: CODES[plan],
  price: PRICES[plan],
  period: 'monthly',
})

describe('the truth table of payments §9', () => {
  for (const row of TRUTH_TABLE) {
    test(`row ${row.row}: ${row.status} ${row.from}>${row.to} ${row.payYear ? 'year' : 'month'}`, () => {
      const days = row.status === 'pending' ? -(row.days ?? 0) : (row.days ?? 0)
      const isYear = row.packagePayment === 'year'
      const basis: QuoteBasis = {
        status: row.status,
        plan: termsOf(row.from),
        packagePayment: row.packagePayment,
        endAt: row.from === 'F' ? null : new Date(NOW.getTime() + days * DAY_MS),
        paid: PRICES[row.from] * (isYear ? 10n : 1n),
        wallet: BigInt(row.wallet),
        debt: BigInt(row.debt),
      }
      if (row.to === 'debt') {
        const quote = quoteDebt(basis, { payYear: row.payYear })
        expect(quote).toMatchObject({ due: BigInt(row.due), short: BigInt(row.short) })
        return
      }
      const quote = quoteChange(basis, termsOf(row.to), { payYear: row.payYear, now: NOW })
      if (row.isRefused) {
        expect(quote).toBeNull()
        return
      }
      expect(quote).toMatchObject({
        amount: BigInt(row.amount),
        credit: BigInt(row.credit),
        debt: BigInt(row.debt),
        due: BigInt(row.due),
        short: BigInt(row.short),
        direct: row.direct,
      })
      const charged = quote?.lines.filter(({ code }) => code !== 'credit') ?? []
      expect(charged.reduce((sum, line) => sum + line.amount, 0n)).toBe(quote?.due)
    })
  }
})

describe('whole days', () => {
  const from = (
    iso: string,
    endIso: string,
    status: 'active' | 'pending',
    packagePayment: 'month' | 'year',
  ) =>
    daysLeft(
      {
        status,
        plan: termsOf('B'),
        packagePayment,
        endAt: new Date(endIso),
        paid: 0n,
        wallet: 0n,
        debt: 0n,
      },
      new Date(iso),
    )

  test('of an active period are floored, whatever the calendar does', () => {
    const left = (iso: string, end: string) => from(iso, end, 'active', 'month')
    expect(left('2026-03-01T00:00:00.001Z', '2026-03-02T00:00:00Z')).toBe(0)
    expect(left('2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z')).toBe(1)
    expect(left('2026-03-01T00:00:00Z', '2026-03-31T00:00:00Z')).toBe(30)
    expect(left('2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z')).toBe(0)
    expect(left('2028-02-28T12:00:00Z', '2028-03-01T12:00:00Z')).toBe(2)
    expect(left('2026-02-28T12:00:00Z', '2026-03-01T12:00:00Z')).toBe(1)
    expect(left('2026-12-31T17:00:00Z', '2027-01-01T16:59:59.999Z')).toBe(0)
  })

  test.each([
    ['the moment of the end', 0, 29],
    ['1 ms before a day', DAY_MS - 1, 29],
    ['1 day', DAY_MS, 29],
    ['13 days', 13 * DAY_MS, 17],
    ['29 days', 29 * DAY_MS, 1],
    ['30 days', 30 * DAY_MS, 0],
    ['31 days', 31 * DAY_MS, 0],
    ['an end that lies ahead', -5 * DAY_MS, 29],
  ])('of a pending month, after %s', (_, sinceMs, expected) => {
    const end = new Date('2026-01-31T17:00:00Z')
    const now = new Date(end.getTime() + sinceMs)
    expect(from(now.toISOString(), end.toISOString(), 'pending', 'month')).toBe(expected)
  })

  test('of a pending year count from 365', () => {
    expect(from('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'pending', 'year')).toBe(364)
    expect(from('2026-01-08T00:00:00Z', '2026-01-01T00:00:00Z', 'pending', 'year')).toBe(358)
  })
})

const aBasis = fc.record({
  status: fc.constantFrom('active' as const, 'pending' as const, 'past-due' as const),
  price: fc.bigInt(1_000n, 1_000_000n),
  packagePayment: fc.constantFrom('month' as const, 'year' as const),
  offsetMs: fc.integer({ min: 0, max: 365 * DAY_MS }),
  wallet: fc.bigInt(0n, 10_000_000n),
  debt: fc.bigInt(0n, 5_000_000n),
})

const ONE = {
  ...{ status: 'active' as const, packagePayment: 'month' as const, price: 99_000n },
  ...{ offsetMs: 0, wallet: 0n, debt: 0n },
}

test('changing up and back at once never gains, and what is due is never below zero', () => {
  const rare = branches(
    'active',
    'pending',
    'past-due',
    'year kept',
    'month kept',
    'bought',
    'short',
    'enough',
  )
  fc.assert(
    fc.property(aBasis, fc.bigInt(1n, 1_000_000n), (given, difference) => {
      const { status, price, packagePayment, wallet, debt } = given
      const offsetMs = given.offsetMs % ((packagePayment === 'year' ? 365 : 30) * DAY_MS)
      const endAt = new Date(NOW.getTime() + (status === 'active' ? offsetMs : -offsetMs))
      const cheap: PlanTerms = { code: 'cheap', price, period: 'monthly' }
      const dear: PlanTerms = { code: 'dear', price: price + difference, period: 'monthly' }
      const paid = price * (packagePayment === 'year' ? 10n : 1n)
      const basis: QuoteBasis = { status, plan: cheap, packagePayment, endAt, paid, wallet, debt }
      const up = quoteChange(basis, dear, { payYear: false, now: NOW })
      if (!up) throw new Error('no quote')
      expect(up.due).toBeGreaterThanOrEqual(0n)
      expect(up.short).toBe(wallet < up.due ? up.due - wallet : 0n)
      rare.reach(status)
      rare.reach(up.short > 0n ? 'short' : 'enough')
      if (up.period !== 'kept') return rare.reach('bought')
      rare.reach(`${packagePayment} kept`)
      const cost = up.due - debt
      const back = quoteChange({ ...basis, plan: dear, paid: paid + cost }, cheap, {
        payYear: false,
        now: NOW,
      })
      expect(back?.credit).toBeLessThanOrEqual(cost)
    }),
    {
      numRuns: runs(1000),
      // The last day of a period, a whole year left of one, and a debt that the wallet pays to the đồng.
      examples: [
        [{ ...ONE, offsetMs: DAY_MS - 1 }, 100_000n],
        [{ ...ONE, packagePayment: 'year', offsetMs: 365 * DAY_MS - 1 }, 1n],
        [{ ...ONE, status: 'pending', offsetMs: 0, wallet: 99_000n, debt: 99_000n }, 1_000_000n],
        [{ ...ONE, status: 'past-due' }, 1n],
      ],
    },
  )
  rare.expectAll()
})

test('a plan that is not monthly is bought whole, and gives nothing back', () => {
  const weekly: PlanTerms = { code: 'week', price: 30_000n, period: 'weekly' }
  const basis: QuoteBasis = {
    status: 'active',
    plan: termsOf('P'),
    packagePayment: 'month',
    endAt: new Date(NOW.getTime() + 9 * DAY_MS),
    paid: 199_000n,
    wallet: 0n,
    debt: 0n,
  }
  expect(quoteChange(basis, weekly, { payYear: true, now: NOW })).toMatchObject({
    due: 30_000n,
    credit: 0n,
    direct: false,
    period: 'from-now',
    payTerm: 'month',
  })
})
