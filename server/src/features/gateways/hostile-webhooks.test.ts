import { runs } from '@scanleaf/qr/property-runs'
import { newReference } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { testApp } from '../../testing/app'
import { hostileJson } from '../../testing/hostile-json'
import { openScriptedProvider } from '../../testing/services/scripted-provider'
import { cassoSignature } from './bank-feeds/casso/signature'
import { payosSignature } from './bank-feeds/payos/signature'
import { sepaySignature } from './bank-feeds/sepay/signature'
import { momoSignature } from './momo/signature'
import { vnpayHash, vnpayQuery } from './vnpay/signature'

const KEY = 'a-key-of-the-tests'
const MOMO = { accessKey: KEY, secretKey: KEY }
const upstream = await openScriptedProvider()
afterAll(() => upstream.close())
const ANSWERS: Record<string, string> = {
  '/v1/oauth2/token': '{"access_token":"a"}',
  '/v1/notifications/verify-webhook-signature': '{"verification_status":"SUCCESS"}',
  '/v1/refunds': '{"object":"list","data":[]}',
  '/v1/disputes/x': '{"status":"lost","amount":1,"currency":"vnd","payment_intent":null}',
}
upstream.answer = (path) => ANSWERS[path.split('?')[0] ?? '']
const service = testApp({
  LOG_LEVEL: 'error',
  ...{
    BILLING: 'on',
    SEPAY_SECRET: KEY,
    CASSO_CHECKSUM_KEY: KEY,
    CASSO_SECURE_TOKEN: KEY,
    PAYOS_CHECKSUM_KEY: KEY,
  },
  ...{ MOMO_PARTNER_CODE: KEY, MOMO_ACCESS_KEY: KEY, MOMO_SECRET_KEY: KEY, MOMO_URL: upstream.url },
  ...{ VNPAY_TMN_CODE: KEY, VNPAY_HASH_SECRET: KEY },
  ...{ STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: KEY, STRIPE_URL: upstream.url },
  ...{ PAYPAL_CLIENT_ID: KEY, PAYPAL_CLIENT_SECRET: KEY, PAYPAL_WEBHOOK_ID: KEY, PAYPAL_URL: upstream.url },
  ...{ BANK_BIN: '970416', BANK_ACCOUNT_NUMBER: '123456789', BANK_ACCOUNT_NAME: 'CONG TY SCANLEAF' },
})

/** The value of a text, however it is nested; undefined for no JSON. */
function valueOfText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As the service would sign it; a text that is not JSON, or too deep for the signature, gets none. */
function signed(sign: () => string): string {
  try {
    return sign()
  } catch {
    return '0'
  }
}

const REF = newReference(() => 1)
/** Those that open payments; the feeds report any transfer. */
const GATEWAYS = new Set(['momo', 'stripe', 'paypal'])
const transfer = { reference: 'FT1', accountNumber: '123456789', amount: 50_000, description: 'NAP ABCD' }
const FEEDS: Record<
  string,
  { honest: unknown; headersOf(text: string): Record<string, string>; finish?(text: string): string }
> = {
  sepay: {
    honest: {
      ...transfer,
      id: 1,
      content: 'NAP',
      transferType: 'in',
      transferAmount: 50_000,
      subAccount: null,
    },
    headersOf(text) {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = `sha256=${sepaySignature(KEY, timestamp, Buffer.from(text))}`
      return { 'x-sepay-timestamp': timestamp, 'x-sepay-signature': signature }
    },
  },
  casso: {
    honest: { data: { ...transfer, id: 1, virtualAccountNumber: '' } },
    headersOf: (text) => ({
      'x-casso-signature': `t=1,v1=${signed(() => cassoSignature(KEY, '1', valueOfText(text)))}`,
    }),
  },
  'casso of the first version': {
    honest: { data: [{ ...transfer, id: 1, tid: 'FT1', bank_sub_acc_id: '123456789' }] },
    headersOf: () => ({ 'secure-token': KEY }),
  },
  payos: {
    honest: { ...transfer, paymentLinkId: 'l', currency: 'VND', code: '00', virtualAccountNumber: '' },
    headersOf: () => ({}),
    finish(text) {
      const signature = signed(() => payosSignature(KEY, valueOfText(text) as Record<string, unknown>))
      return `{"data":${text},"signature":"${signature}"}`
    },
  },
  momo: {
    honest: {
      ...{ partnerCode: KEY, orderId: REF, requestId: `${REF}-1`, amount: 50_000, orderInfo: 'x' },
      ...{ orderType: 'momo_wallet', transId: 1, resultCode: 0, message: 'Ok', payType: 'qr' },
      ...{ responseTime: 1, extraData: '' },
    },
    headersOf: () => ({}),
    finish(text) {
      const signature = signed(() => momoSignature('webhook', valueOfText(text) as never, MOMO))
      return text.replace('{', () => `{"signature":"${signature}",`)
    },
  },
  'stripe and a session': stripeEvents('checkout.session.completed'),
  'stripe and a refund': stripeEvents('charge.refunded'),
  'stripe and a dispute': stripeEvents('charge.dispute.created'),
  'paypal and an order': paypalEvents('CHECKOUT.ORDER.APPROVED'),
  'paypal and a refund': paypalEvents('PAYMENT.CAPTURE.REFUNDED'),
  'paypal and a reversal': paypalEvents('PAYMENT.CAPTURE.REVERSED'),
}

function stripeEvents(type: string) {
  const metadata = { ref: REF, paymentId: 'p' }
  return {
    honest: { id: 'evt_1', type, data: { object: { id: 'x', metadata, payment_intent: 'pi_1' } } },
    headersOf: (payload: string) => ({
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret: KEY }),
    }),
  }
}

function paypalEvents(event_type: string) {
  const links = [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/C1' }]
  const related_ids = { order_id: 'O1' }
  const resource = {
    ...{ id: 'R1', invoice_id: REF, purchase_units: [{ invoice_id: REF }], links },
    ...{ supplementary_data: { related_ids }, amount: { currency_code: 'USD', value: '8.65' } },
  }
  return {
    honest: { event_type, resource },
    headersOf: () => ({
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
      'paypal-transmission-id': '1',
      'paypal-transmission-sig': 'x',
      'paypal-transmission-time': '2026-11-28T00:00:00Z',
    }),
  }
}

/** What is booked, and what waits for an operator. */
const booked = () =>
  query<{ count: number }>(
    service.database().db,
    sql`select (select count(*) from ledger_entries)::int + (select count(*) from receipts)::int as count`,
  )

test.each(Object.entries(FEEDS))('signed and hostile, nothing fails in us: %s', async (name, feed) => {
  const { honest, headersOf, finish = (text: string) => text } = feed
  await fc.assert(
    fc.asyncProperty(hostileJson(honest), async (text) => {
      const payload = finish(text)
      const headers = { 'content-type': 'application/json', ...headersOf(payload) }
      const url = `/webhooks/${name.split(' ')[0]}`
      const reply = await service.inject({ method: 'POST', url, headers, payload })
      expect(reply.statusCode, reply.body).toBeLessThan(500)
      expect(JSON.stringify(service.logged()), 'nothing failed').not.toContain('could not be processed')
    }),
    { numRuns: runs(60) },
  )
  if (GATEWAYS.has(name.split(' ')[0] ?? '')) expect(await booked()).toEqual([{ count: 0 }])
})

test.each([
  ['momo', 'orderId', `${REF}\0`],
  ['momo', 'orderId', 'x'.repeat(9_000)],
  ['stripe and a session', 'ref', '\0'],
  ['stripe and a session', 'id', '\ud800'],
  ['stripe and a refund', 'ref', '\0'],
  ['stripe and a refund', 'payment_intent', '\ud800'],
  ['stripe and a dispute', 'id', '\ud800'],
  ['paypal and an order', 'invoice_id', '\0'],
  ['paypal and an order', 'order_id', '\ud800'],
  ['paypal and a refund', 'id', '\ud800'],
  ['paypal and a reversal', 'id', '\0'],
])('an id that no database and no address holds fails nowhere: %s, %s %j', async (name, field, value) => {
  const { honest, headersOf, finish = (text: string) => text } = FEEDS[name] as (typeof FEEDS)[string]
  const payload = finish(JSON.stringify(honest, (key, each) => (key === field ? value : each)))
  const headers = { 'content-type': 'application/json', ...headersOf(payload) }
  const url = `/webhooks/${name.split(' ')[0]}`
  const reply = await service.inject({ method: 'POST', url, headers, payload })
  expect(reply.statusCode, reply.body).toBeLessThan(500)
  expect(service.logged().filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test('signed and hostile, nothing fails in us: vnpay', async () => {
  const honest = {
    ...{ vnp_TmnCode: KEY, vnp_TxnRef: REF, vnp_Amount: '5000000', vnp_ResponseCode: '00' },
    ...{ vnp_TransactionStatus: '00', vnp_TransactionNo: '1', vnp_BankCode: 'NCB' },
  }
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('\0', '\ud800', 'x'.repeat(8_000), '1e999', '-1', '__proto__', `${REF}\0`),
  )
  const change = fc.record({ name: fc.constantFrom(...Object.keys(honest), 'vnp___proto__'), value })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 3 }), async (changes) => {
      const fields = Object.fromEntries(changes.map((each) => [each.name, each.value.toWellFormed()]))
      const signable = vnpayQuery({ ...honest, ...fields })
      const url = `/webhooks/vnpay?${signable}&vnp_SecureHash=${vnpayHash(signable, KEY)}`
      const reply = await service.inject({ method: 'GET', url })
      expect([reply.statusCode, reply.json().RspCode]).toEqual([200, expect.stringMatching(/^(01|04)$/)])
    }),
    { numRuns: runs(60) },
  )
  expect(await booked()).toEqual([{ count: 0 }])
})

test.each(['momo', 'stripe', 'paypal'])(
  'a stranger’s webhook is refused, whatever it is: %s',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(hostileJson({ id: 'x', type: 'y', data: { object: {} } }), async (payload) => {
        const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' }
        const reply = await service.inject({ method: 'POST', url: `/webhooks/${name}`, headers, payload })
        expect([400, 429], reply.body).toContain(reply.statusCode)
      }),
      { numRuns: runs(20) },
    )
  },
)
