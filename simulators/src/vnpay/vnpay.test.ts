import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { signVnpayLine, signVnpayQuery, vnpayText } from './signature'
import { textOfTime, timeOf } from './validate-requests'
import { vnpaySimulator } from './vnpay'

const SECRET = 'TESTSECRET'
let now = Date.parse('2026-03-01T02:00:00Z')
const vnpay = await vnpaySimulator({
  tmnCode: 'TESTTMN1',
  hashSecret: SECRET,
  webhookUrl: 'http://127.0.0.1:9/webhooks/vnpay',
  now: () => now,
})
vnpay.plan({ webhook: { times: 0 } })
afterAll(() => vnpay.close())
afterEach(() => {
  vnpay.refusals.length = 0
})

type Fields = Record<string, string>
let count = 0

const order = (change: Fields = {}): Fields => ({
  vnp_Version: '2.1.0',
  vnp_Command: 'pay',
  vnp_TmnCode: 'TESTTMN1',
  vnp_Amount: '19900000',
  vnp_CurrCode: 'VND',
  vnp_TxnRef: `ORDER${++count}`,
  vnp_OrderInfo: 'Thanh toan',
  vnp_OrderType: 'other',
  vnp_Locale: 'vn',
  vnp_ReturnUrl: 'http://app.test/payment/return/vnpay?transactionId=1',
  vnp_IpAddr: '203.0.113.7',
  vnp_CreateDate: textOfTime(new Date(now)),
  vnp_ExpireDate: textOfTime(new Date(now + 15 * 60_000)),
  ...change,
})
const addressOf = (fields: Fields, secret = SECRET) =>
  `${vnpay.payUrl}?${vnpayText(fields)}&vnp_SecureHash=${signVnpayQuery(fields, secret)}`

async function call(command: 'querydr' | 'refund', fields: Fields, change: Fields = {}) {
  const body: Fields = {
    vnp_RequestId: `REQ${++count}`,
    vnp_Version: '2.1.0',
    vnp_Command: command,
    vnp_TmnCode: 'TESTTMN1',
    vnp_TxnRef: fields['vnp_TxnRef'] ?? '',
    vnp_OrderInfo: 'Truy van',
    vnp_TransactionDate: fields['vnp_CreateDate'] ?? '',
    vnp_CreateDate: textOfTime(new Date(now)),
    vnp_IpAddr: '203.0.113.7',
    ...change,
  }
  const reply = await fetch(vnpay.apiUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, vnp_SecureHash: signVnpayLine(command, body, SECRET) }),
  })
  const { vnp_SecureHash, ...answer } = (await reply.json()) as Fields
  expect(vnp_SecureHash).toBe(
    signVnpayLine(command === 'refund' ? 'refundAnswer' : 'querydrAnswer', answer, SECRET),
  )
  return answer
}

test('a pay address shows its page as often as it is opened, until it has been paid', async () => {
  const fields = order()
  for (const _ of [1, 2]) {
    const reply = await fetch(addressOf(fields))
    expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('>Pay<')])
  }
  const back = new URL(await vnpay.visit(addressOf(fields)))
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    transactionId: '1',
    vnp_ResponseCode: '00',
    vnp_TransactionStatus: '00',
  })
  expect(await (await fetch(addressOf(fields))).text()).not.toContain('>Pay<')
  expect(vnpay.refusals).toEqual([])
})

describe('refused, and remembered as refused, is', () => {
  test.each<[string, string, Fields]>([
    ['an amount with a fraction', '03', { vnp_Amount: '19900050' }],
    ['an amount of more than twelve digits', '03', { vnp_Amount: '1000000000000' }],
    ['another currency', '03', { vnp_CurrCode: 'USD' }],
    ['a name with a dash', '03', { vnp_TxnRef: 'ORDER-1' }],
    ['a text with a mark', '03', { vnp_OrderInfo: 'Thanh toán' }],
    ['no address of the payer', '03', { vnp_IpAddr: '' }],
    ['an address that is too short', '03', { vnp_IpAddr: '::1' }],
    ['another language', '03', { vnp_Locale: 'fr' }],
    ['an older version', '03', { vnp_Version: '2.0.0' }],
    ['an unknown bank', '03', { vnp_BankCode: 'NOBANK' }],
    ['a field that nobody asks for', '03', { vnp_Note: '1' }],
    ['a day that is none', '03', { vnp_CreateDate: '20261301090000' }],
    ['an end after an hour', '03', { vnp_ExpireDate: textOfTime(new Date(now + 3_600_000)) }],
    ['another merchant', '02', { vnp_TmnCode: 'TESTTMN2' }],
  ])('%s', async (_, code, change) => {
    expect((await fetch(addressOf(order(change)))).status).toBe(400)
    expect(vnpay.refusals).toEqual([expect.stringContaining(`${code} `)])
  })

  test('a wrong hash, a field that comes twice, and a second order by a name', async () => {
    const fields = order()
    await fetch(addressOf(fields))
    for (const address of [
      addressOf(order(), 'another secret'),
      `${addressOf(fields)}&vnp_Amount=1`,
      addressOf({ ...fields, vnp_Amount: '1000000' }),
    ])
      expect((await fetch(address)).status).toBe(400)
    expect(vnpay.refusals.map((refusal) => refusal.slice(0, 2))).toEqual(['97', '03', '03'])
  })
})

test('question and refund read the same order; a request id is taken once a day', async () => {
  const fields = order()
  expect(await call('querydr', fields)).toMatchObject({ vnp_ResponseCode: '91' })
  await fetch(addressOf(fields))
  expect(await call('querydr', fields)).toMatchObject({ vnp_ResponseCode: '00', vnp_TransactionStatus: '01' })
  await vnpay.visit(addressOf(fields))
  const paid = await call('querydr', fields)
  expect(paid).toMatchObject({ vnp_TransactionStatus: '00', vnp_TransactionType: '01' })

  const back = (amount: string, type: string, id: string) =>
    call('refund', fields, {
      vnp_RequestId: id,
      vnp_TransactionType: type,
      vnp_Amount: amount,
      vnp_TransactionNo: paid['vnp_TransactionNo'] ?? '',
      vnp_CreateBy: 'somebody',
    })
  expect(await back('15000000', '03', 'R1')).toMatchObject({ vnp_ResponseCode: '00' })
  expect(await back('5000000', '03', 'R2')).toMatchObject({ vnp_ResponseCode: '93' })
  expect(await back('4900000', '03', 'R1')).toMatchObject({ vnp_ResponseCode: '94' })
  expect(await call('querydr', fields)).toMatchObject({
    vnp_TransactionType: '03',
    vnp_TransactionStatus: '00',
    vnp_Amount: '15000000',
  })
  now += 86_400_000
  expect(await back('4900000', '03', 'R1')).toMatchObject({ vnp_ResponseCode: '00' })
})

test('an order that nobody pays ends after fifteen minutes', async () => {
  const fields = order()
  await fetch(addressOf(fields))
  now += 15 * 60_000 + 1_000
  expect(await call('querydr', fields)).toMatchObject({ vnp_TransactionStatus: '02' })
})

test('times are of Viet Nam', () => {
  expect(textOfTime(new Date('2028-02-28T17:00:00Z'))).toBe('20280229000000')
  expect(timeOf('20280229000000').toISOString()).toBe('2028-02-28T17:00:00.000Z')
})
