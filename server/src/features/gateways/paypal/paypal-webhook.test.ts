import { describe, expect, test } from 'vitest'
import { ledgerTransactions } from '../../billing/ledger/ledger-table'
import { paypalApp } from './testing'

const {
  paypal,
  pay,
  orderOf,
  people,
  service,
  clock,
  ok,
  balanceOf,
  transactionOf,
  subscriptionOf,
  outcomesOf,
  change,
  runJob,
} = await paypalApp()

const receiptsOf = async () =>
  (await service.database().db.select().from(ledgerTransactions)).filter(({ type }) => type === 'receipt')
    .length

/** The change of the ledger by an action. */
async function bookedBy(deed: () => Promise<unknown>): Promise<number> {
  const before = await receiptsOf()
  await deed()
  return (await receiptsOf()) - before
}

const captureOf = (payUrl: string) => {
  const capture = orderOf({ payUrl }).purchase_units[0].payments?.captures[0]
  if (!capture) throw new Error('not captured')
  return capture
}
const refresh = (ref: string) => ok(people.an, 'POST', `billing/transactions/${ref}/refresh`)

test('twenty copies of each event at once are one transaction of the ledger, and one capture', async () => {
  const order = await pay(199_000)
  paypal.plan({ webhook: { times: 20, atOnce: true } })
  expect(await bookedBy(() => paypal.visit(orderOf(order).id))).toBe(1)
  const outcomes = await outcomesOf(order.transactionId)
  expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1)
  expect(outcomes.every((outcome) => outcome === 'applied' || outcome === 'repeated')).toBe(true)
  expect(await balanceOf(people.an)).toBe(199_000)
})

test('a second capture of an order waits for an operator, whoever tells of it', async () => {
  const order = await pay(199_000)
  await paypal.visit(orderOf(order).id)
  const captures: object[] = orderOf(order).purchase_units[0].payments?.captures ?? []
  captures.push({ ...captures[0], id: 'SECONDCAPTURE' })
  await paypal.settle(orderOf(order).id, true)
  clock.advance(60 * 60_000)
  await runJob('gateway-reconciliation')
  expect(await balanceOf(people.an)).toBe(199_000)
  const held = await ok(people.operator, 'GET', 'admin/billing/receipts?state=unmatched')
  expect(held).toMatchObject([
    { provider: 'paypal', bankReference: 'SECONDCAPTURE', amount: 199_000, content: order.transactionId },
  ])
  expect((await outcomesOf(order.transactionId)).at(-1)).toBe('unmatched')
})

test('webhook, return and poll at once are one grant', async () => {
  const order = await pay(199_000)
  clock.advance(2 * 60_000)
  const { transactionId } = order
  const all = () =>
    Promise.all([
      paypal.visit(orderOf(order).id),
      refresh(transactionId),
      runJob('billing-gateways'),
      refresh(transactionId),
    ])
  expect(await bookedBy(all)).toBe(1)
  expect(await balanceOf(people.an)).toBe(199_000)
  expect(await transactionOf(transactionId)).toMatchObject({ status: 'success' })
})

describe('signed, and yet nothing is booked for', () => {
  test.each(['wrong-amount', 'wrong-currency', 'other-merchant'] as const)('%s', async (fault) => {
    const order = await pay(199_000)
    paypal.plan({ webhook: { fault } })
    expect(await bookedBy(() => paypal.visit(orderOf(order).id))).toBe(0)
    const outcomes = await outcomesOf(order.transactionId)
    expect(new Set(outcomes)).toEqual(new Set(['wrong-money']))
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'pending' })
  })

  test.each([
    ['BILLING.PLAN.CREATED', { id: 'P-1' }, 'ignored'],
    ['CHECKOUT.ORDER.APPROVED', { id: 'NONE' }, 'unknown-payment'],
    [
      'PAYMENT.CAPTURE.REVERSED',
      { id: 'R', links: [{ rel: 'up', href: 'https://evil.example/x' }] },
      'unknown-payment',
    ],
  ])('%s, which is not ours or changes nothing', async (type, resource, outcome) => {
    expect(await bookedBy(() => paypal.send(JSON.stringify(paypal.event(type, resource))))).toBe(0)
    expect((await outcomesOf('')).at(-1)).toBe(outcome)
  })
})

describe('refused, and nothing is blocked by it', () => {
  /** Each is refused; then the event itself is taken. */
  async function refuses(forge: (body: string, headers: Record<string, string>) => Promise<number>) {
    const order = await pay(60_000)
    paypal.plan({ webhook: { times: 0 } })
    await paypal.visit(orderOf(order).id)
    const body = JSON.stringify(paypal.event('CHECKOUT.ORDER.APPROVED', orderOf(order)), null, 2)
    const headers = paypal.signed(body)
    expect(await bookedBy(async () => expect(await forge(body, headers)).toBe(400))).toBe(0)
    expect(orderOf(order).status).toBe('APPROVED')
    expect(await paypal.send(body, headers)).toBe(200)
    expect(await balanceOf(people.an)).toBe(60_000)
  }

  test('no signature', () => refuses((body) => paypal.send(body, {})))
  test('the same event, written anew', () =>
    refuses((body, headers) => paypal.send(JSON.stringify(JSON.parse(body)), headers)))
  test('a signature of another event', () => refuses((body) => paypal.send(body, paypal.signed(`${body} `))))
  test('a header that comes twice', () =>
    refuses(async (body, headers) => {
      const twice = { ...headers, 'paypal-transmission-sig': ['a', 'b'] }
      const reply = await service.inject({
        method: 'POST',
        url: '/webhooks/paypal',
        payload: body,
        headers: { ...twice, 'content-type': 'application/json' },
      })
      return reply.statusCode
    }))

  test('signed with another key: sent again and again, and refused each time', async () => {
    const order = await pay(60_000)
    paypal.plan({ webhook: { fault: 'wrong-signature' } })
    await paypal.visit(orderOf(order).id)
    expect(paypal.deliveries).toEqual([
      { type: 'CHECKOUT.ORDER.APPROVED', statuses: [400, 400, 400, 400, 400] },
    ])
    expect(orderOf(order).status).toBe('APPROVED')
  })
})

describe('in any order', () => {
  test('the end of a capture before its waiting, and both before the approval', async () => {
    const order = await pay(40_000)
    const { id } = orderOf(order)
    paypal.plan({ outcome: 'pending', webhook: { when: 'after-expiry' } })
    await paypal.visit(id)
    await refresh(order.transactionId)
    await paypal.settle(id, true)
    await paypal.release('reversed')
    expect(paypal.deliveries.map(({ type }) => type)).toEqual([
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.PENDING',
      'CHECKOUT.ORDER.APPROVED',
    ])
    expect(await outcomesOf(order.transactionId)).toEqual(['applied', 'repeated', 'repeated'])
    expect(await balanceOf(people.an)).toBe(40_000)
  })

  test('a denial after the success: what PayPal holds counts', async () => {
    const order = await pay(40_000)
    await paypal.visit(orderOf(order).id)
    const denied = { ...captureOf(order.payUrl), status: 'DECLINED' }
    await paypal.send(JSON.stringify(paypal.event('PAYMENT.CAPTURE.DENIED', denied)))
    expect((await outcomesOf(order.transactionId)).at(-1)).toBe('repeated')
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'success' })
  })

  test('told of long after the payment has expired: the money is in the wallet', async () => {
    const order = await pay(40_000)
    paypal.plan({ webhook: { when: 'after-expiry' } })
    await paypal.visit(orderOf(order).id)
    clock.advance(2 * 86_400_000)
    await paypal.release()
    expect(await transactionOf(order.transactionId)).toMatchObject({ status: 'success' })
    expect(await balanceOf(people.an)).toBe(40_000)
  })
})

test('PayPal takes money back: what it was spent on is owed, once', async () => {
  const order = await pay(99_000)
  await paypal.visit(orderOf(order).id)
  await change('basic', { paymentType: 'wallet' })
  paypal.plan({ webhook: { times: 5, atOnce: true } })
  await paypal.reverse(captureOf(order.payUrl).id, '4.30')
  expect((await subscriptionOf(people.an)).outstandingBalance).toBe(99_000)
})

test('a refund on its way is done when PayPal says so', async () => {
  const order = await pay(230_000)
  await paypal.visit(orderOf(order).id)
  paypal.refundsBegin('PENDING')
  const path = `admin/billing/transfers/${order.transactionId}/refund`
  await ok(people.operator, 'POST', path, { amount: 23_000, reason: 'asked for' })
  const [made] = paypal.refunds(captureOf(order.payUrl).id)
  const refundsOf = () => ok(people.operator, 'GET', `${path}s`)
  expect(await refundsOf()).toMatchObject([{ status: 'pending' }])
  await paypal.settleRefund(made?.id ?? '', 'COMPLETED')
  expect(await refundsOf()).toMatchObject([{ status: 'done' }])
  expect(await balanceOf(people.an)).toBe(207_000)
})
