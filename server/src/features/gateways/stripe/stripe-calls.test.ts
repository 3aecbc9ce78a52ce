import { describe, expect, test } from 'vitest'
import { stripeApp } from './testing'

const { stripe, sessionOf, people, call, ok, transactionOf, balanceOf } = await stripeApp()

const order = { amount: 80_000, paymentType: 'stripe' }
const pay = (key: string) => call(people.an, 'POST', 'billing/transactions', order, key)
const history = async () => (await call(people.an, 'GET', 'billing/transactions')).body.result

/** The call fails for now, and its payment waits; the same call again brings one session in all, which is paid. */
async function succeedsLater(calls: 'stall' | 'cut', key: string) {
  const before = stripe.sessions().length
  stripe.plan({ calls })
  const { status, body } = await pay(key)
  expect([status, body.error.code]).toEqual([504, 'UpstreamTimeout'])
  const [waiting] = await history()
  expect(waiting).toMatchObject({ status: 'pending', payment: null })

  stripe.plan({ calls: 'answer' })
  const again = (await pay(key)).body.result
  expect(again.transactionId).toBe(waiting.id)
  expect(stripe.sessions()).toHaveLength(before + 1)
  expect(await history()).toHaveLength(1)
  await stripe.visit(sessionOf(again).id)
  expect(await transactionOf(waiting.id)).toMatchObject({ status: 'success' })
  expect(await balanceOf(people.an)).toBe(80_000)
}

describe('a call whose answer is lost opens one session', () => {
  test('cut off', () => succeedsLater('cut', 'cut-0000-0000-0000'))
  test('never answered', () => succeedsLater('stall', 'stall-0000-0000-0000'))
})

test('a failure of Stripe, which it repeats for its key: a new payment is opened', async () => {
  stripe.plan({ calls: 'fail' })
  expect((await pay('fail-0000-0000-0000')).status).toBe(504)
  stripe.plan({ calls: 'answer' })
  expect((await pay('fail-0000-0000-0000')).status).toBe(504)
  expect((await pay('fail-1111-1111-1111')).status).toBe(200)
})

test('a payment that ends while it is opened stays ended', async () => {
  const open = stripe.hold()
  const opening = pay('hold-0000-0000-0000')
  await expect.poll(history).toHaveLength(1)
  const [{ id }] = await history()
  await ok(people.an, 'POST', `billing/transactions/${id}/cancel`)
  open()
  expect((await opening).status).toBe(409)
  expect(await transactionOf(id)).toMatchObject({ status: 'failure', statusDetail: { code: 'cancelled' } })
})
