import { describe, expect, test } from 'vitest'
import { findPaymentsByRef } from '../../billing'
import { momoApp } from './testing'

// A stalled MoMo is waited for half a minute in production; no test waits that long.
const { momo, pay, tryToPay, people, call, service, clock, orderOf, transactionOf, balanceOf } =
  await momoApp({
    timeoutMs: 500,
  })

const rowOf = async (ref: string) => {
  const [row] = await findPaymentsByRef(service.database().db, [ref])
  if (!row) throw new Error(`no payment ${ref}`)
  return row
}
const newest = async () => (await call(people.an, 'GET', 'billing/transactions')).body.result[0]
const ordersNow = () => momo.orders().length

describe('an order whose answer is lost', () => {
  test.each(['stall', 'cut'] as const)('%s: the same call again pays the same order', async (calls) => {
    const before = ordersNow()
    momo.plan({ calls })
    const lost = await tryToPay(50_000, `key-${calls}`)
    expect([lost.status, lost.body.error.code]).toEqual([504, 'UpstreamTimeout'])
    const { id: ref } = await newest()
    expect(await rowOf(ref)).toMatchObject({ status: 'created' })
    expect(orderOf(ref)?.resultCode).toBe(1000)

    momo.plan({ calls: 'answer' })
    const again = await tryToPay(50_000, `key-${calls}`)
    expect([again.status, again.body.result?.transactionId]).toEqual([200, ref])
    expect(again.body.result.payUrl).toBe(`${momo.url}/pay/${ref}`)
    expect(await rowOf(ref)).toMatchObject({ status: 'pending', gatewayOrderId: ref })
    expect((await tryToPay(50_000, `key-${calls}`)).body).toEqual(again.body)
    expect(ordersNow()).toBe(before + 1)
  })

  test('MoMo fails before it makes one: the same call again makes it', async () => {
    momo.plan({ calls: 'fail' })
    expect((await tryToPay(50_000, 'key-fail')).body.error.code).toBe('UpstreamTimeout')
    momo.plan({ calls: 'answer' })
    const { status, body } = await tryToPay(50_000, 'key-fail')
    expect([status, orderOf(body.result.transactionId)?.resultCode]).toEqual([200, 1000])
  })

  test('its request id is refused a second time: MoMo is asked before another request is made', async () => {
    momo.refuseNext(40)
    const { transactionId: ref } = await pay(50_000)
    expect(orderOf(ref)?.request).toMatchObject({ orderId: ref, requestId: `${ref}-2` })
  })

  test('the order is there, and its page is lost for good: nothing is paid twice', async () => {
    momo.plan({ calls: 'cut' })
    await tryToPay(50_000, 'key-lost')
    momo.plan({ calls: 'answer' })
    momo.forgetAnswers()
    const before = ordersNow()
    expect((await tryToPay(50_000, 'key-lost')).body.error.code).toBe('UpstreamTimeout')
    expect(ordersNow()).toBe(before)
    expect(await newest()).toMatchObject({ status: 'pending' })
    expect(momo.refusals.splice(0)).toEqual([expect.stringContaining('40 ')])
  })
})

test.each([
  [10, 'UpstreamFailed'],
  [11, 'UpstreamFailed'],
  [13, 'UpstreamFailed'],
  [21, 'UpstreamFailed'],
  [99, 'UpstreamTimeout'],
  [7000, 'UpstreamTimeout'],
  [43, 'UpstreamTimeout'],
])('an order that is answered by %i is %s', async (resultCode, code) => {
  momo.refuseNext(resultCode)
  const { body } = await tryToPay(50_000, `key-code-${resultCode}`)
  expect(body.error.code).toBe(code)
  const isRefused = code === 'UpstreamFailed'
  expect(await newest()).toMatchObject({
    status: isRefused ? 'failure' : 'pending',
    statusDetail: { code: isRefused ? 'gateway-failed' : 'pending' },
  })
})

test.each<[string, Record<string, unknown>]>([
  ['another amount', { amount: 5_000 }],
  ['another order', { orderId: 'QC00000017' }],
  ['another request', { requestId: 'QC00000017-1' }],
  ['no page', { payUrl: '' }],
  ['a page that is a script', { payUrl: 'javascript:alert(1)' }],
  ['a page on another protocol', { payUrl: 'ftp://momo.test/' }],
])('an answer with %s opens nothing', async (_, change) => {
  momo.answerWith(change)
  expect((await tryToPay(50_000, 'key-nonsense')).body.error.code).toBe('UpstreamFailed')
  expect(await newest()).toMatchObject({ status: 'failure', payment: null })
})

test('without a QR code, and with a link that is none, there is the page alone', async () => {
  momo.answerWith({ qrCodeUrl: undefined, deeplink: 'javascript:alert(1)' })
  const order = await pay(50_000)
  expect(order).toMatchObject({ payUrl: expect.stringContaining(momo.url) })
  expect(Object.keys(order)).not.toContain('qrCodeUrl')
  expect(Object.keys(order)).not.toContain('deeplink')
})

describe('money back', () => {
  const gateway = () => {
    const [momoGateway] = service.gateways()
    if (!momoGateway) throw new Error('no gateway')
    return momoGateway
  }
  let count = 0
  const paid = async () => {
    const { transactionId: ref } = await pay(50_000)
    await momo.settle(ref, 0)
    const transId = orderOf(ref)?.transId ?? 0
    return { ...(await rowOf(ref)), gatewayTxnId: String(transId) }
  }
  const refundOf = async (amount: bigint, payment: Awaited<ReturnType<typeof paid>>) => ({
    payment,
    ref: `RF${++count}`,
    amount,
    reason: 'asked for',
    createdAt: clock.now(),
  })

  test('a part, then the rest; the same one once', async () => {
    const payment = await paid()
    const part = await refundOf(20_000n, payment)
    const done = { state: 'done', txnId: expect.stringMatching(/^\d+$/) }
    expect(await gateway().refund(part)).toEqual(done)
    expect(await gateway().refund(part)).toEqual(done)
    expect(await gateway().refund(await refundOf(30_000n, payment))).toEqual(done)
    expect(await gateway().refund(await refundOf(1_000n, payment))).toEqual({ state: 'failed', code: '1081' })
    expect(orderOf(payment.ref)?.refunds.map(({ amount }) => amount)).toEqual([20_000, 30_000])
  })

  test('on its way, then there', async () => {
    const refund = await refundOf(50_000n, await paid())
    momo.refundsBegin(7002)
    expect(await gateway().refund(refund)).toEqual({ state: 'pending' })
    momo.settleRefund(refund.ref, 0)
    momo.forgetAnswers()
    expect(await gateway().refund(refund)).toMatchObject({ state: 'done' })
    expect(momo.refusals.splice(0)).toEqual([expect.stringContaining('40 ')])
  })

  test('refused, and unanswered', async () => {
    const payment = await paid()
    momo.refundsBegin(1080)
    expect(await gateway().refund(await refundOf(50_000n, payment))).toEqual({
      state: 'failed',
      code: '1080',
    })
    momo.refundsBegin(0)
    momo.plan({ calls: 'cut' })
    const refund = await refundOf(50_000n, payment)
    await expect(gateway().refund(refund)).rejects.toMatchObject({ outcome: 'unanswered' })
    momo.plan({ calls: 'answer' })
    expect(await gateway().refund(refund)).toMatchObject({ state: 'done' })
    expect(orderOf(payment.ref)?.refunds).toHaveLength(2)
  })
})

test('a question that is answered by nonsense, or not at all, changes nothing', async () => {
  const { transactionId: ref } = await pay(50_000)
  momo.plan({ calls: 'stall' })
  const { status } = await call(people.an, 'POST', `billing/transactions/${ref}/refresh`)
  expect(status).toBe(200)
  expect(await transactionOf(ref)).toMatchObject({ status: 'pending' })
  expect(await balanceOf(people.an)).toBe(0)
})
