import { afterEach, expect, test } from 'vitest'
import { moneyApp } from '../../../testing/money'
import { TestGateway } from '../../../testing/services/gateway'

const MINUTE_MS = 60_000
const gateway = new TestGateway()
const money = moneyApp({}, undefined, [gateway])
const { clock, people, call, ok, balanceOf, topUp, confirm, runJob } = money

afterEach(() => {
  gateway.isAway = false
  gateway.refundState = 'done'
  gateway.refunded.clear()
})

/** A payment that came in through the gateway. */
async function paid(amount: number): Promise<string> {
  const order = { amount, paymentType: 'vnpay' }
  const { transactionId } = await ok(people.an, 'POST', 'billing/transactions', order)
  gateway.pay(transactionId, amount)
  await ok(people.an, 'POST', `billing/transactions/${transactionId}/refresh`)
  return transactionId
}

const refund = (ref: string, amount: number, key?: string) =>
  call(people.operator, 'POST', `admin/billing/transfers/${ref}/refund`, { amount, reason: 'asked for' }, key)
const refundsOf = (ref: string) => ok(people.operator, 'GET', `admin/billing/transfers/${ref}/refunds`)
const typesOf = async () =>
  (await call(people.an, 'GET', 'billing/transactions')).body.result.map(({ type }: { type: string }) => type)

test('goes back through the gateway, and the operator sees that it has arrived', async () => {
  const ref = await paid(50_000)
  expect(await refund(ref, 20_000)).toMatchObject({ status: 200, body: { result: { refunded: 20_000 } } })
  expect(await balanceOf(people.an)).toBe(30_000)
  expect(await refundsOf(ref)).toMatchObject([{ amount: 20_000, status: 'done', reason: 'asked for' }])
  expect([...gateway.refunded.values()]).toEqual([20_000n])
  expect((await typesOf()).toSorted()).toEqual(['refund', 'topup'])
  const { result } = (await call(people.operator, 'GET', 'admin/billing/audit')).body
  expect(result[0]).toMatchObject({ action: 'refund', subject: ref, amount: 20_000 })
})

test('of two whole refunds at once one is made', async () => {
  const ref = await paid(50_000)
  const replies = await Promise.all([refund(ref, 50_000), refund(ref, 50_000)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(gateway.refunded.size).toBe(1)
})

test('what the gateway refuses is in the wallet again, and nothing of it is left in the history', async () => {
  const ref = await paid(50_000)
  gateway.refundState = 'failed'
  expect(await refund(ref, 50_000)).toMatchObject({ status: 200, body: { result: { refunded: 0 } } })
  expect(await balanceOf(people.an)).toBe(50_000)
  expect(await refundsOf(ref)).toMatchObject([{ status: 'failed', statusCode: 'too-late' }])
  expect(await typesOf()).toEqual(['topup'])
  gateway.refundState = 'done'
  expect(await refund(ref, 50_000)).toMatchObject({ status: 200 })
  expect(await balanceOf(people.an)).toBe(0)
})

test('an answer that does not come is asked for again, by the same name', async () => {
  const ref = await paid(50_000)
  gateway.isAway = true
  expect(await refund(ref, 50_000)).toMatchObject({ status: 200, body: { result: { refunded: 50_000 } } })
  expect(await balanceOf(people.an)).toBe(0)
  expect(await refundsOf(ref)).toMatchObject([{ status: 'pending', endedAt: null }])
  await runJob('billing-gateways')
  gateway.isAway = false
  clock.advance(5 * MINUTE_MS)
  await Promise.all([runJob('billing-gateways'), runJob('billing-gateways')])
  expect(await refundsOf(ref)).toMatchObject([{ status: 'done' }])
  expect(gateway.refunded.size).toBe(1)
})

test('a call that is repeated refunds once', async () => {
  const ref = await paid(50_000)
  const replies = await Promise.all(Array.from({ length: 3 }, () => refund(ref, 10_000, 'the-same-key-1')))
  for (const { status } of replies) expect([200, 409]).toContain(status)
  expect(await refund(ref, 10_000, 'the-same-key-1')).toMatchObject({ status: 200 })
  expect(await refundsOf(ref)).toHaveLength(1)
  expect(await balanceOf(people.an)).toBe(40_000)
})

test('a bank transfer is sent by the operator, and done', async () => {
  const { transactionId } = await topUp(50_000)
  await confirm(transactionId, 50_000)
  await refund(transactionId, 10_000)
  expect(await refundsOf(transactionId)).toMatchObject([{ status: 'done', amount: 10_000 }])
  expect(gateway.refunded.size).toBe(0)
})

test('operators find payments by type, and confirm bank transfers alone', async () => {
  const ref = await paid(50_000)
  const list = async (type: string) =>
    (await call(people.operator, 'GET', `admin/billing/transfers?state=all&search=${ref}&type=${type}`)).body
      .result
  expect(await list('all')).toMatchObject([{ id: ref, paymentType: 'vnpay' }])
  expect(await list('vnpay')).toHaveLength(1)
  expect(await list('bank-transfer')).toHaveLength(0)
  const body = { amount: 50_000, bankReference: 'FT', reason: 'seen' }
  for (const act of ['confirm', 'reject'])
    expect(await call(people.operator, 'POST', `admin/billing/transfers/${ref}/${act}`, body)).toMatchObject({
      status: 404,
    })
  expect(await call(people.an, 'GET', `admin/billing/transfers/${ref}/refunds`)).toMatchObject({
    status: 403,
  })
})
