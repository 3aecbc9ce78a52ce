import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app'
import { hostileJson } from '../../testing/hostile-json'
import { cassoSignature } from './bank-feeds/casso/signature'
import { payosSignature } from './bank-feeds/payos/signature'
import { sepaySignature } from './bank-feeds/sepay/signature'

const KEY = 'a-key-of-the-tests'
const service = testApp({
  ...{
    BILLING: 'on',
    SEPAY_SECRET: KEY,
    CASSO_CHECKSUM_KEY: KEY,
    CASSO_SECURE_TOKEN: KEY,
    PAYOS_CHECKSUM_KEY: KEY,
  },
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

/** As the service would sign it; a text that is no JSON, or too deep for the signature, gets none. */
function signed(sign: () => string): string {
  try {
    return sign()
  } catch {
    return '0'
  }
}

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
}

test.each(Object.entries(FEEDS))('signed and hostile, nothing fails in us: %s', async (name, feed) => {
  const { honest, headersOf, finish = (text: string) => text } = feed
  await fc.assert(
    fc.asyncProperty(hostileJson(honest), async (text) => {
      const payload = finish(text)
      const headers = { 'content-type': 'application/json', ...headersOf(payload) }
      const url = `/webhooks/${name.split(' ')[0]}`
      const reply = await service.inject({ method: 'POST', url, headers, payload })
      expect(reply.statusCode, reply.body).toBeLessThan(500)
    }),
    { numRuns: runs(60) },
  )
})

test.each(['momo', 'stripe', 'paypal'])(
  'a stranger’s webhook is refused, whatever it is: %s',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(hostileJson({ id: 'x', type: 'y', data: { object: {} } }), async (payload) => {
        const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' }
        const reply = await service.inject({ method: 'POST', url: `/webhooks/${name}`, headers, payload })
        expect(reply.statusCode, reply.body).toBeLessThan(500)
      }),
      { numRuns: runs(20) },
    )
  },
)
