import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { ledgerTransactions } from '../../billing/ledger/ledger-table'
import { listWebhooks } from '../testing'
import { SECRET, stripeApp } from './testing'

const { stripe, ok, runJob, pay, sessionOf, people, service, clock, balanceOf, transactionOf, outcomesOf } =
  await stripeApp()

const notify = (body: string | Buffer, headers: Record<string, string | string[]> = {}) =>
  service.inject({ method: 'POST', url: '/webhooks/stripe', payload: body, headers })

const receiptsOf = async () =>
  (await service.database().db.select().from(ledgerTransactions)).filter(({ type }) => type === 'receipt')
    .length

const headerOf = (payload: string, seconds = 0) =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: SECRET,
    timestamp: Math.floor(clock.now().getTime() / 1000) + seconds,
  })

/** The change of the ledger by an action. */
async function bookedBy(deed: () => Promise<unknown>): Promise<number> {
  const before = await receiptsOf()
  await deed()
  return (await receiptsOf()) - before
}

test('twenty copies of an event at once are one transaction of the ledger', async () => {
  const order = await pay(199_000)
  stripe.plan({ webhook: { times: 20, atOnce: true } })
  expect(await bookedBy(() => stripe.visit(sessionOf(order).id))).toBe(1)
  expect(stripe.deliveries).toEqual(
    Array.from({ length: 20 }, () => ({ type: 'checkout.session.completed', statuses: [200] })),
  )
  expect((await outcomesOf(order.transactionId)).sort()).toEqual(['applied', ...Array(19).fill('repeated')])
  expect(await balanceOf(people.an)).toBe(199_000)
})

test('webhook, return and poll at once are one grant', async () => {
  const order = await pay(199_000)
  clock.advance(2 * 60_000)
  const refresh = () => ok(people.an, 'POST', `billing/transactions/${order.transactionId}/refresh`)
  const all = () =>
    Promise.all([stripe.visit(sessionOf(order).id), refresh(), runJob('billing-gateways'), refresh()])
  expect(await bookedBy(all)).toBe(1)
  expect(await balanceOf(people.an)).toBe(199_000)
})

test('a lost event is made good by the question', async () => {
  const order = await pay(50_000)
  stripe.plan({ webhook: { times: 0 } })
  await stripe.visit(sessionOf(order).id)
  clock.advance(2 * 60_000)
  await runJob('billing-gateways')
  expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'success' })
  expect(await balanceOf(people.an)).toBe(50_000)
})

describe('signed, and yet nothing is booked for', () => {
  test.each(['wrong-amount', 'wrong-currency', 'other-merchant'] as const)('%s', async (fault) => {
    const order = await pay(199_000)
    stripe.plan({ webhook: { fault } })
    expect(await bookedBy(() => stripe.visit(sessionOf(order).id))).toBe(0)
    // Acknowledged: to send it again would change nothing.
    expect(stripe.deliveries.map(({ statuses }) => statuses)).toEqual([[200]])
    expect(await outcomesOf(order.transactionId)).toEqual(['wrong-money'])
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'pending' })
  })

  test('a session that names a payment of ours by its reference alone', async () => {
    const order = await pay(50_000)
    const session = { ...sessionOf(order), metadata: { ref: order.transactionId, paymentId: 'another' } }
    expect(await stripe.send(JSON.stringify(stripe.event('checkout.session.completed', session)))).toBe(200)
    expect(await outcomesOf(order.transactionId)).toEqual([])
    expect(await balanceOf(people.an)).toBe(0)
  })

  test.each([
    ['customer.created', { id: 'cus_1' }],
    ['checkout.session.completed', { id: 'cs_1', metadata: {} }],
    ['charge.dispute.updated', { id: 'du_1' }],
  ])('%s, which is not ours or changes nothing', async (type, object) => {
    expect(await bookedBy(() => stripe.send(JSON.stringify(stripe.event(type, object))))).toBe(0)
    expect(await stripe.send(JSON.stringify(stripe.event(type, object)))).toBe(200)
  })
})

describe('refused, and nothing is blocked by it', () => {
  /** Each is refused; then the event itself is taken. */
  async function refuses(forge: (body: string, header: string) => Promise<number>) {
    const order = await pay(60_000)
    const session = sessionOf(order)
    stripe.plan({ webhook: { times: 0 } })
    await stripe.visit(session.id)
    const body = JSON.stringify(stripe.event('checkout.session.completed', session), null, 2)
    const header = headerOf(body)
    expect(await bookedBy(async () => expect(await forge(body, header)).toBe(400))).toBe(0)
    expect(await balanceOf(people.an)).toBe(0)
    expect(await stripe.send(body, header)).toBe(200)
    expect(await balanceOf(people.an)).toBe(60_000)
  }
  const asJson = (header?: string | string[]) => ({
    'content-type': 'application/json',
    ...(header === undefined ? {} : { 'stripe-signature': header }),
  })
  const statusOf = async (body: string, header?: string | string[]) =>
    (await notify(body, asJson(header))).statusCode

  test('no signature', () => refuses((body) => statusOf(body)))
  test('a signature that comes twice', () => refuses((body, header) => statusOf(body, [header, header])))
  test('the same event, written anew', () =>
    refuses((body, header) => statusOf(JSON.stringify(JSON.parse(body)), header)))
  test('a stale one, though signed', () => refuses((body) => statusOf(body, headerOf(body, -301))))
  test('one from the future, though signed', () => refuses((body) => statusOf(body, headerOf(body, 301))))
  test('no body', () => refuses((_body, header) => statusOf('', header)))

  test('signed with another secret: sent again and again, and refused each time', async () => {
    const order = await pay(60_000)
    stripe.plan({ webhook: { fault: 'wrong-signature' }, outcome: 'expire' })
    const { id } = sessionOf(order)
    await stripe.visit(id)
    expect(stripe.deliveries).toEqual([
      { type: 'checkout.session.expired', statuses: [400, 400, 400, 400, 400] },
    ])
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'pending' })
  })
})

describe('in any order', () => {
  test('the success of a slow bank before the end of the session', async () => {
    const order = await pay(40_000)
    const { id } = sessionOf(order)
    stripe.plan({ outcome: 'pending', webhook: { when: 'after-expiry' } })
    await stripe.visit(id)
    await stripe.settle(id, true)
    await stripe.release('reversed')
    expect(stripe.deliveries.map(({ type }) => type)).toEqual([
      'checkout.session.async_payment_succeeded',
      'checkout.session.completed',
    ])
    expect(await outcomesOf(order.transactionId)).toEqual(['applied', 'repeated'])
    expect(await balanceOf(people.an)).toBe(40_000)
  })

  test('an event of failure after the success: what Stripe holds counts', async () => {
    const order = await pay(40_000)
    const session = sessionOf(order)
    await stripe.visit(session.id)
    for (const type of ['checkout.session.expired', 'checkout.session.async_payment_failed'])
      await stripe.send(JSON.stringify(stripe.event(type, { ...session, status: 'expired' })))
    expect(await outcomesOf(order.transactionId)).toEqual(['applied', 'repeated', 'repeated'])
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'success' })
  })

  test('told of long after the payment has expired: the money is in the wallet', async () => {
    const order = await pay(40_000)
    stripe.plan({ webhook: { when: 'after-expiry' } })
    await stripe.visit(sessionOf(order).id)
    clock.advance(3 * 86_400_000)
    await stripe.release()
    expect(await outcomesOf(order.transactionId)).toEqual(['applied'])
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'success' })
    expect(await balanceOf(people.an)).toBe(40_000)
  })
})

test('Stripe does not answer when it is asked: the event is not lost, it comes again', async () => {
  const order = await pay(70_000)
  stripe.plan({ calls: 'fail' })
  const visit = stripe.visit(sessionOf(order).id)
  await expect.poll(() => outcomesOf('')).toContain('failed')
  stripe.plan({ calls: 'answer' })
  await visit
  const statuses = stripe.deliveries.flatMap((delivery) => delivery.statuses)
  expect([statuses[0], statuses.at(-1)]).toEqual([500, 200])
  expect(await balanceOf(people.an)).toBe(70_000)
})

test('no signature is in the log of webhooks', async () => {
  const order = await pay(20_000)
  await stripe.visit(sessionOf(order).id)
  const [webhook] = await listWebhooks(service.database().db, order.transactionId)
  expect(webhook?.headers).toContain('stripe-signature: ***')
  expect(JSON.parse(webhook?.body ?? '')).toMatchObject({ type: 'checkout.session.completed' })
})
