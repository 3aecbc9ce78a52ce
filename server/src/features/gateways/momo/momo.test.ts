import { describe, expect, test } from 'vitest'
import { momoApp } from './testing'

const {
  momo,
  pay,
  people,
  ok,
  call,
  clock,
  balanceOf,
  transactionOf,
  subscriptionOf,
  given,
  change,
  inDays,
  orderOf,
  outcomesOf,
  refresh,
  runJob,
} = await momoApp()
const MINUTE_MS = 60_000

test('the whole way in a browser: a page to pay on, the way back, the webhook, the wallet', async () => {
  const order = await pay(199_000, { language: 'vi' })
  const { transactionId: ref, payUrl } = order
  expect(order).toMatchObject({
    paymentType: 'momo',
    qrCodeUrl: expect.stringContaining(ref),
    deeplink: expect.stringContaining('momo://'),
    expiresAt: new Date(clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
  })
  expect(orderOf(ref)?.request).toMatchObject({
    amount: 199_000,
    lang: 'vi',
    orderInfo: `Thanh toan ${ref}`,
    requestId: `${ref}-1`,
  })
  expect(await transactionOf(ref)).toMatchObject({ status: 'pending', payment: order })

  expect(await (await fetch(payUrl)).text()).toContain(ref)
  const back = await fetch(payUrl, {
    method: 'POST',
    body: new URLSearchParams({ action: 'success' }),
    redirect: 'manual',
  })
  const returnsTo = new URL(back.headers.get('location') ?? '')
  expect(returnsTo.pathname).toBe('/payment/return/momo')
  expect(returnsTo.searchParams.get('transactionId')).toBe(ref)
  expect(returnsTo.searchParams.get('resultCode')).toBe('0')
  await expect.poll(() => momo.deliveries).toEqual([[204]])

  const { result } = (await call(people.an, 'GET', 'billing/transactions?lang=en')).body
  expect(result).toMatchObject([
    { id: ref, type: 'topup', amount: 199_000, status: 'success', paymentType: 'momo', paid: 199_000 },
  ])
  expect(await balanceOf(people.an)).toBe(199_000)
  expect(await outcomesOf(ref)).toEqual(['applied'])
})

test('a plan is bought: the change is made and its invoice is in the history', async () => {
  await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(17) })
  const { transactionId: ref } = await change('pro', { paymentType: 'momo', language: 'en' })
  expect(orderOf(ref)?.request).toMatchObject({ amount: 56_667, lang: 'en' })
  await momo.visit(ref)
  expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'pro', status: 'active' })
  const paid = await ok(people.an, 'GET', `billing/transactions/${ref}?lang=en`)
  expect(paid).toMatchObject({ status: 'success', invoice: expect.stringMatching(/^QC-\d{4}-\d{6}$/) })
  expect(paid.invoiceDetails[0].items).toMatchObject([
    { description: 'Upgrade to Pro, prorated for 17 remaining days', amount: 56_667 },
  ])
  expect(await balanceOf(people.an)).toBe(0)
})

test('MoMo takes 1,000 to 50,000,000 VND at once', async () => {
  const types = await ok(people.an, 'GET', 'billing/payment-types')
  expect(types).toContainEqual({ code: 'momo', minAmount: 1_000, maxAmount: 50_000_000 })
  for (const amount of [999, 50_000_001])
    expect(
      (await call(people.an, 'POST', 'billing/transactions', { amount, paymentType: 'momo' })).body,
    ).toMatchObject({ error: { code: 'invalid-amount' } })
  await pay(1_000)
  await pay(50_000_000)
})

describe('what does not end well', () => {
  test.each([
    ['failure', 'insufficient-funds'],
    ['cancel', 'cancelled'],
    ['expire', 'expired'],
  ] as const)('%s', async (outcome, code) => {
    const { transactionId: ref } = await pay(50_000)
    momo.plan({ outcome, webhook: { times: 2 } })
    await momo.visit(ref)
    expect(momo.deliveries).toEqual([[204], [204]])
    expect(await transactionOf(ref)).toMatchObject({ status: 'failure', statusDetail: { code } })
    expect(await outcomesOf(ref)).toEqual(['applied', 'repeated'])
    expect(await balanceOf(people.an)).toBe(0)
  })

  test.each([
    [1002, 'declined'],
    [1004, 'over-limit'],
    [1007, 'account-locked'],
    [1017, 'cancelled'],
    [1026, 'declined'],
    [4001, 'account-locked'],
    [4002, 'not-verified'],
    [4100, 'declined'],
    [98, 'gateway-failed'],
    [99, 'gateway-failed'],
  ])('result code %i is told as %s', async (resultCode, code) => {
    const { transactionId: ref } = await pay(50_000)
    await momo.settle(ref, resultCode)
    expect(await transactionOf(ref)).toMatchObject({ status: 'failure', statusDetail: { code } })
  })

  test.each([1000, 7000, 7002, 8999])('result code %i ends nothing', async (resultCode) => {
    const { transactionId: ref } = await pay(50_000)
    expect(await momo.notify(ref, { resultCode })).toBe(204)
    expect(await transactionOf(ref)).toMatchObject({ status: 'pending' })
    await momo.visit(ref)
    expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
  })

  test('what waits is paid later', async () => {
    const { transactionId: ref } = await pay(50_000)
    momo.plan({ outcome: 'pending' })
    await momo.visit(ref)
    expect(await transactionOf(ref)).toMatchObject({ status: 'pending' })
    await momo.settle(ref, 0)
    expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
    expect(await balanceOf(people.an)).toBe(50_000)
  })

  test('nobody pays: what MoMo says of it is asked at the end', async () => {
    const { transactionId: ref } = await pay(50_000)
    clock.advance(10 * MINUTE_MS + 1)
    await runJob('billing-gateways')
    expect(await transactionOf(ref)).toMatchObject({ status: 'failure', statusDetail: { code: 'expired' } })
  })
})

describe('what was authorised', () => {
  test('is paid when MoMo, asked, says so', async () => {
    const { transactionId: ref } = await pay(50_000)
    await momo.settle(ref, 9000)
    expect(momo.deliveries).toEqual([[204]])
    expect(await transactionOf(ref)).toMatchObject({ status: 'success', paid: 50_000 })
    expect(await momo.notify(ref, { resultCode: 0 })).toBe(204)
    expect(await balanceOf(people.an)).toBe(50_000)
  })

  test('is not, when MoMo, asked, says otherwise', async () => {
    const { transactionId: ref } = await pay(50_000)
    expect(await momo.notify(ref, { resultCode: 9000, transId: 4_099_999_999 })).toBe(204)
    expect(await transactionOf(ref)).toMatchObject({ status: 'pending', paid: 0 })
  })

  test('is told again when MoMo cannot be asked', async () => {
    const { transactionId: ref } = await pay(50_000)
    momo.plan({ calls: 'fail' })
    expect(await momo.notify(ref, { resultCode: 9000 })).toBe(500)
    expect(await outcomesOf(ref)).toEqual([])
    momo.plan({ calls: 'answer' })
    await momo.settle(ref, 9000)
    expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
  })
})

test('a lost webhook: the payer who is back has the server ask', async () => {
  const { transactionId: ref } = await pay(50_000)
  momo.plan({ webhook: { times: 0 } })
  await momo.visit(ref)
  expect(await transactionOf(ref)).toMatchObject({ status: 'pending' })
  expect(await refresh(ref)).toMatchObject({ status: 'success', paid: 50_000 })
  expect(await momo.notify(ref)).toBe(204)
  expect(await outcomesOf(ref)).toEqual(['repeated'])
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('money that comes after the payment has expired is taken in', async () => {
  const { transactionId: ref } = await pay(50_000)
  momo.plan({ webhook: { when: 'after-expiry' } })
  await momo.visit(ref)
  momo.plan({ calls: 'fail' })
  clock.advance(25 * 60 * MINUTE_MS)
  await runJob('billing-gateways')
  expect(await transactionOf(ref)).toMatchObject({ statusDetail: { code: 'expired' } })
  await momo.release()
  expect(momo.deliveries).toEqual([[204]])
  expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
  expect(await balanceOf(people.an)).toBe(50_000)
})
