import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { stripeSignature } from './signature'
import { stripeSimulator } from './stripe'

const NOW = 1_700_000_000_000
const VERSION = '2026-10-28.endive'
const stripe = await stripeSimulator({
  secretKey: 'sk_test_key',
  webhookSecret: 'whsec_test',
  apiVersion: VERSION,
  webhookUrl: 'http://127.0.0.1:9/webhooks/stripe',
  now: () => NOW,
})
afterAll(() => stripe.close())
afterEach(() => {
  stripe.refusals.length = 0
})

const HEADERS = { authorization: 'Bearer sk_test_key', 'stripe-version': VERSION }
const SESSION = {
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'vnd',
  'line_items[0][price_data][unit_amount]': '199000',
  'line_items[0][price_data][product_data][name]': 'QC7K3M9P2F',
  client_reference_id: 'a-payment',
  'metadata[paymentId]': 'a-payment',
  'metadata[ref]': 'QC7K3M9P2F',
  'payment_intent_data[metadata][paymentId]': 'a-payment',
  'payment_intent_data[metadata][ref]': 'QC7K3M9P2F',
  success_url: 'http://app.test/return?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://app.test/return',
  expires_at: String(NOW / 1000 + 1_920),
  locale: 'en',
}
let keys = 0

type Answer = Record<string, unknown> & { id: string; url: string; error: { code?: string; type: string } }

async function create(change: Record<string, string | undefined> = {}, headers: Record<string, string> = {}) {
  const fields = Object.entries({ ...SESSION, ...change }).filter(
    (field): field is [string, string] => !!field[1],
  )
  const reply = await fetch(`${stripe.url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { ...HEADERS, 'idempotency-key': `key-${++keys}`, ...headers },
    body: new URLSearchParams(fields),
  })
  return { status: reply.status, body: (await reply.json()) as Answer }
}

test('the vector of payments §4', () =>
  expect(stripeSignature('{"id":"evt_1"}', 'whsec_test', 1_700_000_000)).toBe(
    't=1700000000,v1=c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925',
  ))

test('a session is opened', async () => {
  const { status, body } = await create()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 199_000,
    currency: 'vnd',
  })
  expect(stripe.refusals).toEqual([])
})

describe('refused, and remembered as refused, is', () => {
  const end = (seconds: number) => ({ expires_at: String(NOW / 1000 + seconds) })
  const amount = (value: string) => ({ 'line_items[0][price_data][unit_amount]': value })
  test.each<[string, Record<string, string | undefined>, string]>([
    ['a field that is missing', { client_reference_id: undefined }, 'parameter_missing'],
    ['a field that nobody knows', { customer_mail: 'a@b.example' }, 'parameter_unknown'],
    ['an amount in another shape', amount('199000.00'), 'parameter_invalid'],
    ['less than half a dollar', amount('12999'), 'amount_too_small'],
    ['more than eight nines', amount('100000000'), 'amount_too_large'],
    ['another currency', { 'line_items[0][price_data][currency]': 'usd' }, 'parameter_invalid'],
    ['an end within half an hour', end(1_799), 'parameter_invalid'],
    ['an end after a day', end(86_401), 'parameter_invalid'],
    ['a language that Stripe lacks', { locale: 'km' }, 'parameter_invalid'],
    ['an address that is none', { cancel_url: 'javascript:0' }, 'parameter_invalid'],
    ['a return without the session', { success_url: 'http://app.test/return' }, 'parameter_invalid'],
  ])('%s', async (_what, change, code) => {
    const { status, body } = await create(change)
    expect([status, body.error.code]).toEqual([400, code])
    expect(stripe.refusals).toHaveLength(1)
  })

  test('another key, another version, no idempotency key', async () => {
    expect((await create({}, { authorization: 'Bearer sk_test_other' })).status).toBe(401)
    expect((await create({}, { 'stripe-version': '2020-08-27' })).status).toBe(400)
    expect((await create({}, { 'idempotency-key': '' })).body.error.code).toBe('parameter_missing')
    expect(stripe.refusals).toHaveLength(3)
  })
})

describe('the same idempotency key', () => {
  const again = { 'idempotency-key': 'once' }

  test('brings the first answer, and no second session', async () => {
    const { body } = await create({}, again)
    const before = stripe.sessions().length
    expect((await create({}, again)).body).toEqual(body)
    expect(stripe.sessions()).toHaveLength(before)
  })

  test('with another request is an error', async () => {
    const { status, body } = await create({ locale: 'fr' }, again)
    expect([status, body.error.type]).toEqual([400, 'idempotency_error'])
  })

  test('while the first call runs is a conflict', async () => {
    const open = stripe.hold()
    const both = [1, 2].map(() => create({}, { 'idempotency-key': 'slow' }))
    expect((await Promise.race(both)).status).toBe(409)
    open()
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('brings a failure again, but not a refusal', async () => {
    stripe.plan({ calls: 'fail' })
    expect((await create({}, { 'idempotency-key': 'failed' })).status).toBe(500)
    stripe.plan({ calls: 'answer' })
    expect((await create({}, { 'idempotency-key': 'failed' })).status).toBe(500)
    expect((await create({ mode: 'setup' }, { 'idempotency-key': 'mistake' })).status).toBe(400)
    expect((await create({}, { 'idempotency-key': 'mistake' })).status).toBe(200)
  })
})

test('a browser is shown the page, pays, and is sent back', async () => {
  const { body } = await create()
  const page = await (await fetch(body.url)).text()
  expect(page).toContain('Stripe: QC7K3M9P2F, 199000 VND')
  expect(page).toContain('value="success"')
  const paid = await fetch(body.url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'success' }),
    redirect: 'manual',
  })
  expect([paid.status, paid.headers.get('location')]).toEqual([
    303,
    `http://app.test/return?session_id=${body.id}`,
  ])
  // Nobody listens there: it is tried again, and given up.
  await expect
    .poll(() => stripe.deliveries)
    .toEqual([{ type: 'checkout.session.completed', statuses: [0, 0, 0, 0, 0] }])
})
