import type { PaymentInfo } from '@scanleaf/shared'
import { TRUTH_TABLE, type TruthRow } from '@scanleaf/shared/billing/truth-table'
import { describe, expect, test } from 'vitest'
import { moneyApp } from '../../../testing/money'
import { findBrokenInvariants } from '../ledger/invariants-repository'

const DAY_MS = 86_400_000
const PRICES = { F: 0, B: 99_000, P: 199_000, Z: 499_000 }
const CODES = { F: 'free', B: 'basic', P: 'pro', Z: 'business' }
const {
  service,
  people,
  call,
  ok,
  balanceOf,
  subscriptionOf,
  change,
  topUp,
  transactionOf,
  confirm,
  given,
  inDays,
} = moneyApp()

describe('the truth table of payments §9, asked for, paid and done', () => {
  async function begin(row: TruthRow) {
    const days =
      row.status === 'past-due' ? -20 : row.status === 'pending' ? -(row.days ?? 0) : (row.days ?? 0)
    const endAt = row.from === 'F' ? null : inDays(days)
    const { status, packagePayment, wallet, debt } = row
    const terms = { plan: CODES[row.from], price: PRICES[row.from], packagePayment }
    await given(people.an, { status, ...terms, endAt, wallet, debt })
    return endAt
  }

  test.each(TRUTH_TABLE.filter(({ isRefused }) => !isRefused))('row $row', async (row) => {
    const endAt = await begin(row)
    const isDebt = row.to === 'debt'
    const asked = isDebt ? { purpose: 'debt' } : { purpose: 'plan_change', plan: CODES[row.to as 'B'] }
    const quote = await ok(people.an, 'POST', 'billing/subscriptions/quote', {
      ...asked,
      payYear: row.payYear,
    })
    const { due, short, direct } = row
    expect(quote).toMatchObject({ due, short, direct })
    if (!isDebt) expect(quote).toMatchObject({ amount: row.amount, credit: row.credit, debt: row.debt })

    const payYear = row.payYear
    const paymentType = row.short > 0 ? 'bank-transfer' : 'wallet'
    const order: PaymentInfo = isDebt
      ? await ok(people.an, 'POST', 'billing/transactions', { paymentType, payYear })
      : await change(CODES[row.to as 'B'], { paymentType, payYear, quoteId: quote.id })
    if (order.paymentType === 'bank-transfer') {
      expect(order.amount).toBe(row.short)
      await confirm(order.transactionId, row.short)
      expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'success' })
    }
    const after = await subscriptionOf(people.an)
    expect(after).toMatchObject({ status: 'active', outstandingBalance: 0 })
    expect(await balanceOf(people.an)).toBe(row.wallet + row.short - row.due + row.credit)
    if (!isDebt) expect(after.plan).toBe(CODES[row.to as 'B'])
    expect(after.endAt).toBe(endAfter(row, endAt)?.toISOString() ?? null)
    expect(await findBrokenInvariants(service.database().db)).toEqual([])
  })

  /** payments §9, resolutions 4 to 10. */
  function endAfter(row: TruthRow, endAt: Date | null): Date | null {
    const term = row.payYear ? 365 : 30
    if (row.to === 'F') return null
    if (row.from === 'F' || row.status === 'past-due' || row.row === 18) return inDays(term)
    if (!endAt) throw new Error('no end')
    const hasNewPeriod = row.status === 'pending' || row.row === 11
    return hasNewPeriod ? new Date(endAt.getTime() + (row.to === 'debt' ? term : 30) * DAY_MS) : endAt
  }

  test('row 35: a top-up goes to the wallet, and pays what is owed', async () => {
    await given(people.an, { plan: 'free', price: 0, wallet: 10_000 })
    const { transactionId } = await topUp(250_000)
    await confirm(transactionId, 250_000)
    expect(await balanceOf(people.an)).toBe(260_000)
    const refused = await call(people.an, 'POST', 'billing/transactions', {
      amount: 5_000,
      paymentType: 'wallet',
    })
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { fields: { paymentType: 'invalid-choice' } } },
    })
  })

  test('row 36: the plan that one has is refused', async () => {
    await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(9) })
    const order = { plan: 'basic', paymentType: 'bank-transfer' }
    for (const path of ['change', 'quote']) {
      const reply = await call(people.an, 'POST', `billing/subscriptions/${path}`, {
        purpose: 'plan_change',
        ...order,
      })
      expect(reply).toMatchObject({ status: 422, body: { error: { code: 'same-plan' } } })
    }
  })
})
