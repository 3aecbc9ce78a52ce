import { describe, expect, test } from 'vitest'
import { listWebhooks } from '../testing'
import { momoSignature } from './signature'
import { KEYS, momoApp } from './testing'

const {
  momo,
  pay,
  people,
  ok,
  call,
  balanceOf,
  transactionOf,
  outcomesOf,
  postNotice: postWebhook,
  refresh,
  clock,
  service,
} = await momoApp()

test('twenty copies of a webhook at once are one payment', async () => {
  const { transactionId: ref } = await pay(50_000)
  momo.plan({ webhook: { times: 20, atOnce: true } })
  await momo.visit(ref)
  expect(momo.deliveries).toEqual(Array(20).fill([204]))
  expect(await balanceOf(people.an)).toBe(50_000)
  const outcomes = await outcomesOf(ref)
  expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(19)
})

test('what came is kept, its signature is not', async () => {
  const { transactionId: ref } = await pay(50_000)
  await momo.visit(ref)
  const [webhook] = await listWebhooks(service.database().db, ref)
  expect(JSON.parse(webhook?.body ?? '')).toMatchObject({ orderId: ref, resultCode: 0, signature: '***' })
})

test('webhook, return and poll at once are one payment', async () => {
  const { transactionId: ref } = await pay(50_000)
  momo.plan({ webhook: { times: 0 } })
  await momo.visit(ref)
  await Promise.all([momo.notify(ref), refresh(ref), momo.notify(ref), refresh(ref), momo.notify(ref)])
  expect(await transactionOf(ref)).toMatchObject({ status: 'success', paid: 50_000 })
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('a webhook may come before the payer is back', async () => {
  const { transactionId: ref, payUrl } = await pay(50_000)
  momo.plan({ webhook: { when: 'before-return' } })
  await fetch(payUrl, {
    method: 'POST',
    body: new URLSearchParams({ action: 'success' }),
    redirect: 'manual',
  })
  expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
})

test('a forged failure changes nothing and does not stand in the way of the truth', async () => {
  const { transactionId: ref } = await pay(50_000)
  momo.plan({ outcome: 'failure', webhook: { fault: 'wrong-signature', times: 0 } })
  expect(await momo.notify(ref, { resultCode: 1006 })).toBe(400)
  expect(await transactionOf(ref)).toMatchObject({ status: 'pending' })
  momo.plan({ outcome: 'success', webhook: { fault: 'none', times: 1 } })
  await momo.visit(ref)
  expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
  expect(await outcomesOf(ref)).toEqual(['applied'])
})

test.each(['wrong-amount', 'other-merchant'] as const)(
  '%s, rightly signed: nothing is credited',
  async (fault) => {
    const { transactionId: ref } = await pay(50_000)
    momo.plan({ webhook: { fault } })
    await momo.visit(ref)
    expect(momo.deliveries).toEqual([[204]])
    expect(await outcomesOf(ref)).toEqual(['wrong-money'])
    expect(await transactionOf(ref)).toMatchObject({ status: 'pending', paid: 0 })
    momo.plan({ webhook: { fault: 'none' } })
    expect(await momo.notify(ref)).toBe(204)
    expect(await balanceOf(people.an)).toBe(50_000)
  },
)

test('a webhook about another request than ours is not believed', async () => {
  const { transactionId: ref } = await pay(50_000)
  expect(await momo.notify(ref, { resultCode: 0, transId: 1, requestId: 'somebody-elses' })).toBe(204)
  expect(await outcomesOf(ref)).toEqual(['wrong-money'])
  expect(await balanceOf(people.an)).toBe(0)
})

test('an order of nobody is acknowledged, and known to nobody', async () => {
  const { transactionId: ref } = await pay(50_000)
  expect(await momo.notify(ref, { orderId: 'QC00000017', resultCode: 0, transId: 2 })).toBe(204)
  expect(await outcomesOf('QC00000017')).toEqual([])
  expect(await balanceOf(people.an)).toBe(0)
})

describe('a paid order that is paid again, or told again under another number', () => {
  async function heldTwice() {
    const { transactionId: ref } = await pay(50_000)
    await momo.visit(ref)
    for (const _ of [1, 2]) expect(await momo.notify(ref, { resultCode: 0, transId: 99_000_001 })).toBe(204)
    expect(await outcomesOf(ref)).toEqual(['applied', 'unmatched', 'repeated'])
    expect(await balanceOf(people.an)).toBe(50_000)
    const [held, ...others] = await ok(people.operator, 'GET', 'admin/billing/receipts?state=unmatched')
    expect(others).toEqual([])
    expect(held).toMatchObject({ provider: 'momo', bankReference: '99000001', content: ref, amount: 50_000 })
    const act = (name: string, more: object) =>
      call(people.operator, 'POST', `admin/billing/receipts/${held.id}/${name}`, {
        reason: 'asked MoMo',
        ...more,
      })
    return { ref, act }
  }

  test('an operator credits it', async () => {
    const { ref, act } = await heldTwice()
    expect((await act('assign', { transfer: ref })).body.result).toMatchObject({
      state: 'assigned',
      transfer: ref,
    })
    expect(await balanceOf(people.an)).toBe(100_000)
    expect((await act('refund', {})).status).toBe(409)
  })

  test('an operator has sent it back', async () => {
    const { act } = await heldTwice()
    expect((await act('refund', {})).body.result).toMatchObject({ state: 'refunded' })
    expect(await balanceOf(people.an)).toBe(50_000)
  })
})

test('a failure after the success is nothing new', async () => {
  const { transactionId: ref } = await pay(50_000)
  await momo.visit(ref)
  expect(await momo.notify(ref, { resultCode: 1006 })).toBe(204)
  expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
  expect(await outcomesOf(ref)).toEqual(['applied', 'ignored'])
})

test('a failure before the success does not stand in its way', async () => {
  const { transactionId: ref } = await pay(50_000)
  expect(await momo.notify(ref, { resultCode: 1006 })).toBe(204)
  expect(await transactionOf(ref)).toMatchObject({ status: 'failure' })
  await momo.visit(ref)
  expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
  expect(await balanceOf(people.an)).toBe(50_000)
})

describe('bytes that are no webhook', () => {
  const webhook = () => ({
    partnerCode: KEYS.partnerCode,
    orderId: 'QC00000017',
    requestId: 'QC00000017-1',
    amount: 50_000,
    orderInfo: 'x',
    orderType: 'momo_wallet',
    transId: 3,
    resultCode: 0,
    message: 'Successful.',
    payType: 'qr',
    responseTime: clock.now().getTime(),
    extraData: '',
  })
  const signed = (change: object = {}) => {
    const fields = { ...webhook(), ...change }
    return { ...fields, signature: momoSignature('webhook', fields, KEYS) }
  }

  test.each<[string, () => string | object]>([
    ['nothing', () => ''],
    ['no JSON', () => '{'],
    ['null', () => 'null'],
    ['a list', () => [signed()]],
    ['no signature', webhook],
    ['a signature that is a list', () => ({ ...signed(), signature: [signed().signature] })],
    ['an amount in words', () => signed({ amount: '50000' })],
    ['an amount with a fraction', () => signed({ amount: 50_000.5 })],
    ['an amount above what a number holds', () => signed({ amount: 2 ** 53 })],
    ['an amount below zero', () => signed({ amount: -50_000 })],
    ['another amount than was signed', () => ({ ...signed(), amount: 5_000_000 })],
  ])('%s is refused', async (_, body) => expect((await postWebhook(body())).status).toBe(400))

  test('the signature holds for the values, not for their place or what is added', async () => {
    const shuffled = Object.fromEntries(Object.entries(signed()).reverse())
    expect((await postWebhook({ ...shuffled, promotionInfo: [] })).status).toBe(204)
    expect((await postWebhook(signed(), { 'content-type': 'text/plain' })).status).toBe(204)
  })
})
