import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { moneyApp } from '../../testing/money'
import { findSubscription } from './subscription-repository'

const DAY_MS = 86_400_000
const {
  service,
  clock,
  people,
  call,
  ok,
  balanceOf,
  subscriptionOf,
  change,
  topUp,
  transactionOf,
  confirm,
  record,
  given,
  runJob,
  inDays,
} = moneyApp()

test('a change by transfer: the order, its VietQR, and the history with its invoice', async () => {
  await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(17) })
  await ok(people.an, 'PATCH', 'billing/billing-accounts/profile', {
    company: 'Lá',
    address: { address: '1 Lê Lợi' },
  })
  const order = await change('pro', { language: 'en' })
  if (order.paymentType !== 'bank-transfer') throw new Error('no transfer')
  expect(order).toMatchObject({ bankName: 'ACB', accountNumber: '123456789', amount: 56_667 })
  expect(order.content).toBe(order.transactionId)
  expect(order.qr).toContain(`540556667`)
  expect(order.qr).toContain(order.content)
  expect(await ok(people.an, 'GET', `billing/transactions/${order.transactionId}?lang=en`)).toMatchObject({
    status: 'pending',
    payment: order,
  })

  await confirm(order.transactionId, 56_667)
  const { result, meta } = (await call(people.an, 'GET', 'billing/transactions?lang=en')).body
  expect(meta).toEqual({ total: 1, page: 1, pages: 1, limit: 10 })
  expect(result[0]).toMatchObject({
    id: order.transactionId,
    type: 'plan_change',
    amount: 56_667,
    paymentType: 'acb',
    status: 'success',
    payment: null,
    invoice: `QC-${new Date(clock.now().getTime() + 7 * 3_600_000).getUTCFullYear()}-000001`,
  })
  expect(result[0].invoiceDetails[0].items).toEqual([
    {
      description: 'Upgrade to Pro, prorated for 17 remaining days',
      amount: 56_667,
      currency: 'VND',
      details: { type: 'proration', quantity: 1 },
      oldPlanDetail: { originPrice: 99_000, discount: 56_100, description: 'Basic' },
    },
  ])
})

describe('what comes in (payments §6.4)', () => {
  const wanted = async () => {
    await given(people.an, {
      status: 'pending',
      plan: 'basic',
      price: 99_000,
      endAt: inDays(-13),
      wallet: 60_000,
      debt: 99_000,
    })
    const order = await change('pro')
    return order.transactionId
  }

  test('too little: what is owed is paid, the change waits for the rest', async () => {
    const id = await wanted()
    await confirm(id, 90_000)
    expect(await subscriptionOf(people.an)).toMatchObject({
      plan: 'basic',
      status: 'active',
      outstandingBalance: 0,
    })
    expect(await balanceOf(people.an)).toBe(51_000)
    const waiting = await transactionOf(id)
    expect(waiting).toMatchObject({ status: 'pending', paid: 90_000, payment: { amount: 5_667 } })
    await record(`CT ${id.toLowerCase()}.`, 5_667)
    expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'pro' })
    expect(await balanceOf(people.an)).toBe(0)
  })

  test('too much, and twice: the rest stays in the wallet', async () => {
    const id = await wanted()
    await confirm(id, 100_000)
    expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'pro', status: 'active' })
    expect(await balanceOf(people.an)).toBe(4_333)
    await confirm(id, 1_000)
    expect(await balanceOf(people.an)).toBe(5_333)
  })

  test('late: the change is made when what is due by then is covered', async () => {
    await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(17) })
    const { transactionId } = await change('pro')
    clock.advance(2 * DAY_MS)
    await runJob('billing-expiry')
    expect(await transactionOf(transactionId)).toMatchObject({
      status: 'failure',
      statusDetail: { code: 'expired' },
    })
    await record(transactionId, 56_667)
    expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'pro' })
    expect(await balanceOf(people.an)).toBe(6_667)
  })

  test('late, and dearer by then: the money stays in the wallet', async () => {
    await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(29) })
    const second = await change('pro')
    await service.database().db.execute(sql`update plans set price = 299000 where code = 'pro'`)
    await record(second.transactionId, 96_667)
    await service.database().db.execute(sql`update plans set price = 199000 where code = 'pro'`)
    expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'basic' })
    expect(await balanceOf(people.an)).toBe(96_667)
    const rows = await service.database().db.execute(sql`select kind from billing_notices`)
    expect(rows).toMatchObject({ rows: [{ kind: 'change-not-made' }] })
  })

  test('more than thirty days late, cancelled by a newer change: the wallet only', async () => {
    await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(29) })
    const first = await change('pro')
    const second = await change('business')
    await record(first.transactionId, 96_667)
    expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'basic' })
    expect(await balanceOf(people.an)).toBe(96_667)
    clock.advance(32 * DAY_MS)
    people.an = await service.signInAgain(people.an)
    people.operator = await service.signInAgain(people.operator)
    await runJob('billing-expiry')
    await record(second.transactionId, 400_000)
    expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'basic' })
    expect(await balanceOf(people.an)).toBe(496_667)
  })

  test('for nobody: it is held until an operator says whose it is, or sends it back', async () => {
    const { transactionId } = await topUp(50_000)
    const wrong = transactionId.slice(0, 9) + (transactionId.endsWith('0') ? '1' : '0')
    for (const content of ['cam on', wrong, `${transactionId} ${(await topUp(60_000)).transactionId}`])
      expect(await record(content, 50_000), content).toMatchObject({ state: 'unmatched', transfer: null })
    expect(await balanceOf(people.an)).toBe(0)
    const held = (await call(people.operator, 'GET', 'admin/billing/receipts')).body
    expect(held.meta.total).toBe(3)
    const [first, second] = held.result
    const assign = `admin/billing/receipts/${first.id}/assign`
    expect(
      await ok(people.operator, 'POST', assign, { transfer: transactionId, reason: 'asked the bank' }),
    ).toMatchObject({
      state: 'assigned',
      transfer: transactionId,
    })
    expect(await balanceOf(people.an)).toBe(50_000)
    expect(await transactionOf(transactionId)).toMatchObject({ status: 'success' })
    expect(
      await call(people.operator, 'POST', assign, { transfer: transactionId, reason: 'again' }),
    ).toMatchObject({
      status: 409,
    })
    await ok(people.operator, 'POST', `admin/billing/receipts/${second.id}/refund`, { reason: 'no answer' })
    const audit = await ok(people.operator, 'GET', 'admin/billing/audit')
    expect(audit.map(({ action }: { action: string }) => action)).toEqual([
      'refund-receipt',
      'assign',
      'record',
      'record',
      'record',
    ])
    expect(audit[1]).toMatchObject({ by: people.operator.email, reason: 'asked the bank', amount: 50_000 })
  })
})

test('amounts that are no whole VND from 1,000 to 1,000,000,000 are refused', async () => {
  const wrong = [
    0,
    -1,
    1.5,
    999,
    1e9 + 1,
    2 ** 53,
    1e308,
    '1e9',
    '0x10',
    '1.000',
    ' 5000',
    '',
    'abc',
    [],
    {},
    true,
    'NaN',
  ]
  for (const amount of wrong) {
    const reply = await call(people.an, 'POST', 'billing/transactions', {
      amount,
      paymentType: 'bank-transfer',
    })
    expect(reply, JSON.stringify(amount)).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid-amount' } },
    })
  }
  for (const amount of [1_000, '1000', 1e9]) await topUp(amount as number)
  // Without an amount the outstanding balance is paid, and there is none.
  const nothing = await call(people.an, 'POST', 'billing/transactions', {
    amount: null,
    paymentType: 'bank-transfer',
  })
  expect(nothing.body.error.code).toBe('invalid-amount')
})

test('the same key is one payment, with another body a conflict', async () => {
  const order = { amount: 20_000, paymentType: 'bank-transfer' }
  const ask = (body: object) => call(people.an, 'POST', 'billing/transactions', body, 'press-1')
  const [first, again] = [await ask(order), await ask(order)]
  expect(again).toEqual(first)
  expect(await ask({ ...order, amount: 30_000 })).toMatchObject({ status: 409 })
  expect((await call(people.an, 'GET', 'billing/transactions')).body.meta.total).toBe(1)
})

test('what is another’s does not exist', async () => {
  const other = await service.signedIn()
  await given(people.an, { plan: 'free', price: 0, wallet: 199_000 })
  const bought = await change('pro', { paymentType: 'wallet' })
  const { invoiceId } = await transactionOf(bought.transactionId)
  expect(await call(people.an, 'GET', `billing/invoices/${invoiceId}`)).toMatchObject({ status: 200 })
  const { transactionId } = await topUp(20_000)
  const quote = await ok(people.an, 'POST', 'billing/subscriptions/quote', {
    purpose: 'plan_change',
    plan: 'basic',
  })
  const order = { plan: 'basic', paymentType: 'bank-transfer' }
  for (const [method, path, body] of [
    ['GET', `billing/invoices/${invoiceId}`],
    ['GET', `billing/transactions/${bought.transactionId}`],
    ['GET', `billing/transactions/${transactionId}`],
    ['POST', `billing/transactions/${transactionId}/cancel`, {}],
    ['POST', 'billing/subscriptions/change', { ...order, quoteId: quote.id }],
    ['POST', 'billing/subscriptions/change', { ...order, plan: 'gold' }],
    ['GET', `billing/transactions/${randomUUID()}`],
    ['GET', 'billing/transactions/QC0000000'],
  ] as const)
    expect(await call(other, method, path, body), path).toMatchObject({ status: 404 })
  for (const path of ['transfers', 'receipts', 'checks', 'audit'])
    expect(await call(other, 'GET', `admin/billing/${path}`)).toMatchObject({ status: 403 })
  const money = { amount: 20_000, bankReference: 'x', reason: 'mine' }
  expect(await call(other, 'POST', `admin/billing/transfers/${transactionId}/confirm`, money)).toMatchObject({
    status: 403,
  })
  expect(await transactionOf(transactionId)).toMatchObject({ status: 'pending', paid: 0 })
})

test('a quote that is over, or costs something else by now, is a conflict', async () => {
  await given(people.an, { plan: 'basic', price: 99_000, endAt: new Date(inDays(17).getTime() + 60_000) })
  const ask = () =>
    ok(people.an, 'POST', 'billing/subscriptions/quote', { purpose: 'plan_change', plan: 'pro' })
  const order = (quoteId: string) =>
    call(people.an, 'POST', 'billing/subscriptions/change', {
      plan: 'pro',
      paymentType: 'bank-transfer',
      quoteId,
    })
  const before = await ask()
  clock.advance(120_000)
  expect(await order(before.id)).toMatchObject({ status: 409 })
  const short = await ask()
  clock.advance(15 * 60_000)
  expect(await order(short.id)).toMatchObject({ status: 409 })
  expect(await order((await ask()).id)).toMatchObject({ status: 200 })
})

describe('in parallel', () => {
  const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort()

  test('fifty changes with the money for one: one is made', async () => {
    await given(people.an, { plan: 'free', price: 0, wallet: 99_000 })
    const order = { plan: 'basic', paymentType: 'wallet' }
    const ask = () => call(people.an, 'POST', 'billing/subscriptions/change', order)
    const replies = await Promise.all(Array.from({ length: 50 }, ask))
    expect(statuses(replies)).toEqual([200, ...Array(49).fill(422)])
    expect(await balanceOf(people.an)).toBe(0)
    const both = await Promise.all(
      ['pro', 'business'].map((plan) =>
        call(people.an, 'POST', 'billing/subscriptions/change', { ...order, plan }),
      ),
    )
    expect(statuses(both)).toEqual([402, 402])
    expect(await findSubscription(service.database().db, people.an.id)).toMatchObject({
      plan: 'basic',
      paid: 99_000n,
    })
  })

  test('the same transfer twenty times is one', async () => {
    const { transactionId } = await topUp(50_000)
    const body = { amount: 50_000, bankReference: 'FT-1', reason: 'seen' }
    const path = `admin/billing/transfers/${transactionId}/confirm`
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => call(people.operator, 'POST', path, body)),
    )
    expect(statuses(replies)).toEqual([200, ...Array(19).fill(409)])
    expect(await balanceOf(people.an)).toBe(50_000)
  })

  test('of two full refunds one is paid out, and none of what is spent', async () => {
    const { transactionId } = await topUp(199_000)
    await confirm(transactionId, 199_000)
    const path = `admin/billing/transfers/${transactionId}/refund`
    const refund = (amount: number) => call(people.operator, 'POST', path, { amount, reason: 'asked for' })
    expect(await refund(199_001)).toMatchObject({ status: 422 })
    expect(statuses(await Promise.all([refund(199_000), refund(199_000)]))).toEqual([200, 422])
    expect(await balanceOf(people.an)).toBe(0)
    const second = await topUp(99_000)
    await confirm(second.transactionId, 99_000)
    await change('basic', { paymentType: 'wallet' })
    const spent = { amount: 1_000, reason: 'too late' }
    expect(
      await call(people.operator, 'POST', `admin/billing/transfers/${second.transactionId}/refund`, spent),
    ).toMatchObject({
      status: 402,
    })
  })
})

test('a transfer that is rejected or cancelled may still come', async () => {
  const first = await topUp(20_000)
  const rejected = await ok(
    people.operator,
    'POST',
    `admin/billing/transfers/${first.transactionId}/reject`,
    {
      reason: 'no',
    },
  )
  expect(rejected).toMatchObject({ status: 'failed', statusCode: 'rejected' })
  const second = await topUp(30_000)
  const cancelled = await ok(people.an, 'POST', `billing/transactions/${second.transactionId}/cancel`)
  expect(cancelled).toMatchObject({ status: 'failure', statusDetail: { code: 'cancelled' } })
  expect(await call(people.an, 'POST', `billing/transactions/${second.transactionId}/cancel`)).toMatchObject({
    status: 409,
  })
  for (const { transactionId, amount } of [first, second]) await record(transactionId, amount)
  expect(await balanceOf(people.an)).toBe(50_000)
  expect((await call(people.operator, 'GET', 'admin/billing/transfers?state=settled')).body.meta.total).toBe(
    2,
  )
})
