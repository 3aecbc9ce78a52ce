import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { givenTrustedTime } from '../../../testing/clock'
import { testDatabase } from '../../../testing/database'
import { issueInvoice, voidInvoice, writeOffInvoice } from '../invoices/invoices'
import { findOpenInvoices } from '../invoices/repository'
import { type LockedAccount, lockAccount } from '../locked-account-repository'
import { keepUnmatched, receiptKey } from '../payments/receive-money'
import { payOpenInvoices } from '../subscriptions/pay-open-invoices'
import { post, reverseHouse, transfer } from './ledger'
import { findWallet } from './repository'

const DAY_MS = 86_400_000
const NOW = new Date('2026-03-01T02:00:00Z')
const storage = testDatabase()
const transaction: ReturnType<typeof storage.database>['transaction'] = (work) =>
  storage.database().transaction(work)

const onAccount = <T>(userId: string, work: (account: LockedAccount) => Promise<T>, now = NOW): Promise<T> =>
  transaction(async (tx) => work(await lockAccount(tx, userId, now)))

/** The subscription after the outstanding balance was paid as far as the wallet allows. */
const settled = (userId: string) =>
  onAccount(userId, async (account) => {
    await payOpenInvoices(account)
    return account.subscription
  })

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
  onAccount(userId, (account) =>
    post(account, {
      key,
      type: 'receipt',
      entries: transfer('clearing:bank', account.wallet, amount),
    }),
  )

test('a transaction is posted once, balances, and stays as it is', async () => {
  const { db } = storage.database()
  const answers = [await give('an', 5_000n, 'once'), await give('an', 5_000n, 'once')]
  expect(answers).toEqual([true, false])
  expect(await findWallet(db, 'an')).toEqual({ balance: 5_000n, owed: 0n })
  const ofAn = transfer('clearing:bank', 'wallet:an', 1_000n)
  const lopsided = { key: 'lopsided', type: 'receipt', entries: ofAn.slice(0, 1) }
  await expect(onAccount('an', (account) => post(account, lopsided))).rejects.toMatchObject({ code: '23514' })
  const ofAnother = { key: 'of-another', type: 'receipt', entries: ofAn }
  await expect(onAccount('binh', (account) => post(account, ofAnother))).rejects.toThrow('not locked')
  await expect(
    onAccount('an', async ({ tx }) => void (await lockAccount(tx, 'binh', NOW))),
    'two accounts in one transaction might wait for each other',
  ).rejects.toThrow('lock only one account')
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
    transaction((tx) => keepUnmatched(tx, { ...money, eventKey: `C${worth}`, amount: 99_000n, worth }, NOW))
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
  const back = { key: `returned:${held.receiptId}`, type: 'receipt-returned' }
  const giveBack = () => transaction((tx) => reverseHouse(tx, receiptKey(held.receiptId), back, NOW))
  expect([await giveBack(), await giveBack()]).toEqual([true, false])
  expect((await sums()).map(([, sum]) => sum)).toEqual([0n, 0n, 0n])
})

test('of fifty that spend the money for one at once, one does', async () => {
  await give('an', 60_000n)
  const spend = (key: string) =>
    onAccount('an', (account) =>
      post(account, {
        key,
        type: 'spend',
        entries: transfer(account.wallet, 'revenue', 60_000n),
      }),
    )
  const answers = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => spend(`spend-${i}`)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'PurchaseFailure' })
  expect(await findWallet(storage.database().db, 'an')).toEqual({ balance: 0n, owed: 0n })
})

test('invoice numbers have no gaps, also when an issue is given up', async () => {
  const issue = (userId: string, isGivenUp: boolean) =>
    onAccount(userId, async (account) => {
      const lines = [line(1_000)]
      const invoice = await issueInvoice(account, { kind: 'plan_change', periodStart: null, lines })
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
  const lines = [line(1)]
  const invoice = await onAccount(
    'an',
    (account) => issueInvoice(account, { kind: 'plan_change', periodStart: null, lines }),
    late,
  )
  expect(invoice.number).toBe('QC-2027-000001')
})

test('an invoice under a clock that leaps into the next year has a number of this one', async () => {
  await givenTrustedTime(storage.database(), new Date('2026-12-01T00:00:00Z'))
  const lines = [line(1)]
  const numberAt = async (now: string) => {
    const issue = (account: LockedAccount) =>
      issueInvoice(account, { kind: 'plan_change', periodStart: null, lines })
    return (await onAccount('an', issue, new Date(now))).number
  }
  expect(await numberAt('2027-01-10T00:00:00Z')).toBe('QC-2026-000001')
  await givenTrustedTime(storage.database(), new Date('2026-12-31T16:59:30Z'))
  expect(await numberAt('2026-12-31T17:00:00Z')).toBe('QC-2027-000001')
})

test('the wallet pays whole invoices, the oldest first, and a paid renewal moves the period', async () => {
  const endAt = new Date(NOW.getTime() - 5 * DAY_MS)
  const purchase = { plan: 'basic', price: '99000', payTerm: 'month' as const }
  await onAccount('an', async (account) => {
    await account.updateSubscription({ plan: 'basic', price: 99_000n, status: 'pending', endAt })
    const renewal = {
      kind: 'renewal',
      periodStart: endAt,
      lines: [line(99_000)],
      purchase,
    } as const
    const first = await issueInvoice(account, renewal)
    expect((await issueInvoice(account, renewal)).number).toBe(first.number)
  })
  const overLimit = { kind: 'over_limit', periodStart: endAt, lines: [line(20_000)] } as const
  await onAccount('an', (account) => issueInvoice(account, overLimit), new Date(NOW.getTime() + 1))
  const { db } = storage.database()
  expect(await findWallet(db, 'an')).toEqual({ balance: 0n, owed: 119_000n })
  await give('an', 98_999n)
  expect(await settled('an')).toMatchObject({
    status: 'pending',
    endAt,
  })
  expect(await findWallet(db, 'an')).toEqual({ balance: 98_999n, owed: 119_000n })
  await give('an', 20_000n)
  expect(await settled('an')).toMatchObject({
    status: 'active',
    startAt: endAt,
    endAt: new Date(endAt.getTime() + 30 * DAY_MS),
    paid: 99_000n,
  })
  expect(await findWallet(db, 'an')).toEqual({ balance: 19_999n, owed: 20_000n })
  const [open] = await findOpenInvoices(db, 'an')
  if (!open) throw new Error('no open invoice')
  await onAccount('an', (account) => writeOffInvoice(account, open))
  await onAccount('an', (account) => voidInvoice(account, open))
  expect(await findWallet(db, 'an')).toEqual({ balance: 19_999n, owed: 0n })
})

test('past due, a paid renewal begins a new period', async () => {
  const endAt = new Date(NOW.getTime() - 20 * DAY_MS)
  await onAccount('an', async (account) => {
    await account.updateSubscription({ plan: 'basic', price: 99_000n, status: 'past-due', endAt })
    const purchase = { plan: 'basic', price: '99000', payTerm: 'year' as const }
    const renewal = {
      kind: 'renewal',
      periodStart: endAt,
      lines: [line(990_000)],
      purchase,
    } as const
    await issueInvoice(account, renewal)
  })
  await give('an', 990_000n)
  expect(await settled('an')).toMatchObject({
    status: 'active',
    startAt: NOW,
    endAt: new Date(NOW.getTime() + 365 * DAY_MS),
    packagePayment: 'year',
    paid: 990_000n,
  })
})
