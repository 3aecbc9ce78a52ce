import { expect, test } from 'vitest'
import { listWebhooks } from '../testing'
import { vnpayHash, vnpayQuery } from './signature'
import { SHOP, vnpayApp } from './testing'

const {
  vnpay,
  pay,
  opened,
  people,
  balanceOf,
  transactionOf,
  outcomesOf,
  getNotice: sendWebhook,
  refresh,
  service,
} = await vnpayApp()

/** A webhook of a success, signed. */
function webhookOf(ref: string, change: Record<string, string> = {}, secret = SHOP.hashSecret): string {
  const query = vnpayQuery({
    vnp_Amount: '5000000',
    vnp_BankCode: 'NCB',
    vnp_BankTranNo: 'VNP1',
    vnp_CardType: 'ATM',
    vnp_OrderInfo: `Thanh toan ${ref}`,
    vnp_PayDate: '20260301090512',
    vnp_ResponseCode: '00',
    vnp_TmnCode: SHOP.tmnCode,
    vnp_TransactionNo: '777',
    vnp_TransactionStatus: '00',
    vnp_TxnRef: ref,
    ...change,
  })
  return `${query}&vnp_SecureHash=${vnpayHash(query, secret)}`
}

test('what VNPay tries before it lets a shop in, in its order', async () => {
  const { transactionId: ref } = await opened(50_000)
  expect(await sendWebhook(webhookOf(ref, {}, 'another secret'))).toBe('97')
  expect(await sendWebhook(webhookOf('QC00000017'))).toBe('01')
  expect(await sendWebhook(webhookOf(ref, { vnp_Amount: '5100000' }))).toBe('04')
  expect(await transactionOf(ref)).toMatchObject({ status: 'pending', paid: 0 })
  await vnpay.settle(ref, '00')
  expect(vnpay.deliveries).toEqual([['00']])
  expect(await vnpay.notify(ref)).toBe('02')
  expect(await outcomesOf(ref)).toEqual(['wrong-money', 'applied', 'repeated'])
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('a paid order under another number of VNPay is confirmed already, and waits for an operator', async () => {
  const { transactionId: ref } = await opened(50_000)
  await vnpay.settle(ref, '00')
  for (const _ of [1, 2]) expect(await sendWebhook(webhookOf(ref, { vnp_TransactionNo: '778' }))).toBe('02')
  expect(await outcomesOf(ref)).toEqual(['applied', 'unmatched', 'repeated'])
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('what is wrong in two ways is told by the first', async () => {
  const { transactionId: ref } = await opened(50_000)
  await vnpay.settle(ref, '00')
  expect(await sendWebhook(webhookOf('QC00000017', {}, 'another secret'))).toBe('97')
  expect(await sendWebhook(webhookOf('QC00000017', { vnp_Amount: '1' }))).toBe('01')
  expect(await sendWebhook(webhookOf(ref, { vnp_Amount: '1' }))).toBe('04')
})

test('a webhook that we fail at is told again, and then taken in', async () => {
  const { transactionId: ref } = await opened(50_000)
  const { db } = service.database()
  await db.execute('ALTER TABLE receipts RENAME TO receipts_away')
  await vnpay.settle(ref, '00').finally(() => db.execute('ALTER TABLE receipts_away RENAME TO receipts'))
  expect(vnpay.deliveries).toEqual([['99', '99', '99', '99', '99']])
  expect(await transactionOf(ref)).toMatchObject({ status: 'pending', paid: 0 })
  expect(await vnpay.notify(ref)).toBe('00')
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('twenty copies of a webhook at once are one payment', async () => {
  const { transactionId: ref, payUrl } = await pay(50_000)
  vnpay.plan({ webhook: { times: 20, atOnce: true } })
  await vnpay.visit(payUrl)
  const codes = vnpay.deliveries.flat()
  expect(codes.filter((code) => code === '00')).toHaveLength(1)
  expect(codes.filter((code) => code === '02')).toHaveLength(19)
  expect(await outcomesOf(ref)).toHaveLength(20)
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('what came is kept, its hash is not', async () => {
  const { transactionId: ref } = await opened(50_000)
  await vnpay.settle(ref, '00')
  const [webhook] = await listWebhooks(service.database().db, ref)
  const fields = Object.fromEntries(new URLSearchParams(webhook?.body))
  expect(fields).toMatchObject({ vnp_TxnRef: ref, vnp_ResponseCode: '00', vnp_SecureHash: '***' })
})

test('webhook, return and poll at once are one payment', async () => {
  const { transactionId: ref, payUrl } = await pay(50_000)
  vnpay.plan({ webhook: { times: 0 } })
  await vnpay.visit(payUrl)
  await Promise.all([vnpay.notify(ref), refresh(ref), vnpay.notify(ref), refresh(ref), vnpay.notify(ref)])
  expect(await transactionOf(ref)).toMatchObject({ status: 'success', paid: 50_000 })
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('a webhook may come before the payer is back', async () => {
  const { transactionId: ref, payUrl } = await pay(50_000)
  vnpay.plan({ webhook: { when: 'before-return' } })
  await fetch(payUrl, {
    method: 'POST',
    body: new URLSearchParams({ action: 'success' }),
    redirect: 'manual',
  })
  expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
})

test('a forged failure changes nothing and does not stand in the way of the truth', async () => {
  const { transactionId: ref } = await opened(50_000)
  const failed = { vnp_ResponseCode: '24', vnp_TransactionStatus: '02' }
  expect(await sendWebhook(webhookOf(ref, failed, 'another secret'))).toBe('97')
  expect(await transactionOf(ref)).toMatchObject({ status: 'pending' })
  await vnpay.settle(ref, '00')
  expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
})

test.each([
  ['wrong-amount', '04'],
  ['other-merchant', '04'],
  ['wrong-signature', '97'],
] as const)('%s: nothing is credited, and the truth still is', async (fault, code) => {
  const { transactionId: ref, payUrl } = await pay(50_000)
  vnpay.plan({ webhook: { fault } })
  await vnpay.visit(payUrl)
  expect(vnpay.deliveries).toEqual([Array(5).fill(code)])
  expect(await transactionOf(ref)).toMatchObject({ status: 'pending', paid: 0 })
  vnpay.plan({ webhook: { fault: 'none' } })
  expect(await vnpay.notify(ref)).toBe('00')
  expect(await balanceOf(people.an)).toBe(50_000)
})

test('a failure before the success does not stand in its way, one after it is nothing new', async () => {
  const { transactionId: ref } = await opened(50_000)
  const failed = { vnp_ResponseCode: '24', vnp_TransactionStatus: '02', vnp_TransactionNo: '0' }
  expect(await vnpay.notify(ref, failed)).toBe('00')
  expect(await transactionOf(ref)).toMatchObject({ status: 'failure' })
  await vnpay.settle(ref, '00')
  expect(vnpay.deliveries).toEqual([['00']])
  expect(await vnpay.notify(ref, failed)).toBe('02')
  expect(await transactionOf(ref)).toMatchObject({ status: 'success' })
  expect(await balanceOf(people.an)).toBe(50_000)
})

test.each<[string, (webhook: string) => string]>([
  ['nothing', () => ''],
  ['a field that comes twice', (webhook) => `${webhook}&vnp_Amount=5000000`],
  ['a second hash', (webhook) => `vnp_SecureHash=00&${webhook}`],
  ['a field as a list', (webhook) => webhook.replace('vnp_TxnRef=', 'vnp_TxnRef[]=')],
  ['a field in another letter case', (webhook) => webhook.replace('vnp_TxnRef=', 'vnp_txnref=')],
  ['a broken escape', (webhook) => webhook.replace('vnp_BankCode=NCB', 'vnp_BankCode=%E0%A4%A')],
  ['a NUL in it', (webhook) => webhook.replace('vnp_BankCode=NCB', 'vnp_BankCode=%00')],
  ['another field', (webhook) => `${webhook}&vnp_More=1`],
])('a webhook with %s is refused', async (_, spoilt) => {
  const { transactionId: ref } = await opened(50_000)
  expect(await sendWebhook(spoilt(webhookOf(ref)))).toBe('97')
  expect(await transactionOf(ref)).toMatchObject({ status: 'pending', paid: 0 })
})

test('fields that are not of VNPay are not signed, and do no harm', async () => {
  const { transactionId: ref } = await opened(50_000)
  expect(await sendWebhook(`utm_source=mail&${webhookOf(ref)}`)).toBe('00')
  expect(await balanceOf(people.an)).toBe(50_000)
})
