import { expect, test } from 'vitest'
import { stripeApp } from './testing'

const { stripe, pay, sessionOf, people, balanceOf, subscriptionOf, change, outcomesOf } = await stripeApp()

/** A paid payment whose money has been spent, so that a chargeback is due again. */
async function spent() {
  const order = await pay(99_000)
  const { id } = sessionOf(order)
  await stripe.visit(id)
  await change('basic', { paymentType: 'wallet' })
  const intent = stripe.sessions().find((session) => session.id === id)?.payment_intent
  if (!intent) throw new Error('not paid')
  return { ref: order.transactionId, intent }
}

const owed = async () => (await subscriptionOf(people.an)).outstandingBalance
const sendEvent = (type: string, dispute: object) => stripe.send(JSON.stringify(stripe.event(type, dispute)))

test('a dispute makes a debt, and is told of in three ways, once', async () => {
  const { ref, intent } = await spent()
  const dispute = await stripe.dispute(intent, 99_000)
  expect([await owed(), await balanceOf(people.an)]).toEqual([99_000, 0])
  await sendEvent('charge.dispute.funds_withdrawn', dispute)
  await stripe.closeDispute(dispute.id, 'lost')
  expect(await owed()).toBe(99_000)
  expect(await outcomesOf(ref)).toEqual(['applied', 'applied', 'repeated', 'repeated'])
})

test('a dispute that is won gives back what it took, once', async () => {
  const { ref, intent } = await spent()
  const dispute = await stripe.dispute(intent, 99_000)
  await stripe.closeDispute(dispute.id, 'won')
  await sendEvent('charge.dispute.funds_reinstated', dispute)
  expect(await owed()).toBe(0)
  expect(await outcomesOf(ref)).toEqual(['applied', 'applied', 'applied', 'repeated'])
})

test('told of the end before the beginning: a dispute that was won makes no debt', async () => {
  const { ref, intent } = await spent()
  stripe.plan({ webhook: { when: 'after-expiry' } })
  const dispute = await stripe.dispute(intent, 99_000)
  await stripe.closeDispute(dispute.id, 'won')
  await stripe.release('reversed')
  expect(await owed()).toBe(0)
  expect(await outcomesOf(ref)).toEqual(['applied', 'ignored', 'ignored'])
})

test('an inquiry takes no money', async () => {
  const { intent } = await spent()
  await stripe.dispute(intent, 99_000, 'warning_needs_response')
  expect(await owed()).toBe(0)
})

test('ten copies at once are one debt', async () => {
  const { ref, intent } = await spent()
  stripe.plan({ webhook: { times: 10, atOnce: true } })
  await stripe.dispute(intent, 99_000)
  expect(await owed()).toBe(99_000)
  expect((await outcomesOf(ref)).sort()).toEqual(['applied', 'applied', ...Array(9).fill('repeated')])
})

test('more than was paid is not believed', async () => {
  const { ref, intent } = await spent()
  await stripe.dispute(intent, 99_001)
  expect(await owed()).toBe(0)
  expect(await outcomesOf(ref)).toEqual(['applied', 'wrong-money'])
})
