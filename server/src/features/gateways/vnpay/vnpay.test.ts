import { describe, expect, test } from 'vitest'
import { vnpayApp } from './testing'
import { vnpayTime } from './vnpay-time'

const {
  vnpay,
  pay,
  opened,
  people,
  ok,
  call,
  service,
  clock,
  balanceOf,
  transactionOf,
  subscriptionOf,
  given,
  change,
  inDays,
  outcomesOf,
  refresh,
  runJob,
} = await vnpayApp()
const MINUTE_MS = 60_000
const queryOf = (payUrl: string) => Object.fromEntries(new URL(payUrl).searchParams)

test('the whole way in a browser: a page to pay on, the way back, the webhook, the wallet', async () => {
  const now = clock.now()
  const order = await pay(199_000, { language: 'vi' })
  const { transactionId: ref, payUrl } = order
  expect(order).toMatchObject({
    paymentType: 'vnpay',
    expiresAt: new Date(now.getTime() + 15 * MINUTE_MS).toISOString(),
  })
  expect(queryOf(payUrl)).toMatchObject({
    vnp_Amount: '19900000',
    vnp_TxnRef: ref,
    vnp_OrderInfo: `Thanh toan ${ref}`,
    vnp_Locale: 'vn',
    vnp_CreateDate: vnpayTime(now),
  })
  expect(queryOf(payUrl)).not.toHaveProperty('vnp_BankCode')
  expect(await transactionOf(ref)).toMatchObject({ status: 'pending', payment: order })

  expect(await (await fetch(payUrl)).text()).toContain(ref)
  const back = await fetch(payUrl, {
    method: 'POST',
    body: new URLSearchParams({ action: 'success' }),
    redirect: 'manual',
  })
  const returnsTo = new URL(back.headers.get('location') ?? '')
  expect(returnsTo.pathname).toBe('/payment/return/vnpay')
  expect(returnsTo.searchParams.get('transactionId')).toBe(ref)
  expect(returnsTo.searchParams.get('vnp_ResponseCode')).toBe('00')
  await expect.poll(() => vnpay.deliveries).toEqual([['00']])

  const { result } = (await call(people.an, 'GET', 'billing/transactions?lang=en')).body
  expect(result).toMatchObject([
    { id: ref, type: 'topup', amount: 199_000, status: 'success', paymentType: 'vnpay', paid: 199_000 },
  ])
  expect(await balanceOf(people.an)).toBe(199_000)
  expect(await outcomesOf(ref)).toEqual(['applied'])
})

test('a plan is bought: the change is made and its invoice is in the history', async () => {
  await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(17) })
  const order = await change('pro', { paymentType: 'vnpay', language: 'ja' })
  if (!('payUrl' in order)) throw new Error('no page to pay on')
  expect(queryOf(order.payUrl)).toMatchObject({ vnp_Amount: '5666700', vnp_Locale: 'en' })
  await vnpay.visit(order.payUrl)
  expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'pro', status: 'active' })
  const paid = await ok(people.an, 'GET', `billing/transactions/${order.transactionId}?lang=en`)
  expect(paid).toMatchObject({ status: 'success', invoice: expect.stringMatching(/^QC-\d{4}-\d{6}$/) })
  expect(paid.invoiceDetails[0].items).toMatchObject([
    { description: 'Upgrade to Pro, prorated for 17 remaining days', amount: 56_667 },
  ])
})

test('a card by its own name is paid on the page for international cards', async () => {
  const { transactionId: ref, payUrl } = await pay(50_000, { paymentType: 'credit-card' })
  expect(queryOf(payUrl)).toMatchObject({ vnp_BankCode: 'INTCARD' })
  await vnpay.visit(payUrl)
  expect(await transactionOf(ref)).toMatchObject({ status: 'success', paymentType: 'credit-card' })
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('VNPay is told of the payer where a trusted proxy saw them, and of no other host than ours', async () => {
  const reply = await service.as(people.an).inject({
    method: 'POST',
    url: '/gateway/api/billing/transactions',
    payload: { amount: 50_000, paymentType: 'vnpay' },
    headers: { 'x-forwarded-for': '198.51.100.9, 2001:db8::7', 'x-forwarded-host': 'evil.test' },
  })
  const { payUrl } = reply.json().result
  expect(queryOf(payUrl)).toMatchObject({ vnp_IpAddr: '2001:db8::7' })
  expect(queryOf(payUrl)['vnp_ReturnUrl']).toContain(`${service.config().appUrl}/payment/return/vnpay?`)
  await vnpay.visit(payUrl)
})

test('VNPay takes from 5,000 VND at once', async () => {
  const [, ...types] = await ok(people.an, 'GET', 'billing/payment-types')
  expect(types).toContainEqual(expect.objectContaining({ code: 'vnpay', minAmount: 5_000 }))
  const small = await call(people.an, 'POST', 'billing/transactions', { amount: 4_999, paymentType: 'vnpay' })
  expect(small.body).toMatchObject({ error: { code: 'invalid-amount' } })
})

describe('what does not end well', () => {
  test.each([
    ['failure', 'insufficient-funds'],
    ['cancel', 'cancelled'],
    ['expire', 'expired'],
  ] as const)('%s is confirmed, and again', async (outcome, code) => {
    const { transactionId: ref, payUrl } = await pay(50_000)
    vnpay.plan({ outcome, webhook: { times: 2 } })
    await vnpay.visit(payUrl)
    expect(vnpay.deliveries).toEqual([['00'], ['02']])
    expect(await transactionOf(ref)).toMatchObject({ status: 'failure', statusDetail: { code } })
    expect(await balanceOf(people.an)).toBe(0)
  })

  test.each([
    ['09', 'declined'],
    ['10', 'declined'],
    ['12', 'account-locked'],
    ['13', 'declined'],
    ['65', 'over-limit'],
    ['75', 'gateway-failed'],
    ['79', 'declined'],
    ['99', 'gateway-failed'],
  ])('response code %s is told as %s', async (responseCode, code) => {
    const { transactionId: ref } = await opened(50_000)
    await vnpay.settle(ref, responseCode)
    expect(vnpay.deliveries).toEqual([['00']])
    expect(await transactionOf(ref)).toMatchObject({ status: 'failure', statusDetail: { code } })
  })

  test('a payer who asks before the webhook came is told the reason when it has come', async () => {
    const { transactionId: ref } = await opened(50_000)
    vnpay.plan({ webhook: { when: 'after-expiry' } })
    await vnpay.settle(ref, '24')
    expect(await refresh(ref)).toMatchObject({
      status: 'failure',
      statusDetail: { code: 'gateway-failed' },
    })
    await vnpay.release()
    expect(vnpay.deliveries).toEqual([['00']])
    expect(await transactionOf(ref)).toMatchObject({
      status: 'failure',
      statusDetail: { code: 'cancelled' },
    })
  })

  test('one code alone says nothing of success', async () => {
    const { transactionId: ref } = await opened(50_000)
    await vnpay.settle(ref, '00', '02')
    expect(await transactionOf(ref)).toMatchObject({ status: 'failure', paid: 0 })
  })

  test('nobody comes to pay: VNPay knows nothing of it, and it ends', async () => {
    const { transactionId: ref } = await pay(50_000)
    clock.advance(15 * MINUTE_MS + 1)
    await runJob('billing-gateways')
    expect(await transactionOf(ref)).toMatchObject({ status: 'failure', statusDetail: { code: 'expired' } })
  })

  test('the payer opens the page and leaves: VNPay, asked, says that it ended', async () => {
    const { transactionId: ref } = await opened(50_000)
    expect(await refresh(ref)).toMatchObject({ status: 'pending' })
    clock.advance(15 * MINUTE_MS + 1)
    await runJob('billing-gateways')
    expect(await transactionOf(ref)).toMatchObject({ status: 'failure', statusDetail: { code: 'expired' } })
  })
})

test('what VNPay suspects is held, and granted when it no longer does', async () => {
  const { transactionId: ref, payUrl } = await pay(50_000)
  vnpay.plan({ outcome: 'pending' })
  await vnpay.visit(payUrl)
  expect(vnpay.deliveries).toEqual([['00']])
  expect(await refresh(ref)).toMatchObject({ status: 'pending', paid: 0 })
  expect(await balanceOf(people.an)).toBe(0)
  await vnpay.settle(ref, '00')
  expect(await transactionOf(ref)).toMatchObject({ status: 'success', paid: 50_000 })
})

test('a lost webhook: the payer who is back has the server ask', async () => {
  const { transactionId: ref, payUrl } = await pay(50_000)
  vnpay.plan({ webhook: { times: 0 } })
  await vnpay.visit(payUrl)
  expect(await refresh(ref)).toMatchObject({ status: 'success', paid: 50_000 })
  expect(await vnpay.notify(ref)).toBe('02')
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('money that comes after the payment has expired is taken in, and confirmed', async () => {
  const { transactionId: ref, payUrl } = await pay(50_000)
  vnpay.plan({ webhook: { when: 'after-expiry' } })
  await vnpay.visit(payUrl)
  vnpay.plan({ calls: 'fail' })
  clock.advance(25 * 60 * MINUTE_MS)
  await runJob('billing-gateways')
  expect(await transactionOf(ref)).toMatchObject({ statusDetail: { code: 'expired' } })
  await vnpay.release()
  expect(vnpay.deliveries).toEqual([['00']])
  expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('an answer that is signed wrongly, or is about another payment, changes nothing', async () => {
  const { transactionId: ref, payUrl } = await pay(50_000)
  vnpay.plan({ webhook: { times: 0 } })
  await vnpay.visit(payUrl)
  const lies = [{ vnp_Amount: '500000000' }, { vnp_TxnRef: 'QC00000017' }, { vnp_SecureHash: '' }]
  for (const lie of lies) {
    vnpay.answerWith(lie)
    expect(await refresh(ref)).toMatchObject({ status: 'pending', paid: 0 })
  }
  for (const calls of ['cut', 'fail'] as const) {
    vnpay.answerWith({})
    vnpay.plan({ calls })
    expect(await refresh(ref)).toMatchObject({ status: 'pending', paid: 0 })
  }
  vnpay.plan({ calls: 'answer' })
  expect(await refresh(ref)).toMatchObject({ status: 'success', paid: 50_000 })
})
