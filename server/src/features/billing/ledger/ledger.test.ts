import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { testDatabase } from '../../../testing/database'
import { issueInvoice, voidInvoice, writeOffInvoice } from '../invoices/invoices'
import { findOpenInvoices } from '../invoices/repository'
import { hold, receiptKey } from '../payments/receive-money'
import { payOpenInvoices } from '../subscriptions/pay-open-invoices'
import { lockSubscription, updateSubscription } from '../subscriptions/subscription-repository'
import { post, reverse, transfer } from './ledger'
import { findWallet } from './repository'

const DAY_MS = 86_400_000
const NOW = new Date('2026-03-01T02:00:00Z')
const storage = testDatabase()
const transaction: ReturnType<typeof storage.database>['transaction'] = (work) =>
  storage.database().transaction(work)

const line = (amount: number) => ({
  text: 'renewal',
  values: {},
  type: 'renewal',
  quantity: 1,
  unitPrice: String(amount),
  amount: String(amount),
})

/** Money from nowhere into a wallet. */
const give = (userId: string, amount: bigint, key: string = randomUUID()) =>
  transaction((tx) =>
    post(tx, {
      key,
      type: 'receipt',
      entries: transfer('clearing:bank', `wallet:${userId}`, amount),
      now: NOW,
    }),
  )

test('a transaction is posted once, balances, and stays as it is', async () => {
  const { db } = storage.database()
  const answers = [await give('an', 5_000n, 'once'), await give('an', 5_000n, 'once')]
  expect(answers).toEqual([true, false])
  expect(await findWallet(db, 'an')).toEqual({ balance: 5_000n, owed: 0n })
  const lopsided = transfer('clearing:bank', 'wallet:an', 1_000n).slice(0, 1)
  await expect(
    transaction((tx) => post(tx, { key: 'lopsided', type: 'receipt', entries: lopsided, now: NOW })),
  ).rejects.toMatchObject({ code: '23514' })
  for (const statement of [sql`update ledger_entries set amount = 1`, sql`delete from ledger_transactions`])
    await expect(db.execute(statement)).rejects.toThrow()
  expect(await findWallet(db, 'an')).toEqual({ balance: 5_000n, owed: 0n })
})

test.each([
  ['more', 99_100n],
  ['less', 98_900n],
])('money that is held, worth %s than it counts, and sent back leaves nothing behind', async (_, worth) => {
  const { db } = storage.database()
  const money = { provider: 'paypal', content: 'QC7K3M9P2F', account: 'clearing:paypal' } as const
  const take = () =>
    transaction((tx) => hold(tx, { ...money, eventKey: `C${worth}`, amount: 99_000n, worth }, NOW))
  const held = await take()
  if (held.outcome !== 'unmatched') throw new Error('not held')
  expect(await take()).toEqual({ outcome: 'duplicate' })
  const sums = async () => {
    const rows = await query<{ account: string; sum: string }>(
      db,
      sql`
      select account, sum(case direction when 'debit' then amount else -amount end)::text as sum
      from ledger_entries where account in ('clearing:paypal', 'suspense', 'fx_rounding') group by 1 order by 1`,
    )
    return rows.map(({ account, sum }) => [account, BigInt(sum)])
  }
  expect(await sums()).toEqual([
    ['clearing:paypal', worth],
    ['fx_rounding', 99_000n - worth],
    ['suspense', -99_000n],
  ])
  const back = { key: `returned:${held.receiptId}`, type: 'receipt-returned', now: NOW }
  const giveBack = () => transaction((tx) => reverse(tx, receiptKey(held.receiptId), back))
  expect([await giveBack(), await giveBack()]).toEqual([true, false])
  expect((await sums()).map(([, sum]) => sum)).toEqual([0n, 0n, 0n])
})

test('of fifty that spend the money for one at once, one does', async () => {
  await give('an', 60_000n)
  const spend = (key: string) =>
    transaction((tx) =>
      post(tx, { key, type: 'spend', entries: transfer('wallet:an', 'revenue', 60_000n), now: NOW }),
    )
  const answers = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => spend(`spend-${i}`)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'PurchaseFailure' })
  expect(await findWallet(storage.database().db, 'an')).toEqual({ balance: 0n, owed: 0n })
})

test('invoice numbers have no gaps, also when an issue is given up', async () => {
  const issue = (userId: string, isGivenUp: boolean) =>
    transaction(async (tx) => {
      const lines = [line(1_000)]
      const invoice = await issueInvoice(tx, { userId, kind: 'plan_change', periodStart: null, lines }, NOW)
      if (isGivenUp) throw new Error('given up')
      return invoice.number
    })
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, (_, i) => issue(`user-${i}`, i % 3 === 0)),
  )
  const numbers = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  expect(numbers.sort()).toEqual(
    Array.from({ length: 8 }, (_, i) => `QC-2026-${String(i + 1).padStart(6, '0')}`),
  )
  // In Ho Chi Minh City the new year begins seven hours earlier than in UTC.
  const late = new Date('2026-12-31T17:00:00Z')
  const invoice = await transaction((tx) =>
    issueInvoice(tx, { userId: 'an', kind: 'plan_change', periodStart: null, lines: [line(1)] }, late),
  )
  expect(invoice.number).toBe('QC-2027-000001')
})

test('the wallet pays whole invoices, the oldest first, and a paid renewal moves the period', async () => {
  const endAt = new Date(NOW.getTime() - 5 * DAY_MS)
  const purchase = { plan: 'basic', price: '99000', payTerm: 'month' as const }
  await transaction(async (tx) => {
    await lockSubscription(tx, 'an', NOW)
    await updateSubscription(tx, 'an', { plan: 'basic', price: 99_000n, status: 'pending', endAt })
    const renewal = {
      userId: 'an',
      kind: 'renewal',
      periodStart: endAt,
      lines: [line(99_000)],
      purchase,
    } as const
    const first = await issueInvoice(tx, renewal, NOW)
    expect((await issueInvoice(tx, renewal, NOW)).number).toBe(first.number)
    const later = new Date(NOW.getTime() + 1)
    await issueInvoice(
      tx,
      { userId: 'an', kind: 'over_limit', periodStart: endAt, lines: [line(20_000)] },
      later,
    )
  })
  const { db } = storage.database()
  expect(await findWallet(db, 'an')).toEqual({ balance: 0n, owed: 119_000n })
  await give('an', 98_999n)
  expect(await transaction((tx) => payOpenInvoices(tx, 'an', NOW))).toMatchObject({
    status: 'pending',
    endAt,
  })
  expect(await findWallet(db, 'an')).toEqual({ balance: 98_999n, owed: 119_000n })
  await give('an', 20_000n)
  expect(await transaction((tx) => payOpenInvoices(tx, 'an', NOW))).toMatchObject({
    status: 'active',
    startAt: endAt,
    endAt: new Date(endAt.getTime() + 30 * DAY_MS),
    paid: 99_000n,
  })
  expect(await findWallet(db, 'an')).toEqual({ balance: 19_999n, owed: 20_000n })
  const [open] = await findOpenInvoices(db, 'an')
  if (!open) throw new Error('no open invoice')
  await transaction((tx) => writeOffInvoice(tx, open, NOW))
  await transaction((tx) => voidInvoice(tx, open, NOW))
  expect(await findWallet(db, 'an')).toEqual({ balance: 19_999n, owed: 0n })
})

test('past due, a paid renewal begins a new period', async () => {
  const endAt = new Date(NOW.getTime() - 20 * DAY_MS)
  await transaction(async (tx) => {
    await lockSubscription(tx, 'an', NOW)
    await updateSubscription(tx, 'an', { plan: 'basic', price: 99_000n, status: 'past-due', endAt })
    const purchase = { plan: 'basic', price: '99000', payTerm: 'year' as const }
    const renewal = {
      userId: 'an',
      kind: 'renewal',
      periodStart: endAt,
      lines: [line(990_000)],
      purchase,
    } as const
    await issueInvoice(tx, renewal, NOW)
  })
  await give('an', 990_000n)
  expect(await transaction((tx) => payOpenInvoices(tx, 'an', NOW))).toMatchObject({
    status: 'active',
    startAt: NOW,
    endAt: new Date(NOW.getTime() + 365 * DAY_MS),
    packagePayment: 'year',
    paid: 990_000n,
  })
})
