import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { momoSimulator } from './momo'
import { type MOMO_SIGNED, signMomo } from './signature'

const KEYS = { partnerCode: 'MOMO', accessKey: 'access', secretKey: 'secret' }
let now = 1_700_000_000_000
const momo = await momoSimulator({ ...KEYS, now: () => now })
afterAll(() => momo.close())
afterEach(() => {
  momo.refusals.length = 0
})

let count = 0
const order = (change: Record<string, unknown> = {}) => {
  const orderId = `ORDER${++count}`
  return {
    partnerCode: 'MOMO',
    orderId,
    requestId: `${orderId}-1`,
    amount: 199_000,
    orderInfo: `Thanh toan ${orderId}`,
    redirectUrl: 'http://app.test/payment/return/momo?transactionId=1',
    ipnUrl: 'http://127.0.0.1:9/webhooks/momo',
    requestType: 'captureWallet',
    extraData: '',
    lang: 'vi',
    autoCapture: true,
    ...change,
  }
}

type Kind = 'create' | 'query' | 'refund'
type Fields = Record<string, unknown>

async function post(kind: Kind, fields: Fields, signature?: string) {
  const signed: keyof typeof MOMO_SIGNED = kind
  const body = { ...fields, signature: signature ?? signMomo(signed, fields, KEYS) }
  const reply = await fetch(`${momo.url}/v2/gateway/api/${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as Fields }
}
const query = (orderId: string) =>
  post('query', { partnerCode: 'MOMO', orderId, requestId: `${orderId}-q${++count}`, lang: 'en' })

test('an order is made once, and answered again to the same request', async () => {
  const fields = order()
  const { status, body } = await post('create', fields)
  expect(status).toBe(200)
  const { payUrl, signature, ...answer } = body
  expect(answer).toMatchObject({ resultCode: 0, orderId: fields.orderId, amount: 199_000 })
  expect(signature).toBe(signMomo('createAnswer', body, KEYS))
  expect(await (await fetch(String(payUrl))).text()).toContain(fields.orderId)
  expect((await post('create', fields)).body).toEqual(body)
  expect(momo.refusals).toEqual([])
})

describe('refused, and remembered as refused, is', () => {
  test.each<[string, number, Fields]>([
    ['an amount below the least', 22, { amount: 999 }],
    ['an amount above the most', 22, { amount: 50_000_001 }],
    ['an amount as a text', 20, { amount: '199000' }],
    ['an amount with a fraction', 20, { amount: 199_000.5 }],
    ['a name with a blank', 20, { orderId: 'A B' }],
    ['a request id of more than 50 letters', 20, { requestId: 'r'.repeat(51) }],
    ['another language', 20, { lang: 'fr' }],
    ['another way to pay', 20, { requestType: 'payWithATM' }],
    ['no text', 20, { orderInfo: '' }],
    ['an address that is none', 20, { ipnUrl: 'app.test' }],
    ['data that is no JSON', 20, { extraData: 'e30x!' }],
    ['a field that nobody asks for', 20, { currency: 'VND' }],
    ['a missing field', 20, { autoCapture: undefined }],
    ['another partner', 13, { partnerCode: 'SOMEBODY' }],
  ])('%s', async (_, resultCode, change) => {
    const { status, body } = await post('create', order(change))
    expect([status, body['resultCode']]).toEqual([400, resultCode])
    expect(momo.refusals).toEqual([expect.stringContaining(`${resultCode} `)])
  })

  test('a wrong signature', async () => {
    expect((await post('create', order(), 'f'.repeat(64))).body['resultCode']).toBe(13)
    expect(momo.refusals).toHaveLength(1)
  })

  test('a second order by a name, and another order by the same request', async () => {
    const fields = order()
    await post('create', fields)
    const second = { ...fields, requestId: `${fields.orderId}-2` }
    expect((await post('create', second)).body['resultCode']).toBe(41)
    expect((await post('create', { ...fields, amount: 1_000 })).body['resultCode']).toBe(40)
    expect(momo.refusals).toHaveLength(2)
  })
})

test('question and refund read the same order; it ends after ten minutes', async () => {
  const fields = order()
  await post('create', fields)
  expect((await query(fields.orderId)).body).toMatchObject({ resultCode: 1000, transId: 0 })
  expect((await query('NOBODYS')).body).toMatchObject({ resultCode: 42 })
  now += 600_001
  expect((await query(fields.orderId)).body).toMatchObject({ resultCode: 1005 })

  const paid = order()
  await post('create', paid)
  momo.plan({ webhook: { times: 0 } })
  const back = new URL(await momo.visit(paid.orderId))
  expect(back.searchParams.get('resultCode')).toBe('0')
  expect(back.searchParams.get('transactionId')).toBe('1')
  const { transId } = (await query(paid.orderId)).body
  const refund = (orderId: string, amount: number) =>
    post('refund', {
      partnerCode: 'MOMO',
      orderId,
      requestId: orderId,
      amount,
      transId,
      lang: 'en',
      description: '',
    })
  expect((await refund('REFUND1', 150_000)).body).toMatchObject({ resultCode: 0 })
  expect((await refund('REFUND2', 50_000)).body).toMatchObject({ resultCode: 1081 })
  expect((await refund(paid.orderId, 10_000)).body).toMatchObject({ resultCode: 41 })
  expect((await query(paid.orderId)).body).toMatchObject({
    resultCode: 0,
    refundTrans: [{ orderId: 'REFUND1', amount: 150_000, resultCode: 0 }],
  })
})
