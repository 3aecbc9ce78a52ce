import { expect, test } from 'vitest'
import { vnpayApp } from './testing'

const { vnpay, pay, people, ok, call, clock, balanceOf, runJob } = await vnpayApp()
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

async function paid(amount: number): Promise<string> {
  const { transactionId, payUrl } = await pay(amount)
  await vnpay.visit(payUrl)
  return transactionId
}

const refund = async (ref: string, amount: number) =>
  (
    await call(people.operator, 'POST', `admin/billing/transfers/${ref}/refund`, {
      amount,
      reason: 'asked for',
    })
  ).body
const refundsOf = (ref: string) => ok(people.operator, 'GET', `admin/billing/transfers/${ref}/refunds`)
const atVnpay = (ref: string) =>
  vnpay.orders().find(({ request }) => request['vnp_TxnRef'] === ref)?.refunds ?? []

/** The only thing that VNPay refuses is a name that it knows already on that day. */
const expectRepeats = () =>
  expect(vnpay.refusals.splice(0).filter((refusal) => !refusal.startsWith('94 '))).toEqual([])

test('a part, then more than is left, then the rest', async () => {
  const ref = await paid(50_000)
  await refund(ref, 20_000)
  expect(await refundsOf(ref)).toMatchObject([{ amount: 20_000, status: 'done' }])
  expect((await refund(ref, 40_000)).error.code).toBe('invalid-amount')
  await refund(ref, 30_000)
  expect(atVnpay(ref)).toMatchObject([
    { type: '03', amount: 2_000_000 },
    { type: '03', amount: 3_000_000 },
  ])
  expect(await balanceOf(people.an)).toBe(0)
})

test('all of it goes back as a whole', async () => {
  const ref = await paid(50_000)
  await refund(ref, 50_000)
  expect(atVnpay(ref)).toMatchObject([{ type: '02', amount: 5_000_000, status: '00' }])
  expect(await refundsOf(ref)).toMatchObject([{ status: 'done' }])
})

test('on its way until VNPay, asked, says that it has arrived', async () => {
  const ref = await paid(50_000)
  vnpay.refundsBegin('05')
  await refund(ref, 50_000)
  expect(await refundsOf(ref)).toMatchObject([{ status: 'pending' }])
  clock.advance(10 * MINUTE_MS)
  await runJob('billing-gateways')
  expect(await refundsOf(ref)).toMatchObject([{ status: 'pending' }])
  for (const { requestId } of atVnpay(ref)) vnpay.settleRefund(requestId, '00')
  clock.advance(30 * MINUTE_MS)
  await runJob('billing-gateways')
  expect(await refundsOf(ref)).toMatchObject([{ status: 'done' }])
  expect(atVnpay(ref)).toHaveLength(1)
  expectRepeats()
})

test('on a later day it is asked about, and never sent a second time', async () => {
  const ref = await paid(50_000)
  vnpay.refundsBegin('05')
  await refund(ref, 20_000)
  clock.advance(DAY_MS)
  await runJob('billing-gateways')
  expect(atVnpay(ref)).toMatchObject([{ amount: 2_000_000, status: '05' }])
  for (const { requestId } of atVnpay(ref)) vnpay.settleRefund(requestId, '09')
  clock.advance(DAY_MS)
  await runJob('billing-gateways')
  expect(await refundsOf(ref)).toMatchObject([{ status: 'failed', statusCode: '09' }])
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('an answer that is lost: the same refund is asked about, and done once', async () => {
  const ref = await paid(50_000)
  vnpay.plan({ calls: 'cut' })
  await refund(ref, 20_000)
  expect(await refundsOf(ref)).toMatchObject([{ status: 'pending' }])
  vnpay.plan({ calls: 'answer' })
  clock.advance(10 * MINUTE_MS)
  await runJob('billing-gateways')
  expect(await refundsOf(ref)).toMatchObject([{ status: 'done' }])
  expect(atVnpay(ref)).toHaveLength(1)
  expectRepeats()
})

test('what a newer refund came to is not taken for an older one', async () => {
  const ref = await paid(50_000)
  vnpay.refundsBegin('05')
  await refund(ref, 20_000)
  vnpay.refundsBegin('00')
  await refund(ref, 10_000)
  clock.advance(DAY_MS)
  await runJob('billing-gateways')
  expect(
    (await refundsOf(ref)).map(({ amount, status }: { amount: number; status: string }) => [amount, status]),
  ).toEqual(
    expect.arrayContaining([
      [20_000, 'pending'],
      [10_000, 'done'],
    ]),
  )
})

test('refused by VNPay, it is in the wallet again', async () => {
  const ref = await paid(50_000)
  vnpay.refundsBegin('09')
  await refund(ref, 50_000)
  expect(await refundsOf(ref)).toMatchObject([{ status: 'failed', statusCode: '09' }])
  expect(await balanceOf(people.an)).toBe(50_000)
})
