import { describe, expect, test } from 'vitest'
import { paypalApp } from './testing'

const { paypal, orderOf, people, call, ok, transactionOf, balanceOf } = await paypalApp()

const order = { amount: 80_000, paymentType: 'paypal' }
const pay = (key: string) => call(people.an, 'POST', 'billing/transactions', order, key)
const history = async () => (await call(people.an, 'GET', 'billing/transactions')).body.result

describe('a call that fails opens one order in all, and the same call again brings it', () => {
  test.each(['cut', 'stall', 'fail'] as const)('%s', async (calls) => {
    const before = paypal.orders().length
    paypal.plan({ calls })
    const { status, body } = await pay(`${calls}-0000-0000-0000`)
    expect([status, body.error.code]).toEqual([504, 'UpstreamTimeout'])
    const [waiting] = await history()
    expect(waiting).toMatchObject({ status: 'pending', payment: null })

    paypal.plan({ calls: 'answer' })
    const again = (await pay(`${calls}-0000-0000-0000`)).body.result
    expect(again.transactionId).toBe(waiting.id)
    expect(paypal.orders()).toHaveLength(before + 1)
    expect(await history()).toHaveLength(1)
    await paypal.visit(orderOf(again).id)
    expect(await transactionOf(waiting.id)).toMatchObject({ status: 'success' })
    expect(await balanceOf(people.an)).toBe(80_000)
  })
})

test('a token is asked for once, and again when it is refused', async () => {
  await pay('token-0000-0000-0001')
  const before = paypal.tokensGiven()
  await Promise.all([2, 3, 4].map((n) => pay(`token-0000-0000-000${n}`)))
  expect(paypal.tokensGiven()).toBe(before)
  paypal.forgetTokens()
  const replies = await Promise.all([5, 6, 7].map((n) => pay(`token-0000-0000-000${n}`)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(paypal.tokensGiven()).toBe(before + 1)
})

test('a capture whose answer is lost is asked for again, and taken once', async () => {
  const { body } = await pay('capture-0000-0000')
  const { transactionId } = body.result
  paypal.plan({ webhook: { times: 0 } })
  await paypal.visit(orderOf(body.result).id)
  paypal.plan({ calls: 'cut' })
  await ok(people.an, 'POST', `billing/transactions/${transactionId}/refresh`)
  expect(await transactionOf(transactionId)).toMatchObject({ status: 'pending' })
  paypal.plan({ calls: 'answer' })
  await ok(people.an, 'POST', `billing/transactions/${transactionId}/refresh`)
  expect(await transactionOf(transactionId)).toMatchObject({ status: 'success' })
  expect(await balanceOf(people.an)).toBe(80_000)
})
