import { expect, test } from 'vitest'
import { stripeApp } from './testing'

const { stripe, clock, runJob, pay, sessionOf, people, ok, call, balanceOf, outcomesOf } = await stripeApp()

/** A paid payment, and the number of its money at Stripe. */
async function paid(amount: number) {
  const order = await pay(amount)
  const { id } = sessionOf(order)
  await stripe.visit(id)
  const intent = stripe.sessions().find((session) => session.id === id)?.payment_intent
  if (!intent) throw new Error('not paid')
  return { ref: order.transactionId, intent }
}

const refund = (ref: string, amount: number) =>
  call(people.operator, 'POST', `admin/billing/transfers/${ref}/refund`, { amount, reason: 'asked for' })
const refundsOf = (ref: string) => ok(people.operator, 'GET', `admin/billing/transfers/${ref}/refunds`)

test('a refund that Stripe makes at once is done; its event is known', async () => {
  const { ref, intent } = await paid(90_000)
  expect((await refund(ref, 40_000)).status).toBe(200)
  expect(await refundsOf(ref)).toMatchObject([{ status: 'done', amount: 40_000 }])
  expect(await balanceOf(people.an)).toBe(50_000)
  const [made] = stripe.refunds(intent)
  await stripe.settleRefund(made?.id ?? '', 'succeeded')
  await stripe.send(
    JSON.stringify(
      stripe.event('charge.refunded', { id: 'ch_1', payment_intent: intent, metadata: { ref } }),
    ),
  )
  expect(await outcomesOf(ref)).toEqual(['applied', 'repeated', 'repeated'])
})

test.each([
  ['succeeded', 'done', 50_000],
  ['failed', 'failed', 90_000],
] as const)(
  'a refund on its way is told of when it has %s, ten times at once',
  async (end, status, balance) => {
    const { ref, intent } = await paid(90_000)
    stripe.refundsBegin('pending')
    await refund(ref, 40_000)
    expect(await refundsOf(ref)).toMatchObject([{ status: 'pending' }])
    expect(await balanceOf(people.an)).toBe(50_000)
    stripe.plan({ webhook: { times: 10, atOnce: true } })
    await stripe.settleRefund(stripe.refunds(intent)[0]?.id ?? '', end)
    expect(await refundsOf(ref)).toMatchObject([{ status }])
    expect(await balanceOf(people.an)).toBe(balance)
    expect((await outcomesOf(ref)).sort()).toEqual(['applied', 'applied', ...Array(9).fill('repeated')])
  },
)

test('a bank that sends a refund back after it was done: the money is in the wallet again', async () => {
  const { ref, intent } = await paid(90_000)
  await refund(ref, 40_000)
  await stripe.settleRefund(stripe.refunds(intent)[0]?.id ?? '', 'failed')
  expect(await refundsOf(ref)).toMatchObject([{ status: 'failed' }])
  expect(await balanceOf(people.an)).toBe(90_000)
})

test('more than is left at Stripe is refused, and stays in the wallet', async () => {
  const { ref } = await paid(90_000)
  expect((await refund(ref, 90_000)).status).toBe(200)
  expect((await refund(ref, 1_000)).status).toBe(422)
  expect(await balanceOf(people.an)).toBe(0)
})

test('a lost answer: the same refund is found again, and made once', async () => {
  const { ref, intent } = await paid(90_000)
  stripe.plan({ calls: 'cut' })
  await refund(ref, 40_000)
  expect(await refundsOf(ref)).toMatchObject([{ status: 'pending' }])
  stripe.plan({ calls: 'answer' })
  clock.advance(5 * 60_000)
  await runJob('billing-gateways')
  clock.advance(30 * 60_000)
  await runJob('billing-gateways')
  expect(await refundsOf(ref)).toMatchObject([{ status: 'done' }])
  expect(stripe.refunds(intent)).toHaveLength(1)
})
