import { describe, expect, test } from 'vitest'
import { centsOf, dollarsOf, worthOf } from './amount'
import { verificationRequest } from './webhook-signature'

const HEADERS = {
  'paypal-transmission-id': 'an-id',
  'paypal-transmission-time': '2026-03-01T09:00:00Z',
  'paypal-transmission-sig': 'c2lnbmF0dXJl',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
  'paypal-auth-algo': 'SHA256withRSA',
}
/** Written as no JSON.stringify writes it. */
const RAW = '{ "id":"WH-1",\n"resource" : {"value":8.650,"note":"\\u0041"} }'
const ask = (headers: Record<string, string | string[] | undefined> = HEADERS, raw: string | Buffer = RAW) =>
  verificationRequest(Buffer.from(raw), headers, 'WH-ours')

test('PayPal is asked about the event byte for byte', () => {
  const asked = ask() ?? ''
  expect(asked.endsWith(`,"webhook_event":${RAW}}`)).toBe(true)
  expect(JSON.parse(asked)).toEqual({
    webhook_id: 'WH-ours',
    auth_algo: 'SHA256withRSA',
    cert_url: HEADERS['paypal-cert-url'],
    transmission_id: 'an-id',
    transmission_sig: 'c2lnbmF0dXJl',
    transmission_time: '2026-03-01T09:00:00Z',
    webhook_event: JSON.parse(RAW),
  })
})

describe('PayPal is not even asked about', () => {
  test.each(Object.keys(HEADERS))('a webhook without %s, or with it twice', (name) => {
    expect(ask({ ...HEADERS, [name]: undefined })).toBeNull()
    expect(ask({ ...HEADERS, [name]: '' })).toBeNull()
    expect(ask({ ...HEADERS, [name]: ['one', 'two'] })).toBeNull()
  })

  test.each([
    'http://api.paypal.com/cert',
    'https://paypal.com.evil.example/cert',
    'https://evilpaypal.com/cert',
    'https://evil.example/?paypal.com',
    'https://api.paypal.com@evil.example/cert',
    'file:///etc/passwd',
    'none',
  ])('a certificate at %s', (url) => expect(ask({ ...HEADERS, 'paypal-cert-url': url })).toBeNull())

  test.each(['', 'no json', '[]', '"text"', 'null', '{"a":1},"webhook_id":"another"', '{"a":1}}'])(
    'the body %j',
    (raw) => expect(ask(HEADERS, raw)).toBeNull(),
  )
  test('a body that is no UTF-8', () => expect(ask(HEADERS, Buffer.from([0x7b, 0xff, 0x7d]))).toBeNull())
})

test.each([
  [865n, '8.65'],
  [1000n, '10.00'],
  [5n, '0.05'],
])('%i cents are %s', (cents, value) => {
  expect(dollarsOf(cents)).toBe(value)
  expect(centsOf(value)).toBe(cents)
})
test('an amount may come with fewer decimals', () => {
  expect([centsOf('10'), centsOf('10.5')]).toEqual([1000n, 1050n])
  expect([worthOf(865n, 23_000), worthOf(865n, null)]).toEqual([198_950n, 0n])
})
