import { runs } from '@scanleaf/qr/property-runs'
import { newReference } from '@scanleaf/shared'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { hostileJson } from '../../testing/hostile-json'
import { openScriptedProvider } from '../../testing/services/scripted-provider'
import { type Gateway, GatewayError, type PaymentRow } from '../billing'
import { openMomo } from './momo/gateway'
import { openPayPal } from './paypal/gateway'
import { openStripe } from './stripe/gateway'
import { openVnpay } from './vnpay/gateway'
import { SIGNED, vnpayHash, vnpayLine } from './vnpay/signature'

const KEY = 'a-key'
const REF = newReference(() => 1)
const clock = { now: () => new Date() }
const provider = await openScriptedProvider()
afterAll(() => provider.close())

const payment = {
  ...{ id: '7f0e2f4e-6f3b-4a52-a1d3-2a60a5b7f6c1', ref: REF, amount: 50_000n, language: 'vi' },
  ...{ gatewayOrderId: 'O1', gatewayTxnId: 'T1', chargeCurrency: 'USD', chargeMinor: 865n, fxRate: 25_000 },
  ...{ createdAt: new Date(), expiresAt: new Date(Date.now() + 600_000), status: 'pending' },
} as PaymentRow
const page = 'https://pay.example.com/1'

/** Each with an answer that is honest for every call. */
const GATEWAYS: Record<string, { open: () => Gateway; honest: object; finish?(text: string): string }> = {
  momo: {
    open: () =>
      openMomo(
        { partnerCode: KEY, accessKey: KEY, secretKey: KEY, url: provider.url },
        { appUrl: provider.url },
      ),
    honest: {
      ...{ resultCode: 0, orderId: REF, requestId: `${REF}-1`, amount: 50_000, transId: 1 },
      ...{ payUrl: page, deeplink: 'momo://x', qrCodeUrl: '5912QUÁN PHỞ', refundTrans: [] },
    },
  },
  'momo, of a refund that came before': {
    open: () =>
      openMomo(
        { partnerCode: KEY, accessKey: KEY, secretKey: KEY, url: provider.url },
        { appUrl: provider.url },
      ),
    honest: { resultCode: 41, refundTrans: [{ orderId: 'R1', resultCode: 0, transId: 2 }] },
  },
  stripe: {
    open: () => openStripe({ secretKey: KEY, webhookSecret: KEY, url: provider.url }, 'stripe'),
    honest: {
      ...{ id: 'cs_1', object: 'checkout.session', url: page, client_reference_id: payment.id },
      ...{ status: 'complete', payment_status: 'paid', currency: 'vnd', amount_total: 50_000 },
      payment_intent: { id: 'pi_1', status: 'succeeded', last_payment_error: { decline_code: 'x' } },
      data: [{ id: 're_1', status: 'failed', failure_reason: 'x', metadata: { refund: 'R1' } }],
    },
  },
  paypal: {
    open: () => openPayPal({ clientId: KEY, clientSecret: KEY, webhookId: KEY, url: provider.url }),
    honest: {
      ...{ id: 'O1', status: 'COMPLETED', links: [{ rel: 'payer-action', href: page }], custom_id: 'R1' },
      amount: { currency_code: 'USD', value: '8.65' },
      purchase_units: [
        {
          custom_id: payment.id,
          payments: {
            captures: [{ id: 'C1', status: 'COMPLETED', amount: { currency_code: 'USD', value: '8.65' } }],
          },
        },
      ],
    },
  },
  vnpay: {
    open: () =>
      openVnpay(
        { tmnCode: KEY, hashSecret: KEY, payUrl: page, apiUrl: provider.url },
        { clock, type: 'vnpay' },
      ),
    honest: {
      ...{ vnp_ResponseCode: '00', vnp_TmnCode: KEY, vnp_TxnRef: REF, vnp_Amount: '5000000' },
      ...{ vnp_TransactionType: '01', vnp_TransactionNo: '1', vnp_TransactionStatus: '00' },
    },
    finish(text) {
      try {
        const value = JSON.parse(text)
        const hash = (keys: readonly string[]) => vnpayHash(vnpayLine(keys, value), KEY)
        const signed = hash(isRefund ? SIGNED.refundAnswer : SIGNED.querydrAnswer)
        return text.replace('{', () => `{"vnp_SecureHash":"${signed}",`)
      } catch {
        return text
      }
    },
  },
}
let isRefund = false

/** What can be stored, compared and shown. */
const SHORT = /^[\x20-\x7e]{0,255}$/
function isUsable(told: object): boolean {
  return Object.entries(told).every(([name, value]) => {
    if (name === 'payUrl') return String(value).startsWith('https://') && String(value).length < 5_000
    if (name === 'deeplink') return /^[\x21-\x7e]{1,4096}$/.test(value)
    if (name === 'qrCodeUrl') return /^[^\p{Cc}\p{Cs}]{1,4096}$/u.test(value)
    return typeof value === 'bigint' ? value >= 0n && value < 2n ** 63n : SHORT.test(value)
  })
}

const CALLS: ((gateway: Gateway) => Promise<object>)[] = [
  (gateway) => gateway.open({ payment, returnUrl: page, cancelUrl: page, payerAddress: '10.0.0.1' }),
  (gateway) => gateway.poll(payment),
  (gateway) =>
    gateway.refund({ payment, ref: 'R1', amount: payment.amount, reason: 'x', createdAt: new Date() }),
]

test.each(Object.entries(GATEWAYS))(
  'what a gateway answers is a state that can be stored, or no answer: %s',
  async (_, { open, honest, finish = (text: string) => text }) => {
    const answerWith = (text: string) => {
      provider.answer = (path) => (path === '/v1/oauth2/token' ? '{"access_token":"a"}' : finish(text))
    }
    await fc.assert(
      fc.asyncProperty(hostileJson(honest), fc.constantFrom(...CALLS), async (text, call) => {
        isRefund = call === CALLS[2]
        answerWith(text)
        // A new one each time: after five failures in a row a gateway is left alone.
        const told = await call(open()).catch((error: unknown) => error)
        if (told instanceof Error) expect(told).toBeInstanceOf(GatewayError)
        else expect(told).toSatisfy(isUsable)
      }),
      { numRuns: runs(150) },
    )
  },
)

test.each(
  Object.entries(GATEWAYS).flatMap(([name, { open }]) =>
    ['1', '"x"', 'true', 'null', '[]', ''].map((text) => [name, text, open] as const),
  ),
)('an answer that is no object is none: %s, %s', async (_, text, open) => {
  provider.answer = (path) => (path === '/v1/oauth2/token' ? '{"access_token":"a"}' : text)
  await expect(open().poll(payment)).rejects.toThrow(GatewayError)
})

test('a page that is no page of the web is not opened', async () => {
  const wrong = ['javascript:alert(1)', '//pay.example.com', 'https://', `${page}\n`]
  for (const url of wrong) {
    const { honest } = GATEWAYS['stripe'] as { honest: object }
    provider.answer = () => JSON.stringify({ ...honest, url })
    await expect(CALLS[0]?.(GATEWAYS['stripe']?.open() as Gateway), url).rejects.toThrow(GatewayError)
    const links = [{ rel: 'approve', href: url }]
    provider.answer = (path) =>
      path === '/v1/oauth2/token'
        ? '{"access_token":"a"}'
        : JSON.stringify({ ...GATEWAYS['paypal']?.honest, links })
    await expect(CALLS[0]?.(GATEWAYS['paypal']?.open() as Gateway), url).rejects.toThrow(GatewayError)
  }
})
