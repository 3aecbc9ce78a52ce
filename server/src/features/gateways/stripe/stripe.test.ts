import { describe, expect, test } from 'vitest'
import { stripeApp } from './testing'

const {
  stripe,
  pay,
  sessionOf,
  people,
  ok,
  balanceOf,
  transactionOf,
  outcomesOf,
  given,
  inDays,
  subscriptionOf,
  change,
  call,
} = await stripeApp()

test('the whole way: opened, paid, told of, in the history, in the wallet', async () => {
  const order = await pay(199_000, { language: 'en' })
  expect(order).toMatchObject({ paymentType: 'stripe', transactionId: expect.stringMatching(/^QC/) })
  const session = sessionOf(order)
  expect(session).toMatchObject({ amount_total: 199_000, currency: 'vnd', status: 'open' })
  expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'pending', payment: order })

  const returnsTo = new URL(await stripe.visit(session.id))
  expect(returnsTo.pathname).toBe('/payment/return/stripe')
  expect(Object.fromEntries(returnsTo.searchParams)).toEqual({
    transactionId: order.transactionId,
    session_id: session.id,
  })
  expect(stripe.deliveries).toEqual([{ type: 'checkout.session.completed', statuses: [200] }])
  expect(await balanceOf(people.an)).toBe(199_000)
  const { result } = (await call(people.an, 'GET', 'billing/transactions?lang=en')).body
  expect(result).toMatchObject([
    { id: order.transactionId, type: 'topup', amount: 199_000, status: 'success', paymentType: 'visa' },
  ])
})

test('a plan is bought: the change is made and its invoice is in the history', async () => {
  await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(17) })
  const order = await change('pro', { paymentType: 'stripe', language: 'en' })
  if (!('payUrl' in order)) throw new Error('no page to pay on')
  await stripe.visit(sessionOf(order).id)
  expect(await subscriptionOf(people.an)).toMatchObject({ plan: 'pro', status: 'active' })
  const paid = await ok(people.an, 'GET', `billing/transactions/${order.transactionId}?lang=en`)
  expect(paid).toMatchObject({ status: 'success', invoice: expect.stringMatching(/^QC-\d{4}-\d{6}$/) })
  expect(paid.invoiceDetails[0].items).toMatchObject([
    { description: 'Upgrade to Pro, prorated for 17 remaining days' },
  ])
})

test('a card by its own name is paid on the same page', async () => {
  const order = await pay(50_000, { paymentType: 'credit-card' })
  await stripe.visit(sessionOf(order).id)
  expect(await transactionOf(order.transactionId)).toMatchObject({
    status: 'success',
    paymentType: 'credit-card',
  })
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('offered in every language but Vietnamese', async () => {
  const typesIn = async (lang: string) =>
    (await ok(people.an, 'GET', `billing/payment-types?lang=${lang}`)).map(
      (type: { code: string }) => type.code,
    )
  expect(await typesIn('en')).toContain('stripe')
  expect(await typesIn('vi')).not.toContain('stripe')
})

test.each([14_999, 100_000_000])('%i VND are outside of what Stripe takes', async (amount) => {
  const { status, body } = await call(people.an, 'POST', 'billing/transactions', {
    amount,
    paymentType: 'stripe',
  })
  expect([status, body.error.code]).toEqual([422, 'invalid-amount'])
})

test.each([
  ['vi', 'vi'],
  ['zh-CN', 'zh'],
  ['pt', 'pt-BR'],
  ['km', 'auto'],
] as const)('the page of who reads %s is in %s', async (language, locale) => {
  expect(sessionOf(await pay(20_000, { language }))).toMatchObject({ locale })
})

describe('what becomes of a payment', () => {
  test.each([15_000, 99_999_999])('%i VND are charged as they are', async (amount) => {
    const order = await pay(amount)
    await stripe.visit(sessionOf(order).id)
    expect(await balanceOf(people.an)).toBe(amount)
  })

  test('cancelled by the payer: the page stays open, and nothing is booked', async () => {
    const order = await pay(30_000)
    stripe.plan({ outcome: 'cancel' })
    expect(await stripe.visit(sessionOf(order).id)).toContain(`transactionId=${order.transactionId}`)
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'pending', payment: order })
  })

  test('never paid: it expires', async () => {
    const order = await pay(30_000)
    stripe.plan({ outcome: 'expire' })
    await stripe.visit(sessionOf(order).id)
    expect(await transactionOf(order.transactionId)).toMatchObject({
      status: 'failure',
      statusDetail: { code: 'expired' },
    })
  })

  test('a slow bank: finished is not paid, and paid is when the bank has paid', async () => {
    const order = await pay(30_000)
    const { id } = sessionOf(order)
    stripe.plan({ outcome: 'pending' })
    await stripe.visit(id)
    expect(await outcomesOf(order.transactionId)).toEqual(['ignored'])
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'pending' })
    await stripe.settle(id, true)
    expect(await outcomesOf(order.transactionId)).toEqual(['ignored', 'applied'])
    expect(await balanceOf(people.an)).toBe(30_000)
  })

  test('a slow bank that refuses: failed, for the reason that the bank gives', async () => {
    const order = await pay(30_000)
    stripe.plan({ outcome: 'failure' })
    await stripe.visit(sessionOf(order).id)
    expect(await outcomesOf(order.transactionId)).toEqual(['ignored', 'applied'])
    expect(await transactionOf(order.transactionId)).toMatchObject({
      status: 'failure',
      statusDetail: { code: 'insufficient-funds' },
    })
    expect(await balanceOf(people.an)).toBe(0)
  })

  test('cancelled here, paid there all the same: the money is in the wallet', async () => {
    const order = await pay(30_000)
    await ok(people.an, 'POST', `billing/transactions/${order.transactionId}/cancel`)
    await stripe.visit(sessionOf(order).id)
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'success' })
    expect(await balanceOf(people.an)).toBe(30_000)
  })
})
