import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { paypalSimulator } from './paypal'
import { paypalKeys, signedText } from './signature'

const paypal = await paypalSimulator({
  clientId: 'a-client',
  clientSecret: 'its-secret',
  webhookId: 'WH-1',
  webhookUrl: 'http://127.0.0.1:9/webhooks/paypal',
})
afterAll(() => paypal.close())
afterEach(() => {
  paypal.refusals.length = 0
})

const ORDER = {
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: 'QC7K3M9P2F',
      custom_id: 'a-payment',
      invoice_id: 'QC7K3M9P2F',
      amount: { currency_code: 'USD', value: '8.65' },
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: 'http://app.test/return?transactionId=QC7K3M9P2F',
        cancel_url: 'http://app.test/return',
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        locale: 'en-GB',
      },
    },
  },
}

type Answer = Record<string, unknown> & {
  id: string
  access_token: string
  links: { rel: string; href: string }[]
  details: { issue: string }[]
}
let token = ''
let requests = 0

async function call(path: string, body: object | string | null, headers: Record<string, string> = {}) {
  const reply = await fetch(`${paypal.url}${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'paypal-request-id': `request-${++requests}`,
      ...(body !== null && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== null && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as Answer }
}
const signIn = (secret: string) =>
  call('/v1/oauth2/token', 'grant_type=client_credentials', {
    authorization: `Basic ${Buffer.from(`a-client:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  })
beforeAll(async () => {
  token = (await signIn('its-secret')).body.access_token
})
const open = (order: object = ORDER, headers = {}) => call('/v2/checkout/orders', order, headers)

test('what is signed holds the checksum of the body, unsigned and in decimal', () => {
  const signed = { transmissionId: 'id', time: 'time', webhookId: 'WH-1', body: '123456789' }
  // The check value of CRC-32.
  expect(signedText(signed)).toBe(`id|time|WH-1|${0xcbf43926}`)
  const keys = paypalKeys()
  expect(keys.verify(signed, keys.sign(signed))).toBe(true)
  expect(keys.verify({ ...signed, body: '12345678' }, keys.sign(signed))).toBe(false)
  expect(paypalKeys().verify(signed, keys.sign(signed))).toBe(false)
})

test('a token is given for the right keys, and asked for with every call', async () => {
  expect((await signIn('another')).status).toBe(401)
  expect((await open(ORDER, { authorization: 'Bearer none' })).status).toBe(401)
})

test('an order is opened once for its request id', async () => {
  const again = { 'paypal-request-id': 'once' }
  const first = await open(ORDER, again)
  expect([first.status, first.body['status']]).toEqual([201, 'PAYER_ACTION_REQUIRED'])
  const second = await open(ORDER, again)
  expect([second.status, second.body.id]).toEqual([200, first.body.id])
  const other = await open(
    { ...ORDER, payment_source: ORDER.payment_source, intent: 'CAPTURE', purchase_units: [] },
    again,
  )
  expect(other.status).toBe(422)
})

describe('refused, and remembered as refused, is', () => {
  const unit = (change: object) => ({
    ...ORDER,
    purchase_units: [{ ...ORDER.purchase_units[0], ...change }],
  })
  test.each<[string, object, number]>([
    ['a field that is missing', unit({ custom_id: undefined }), 400],
    ['a field that nobody knows', unit({ soft_descriptor: 'x' }), 400],
    ['a currency that PayPal lacks', unit({ amount: { currency_code: 'VND', value: '199000.00' } }), 422],
    ['an amount with one decimal', unit({ amount: { currency_code: 'USD', value: '8.6' } }), 422],
    ['an amount that is a number', unit({ amount: { currency_code: 'USD', value: 8.65 } }), 422],
    ['another intent', { ...ORDER, intent: 'AUTHORIZE' }, 422],
  ])('%s', async (_what, order, status) => {
    expect((await open(order)).status).toBe(status)
    expect(paypal.refusals).toHaveLength(1)
  })
})

test('a browser is shown the page, pays and is sent back; then the order is captured once', async () => {
  const { body } = await open()
  const capture = `/v2/checkout/orders/${body.id}/capture`
  expect((await call(capture, {})).body.details[0]?.issue).toBe('ORDER_NOT_APPROVED')
  const page = body.links.find(({ rel }) => rel === 'payer-action')?.href ?? ''
  expect(await (await fetch(page)).text()).toContain('PayPal: QC7K3M9P2F, 8.65 USD')
  paypal.plan({ webhook: { times: 0 } })
  const paid = await fetch(page, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=success',
    redirect: 'manual',
  })
  expect(paid.headers.get('location')).toBe(
    `http://app.test/return?transactionId=QC7K3M9P2F&token=${body.id}&PayerID=PAYER`,
  )
  expect((await call(capture, {}, { 'paypal-request-id': 'capture' })).status).toBe(201)
  expect((await call(capture, {}, { 'paypal-request-id': 'capture' })).status).toBe(200)
  expect((await call(capture, {})).body.details[0]?.issue).toBe('ORDER_ALREADY_CAPTURED')
})

test('an event is verified as it was sent, and in no other form', async () => {
  const event = '{ "id":"WH-1" , "event_type":"X"}'
  const headers = paypal.signed(event)
  const fields = {
    webhook_id: 'WH-1',
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
  }
  const verify = async (text: string, change: object = {}) => {
    const asked = `${JSON.stringify({ ...fields, ...change }).slice(0, -1)},"webhook_event":${text}}`
    return (await call('/v1/notifications/verify-webhook-signature', asked)).body['verification_status']
  }
  expect(await verify(event)).toBe('SUCCESS')
  expect(await verify(JSON.stringify(JSON.parse(event)))).toBe('FAILURE')
  expect(await verify(event, { webhook_id: 'WH-2' })).toBe('FAILURE')
})
