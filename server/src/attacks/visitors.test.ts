import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { testRedirect } from '../features/redirect/testing'
import { givenCode } from '../testing/code'

const { database, ask } = testRedirect()
let id: string
beforeEach(async () => {
  ;({ id } = await givenCode(database()))
})

/** Everything a header can hold (RFC 9110 §5.5), and what breaks parsers of addresses, languages and hosts. */
const byte = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f)
const text = fc.array(byte, { maxLength: 40 }).map((codes) => String.fromCharCode(...codes))
const odd = fc.constantFrom(
  'fe80::1%eth0',
  '::ffff:1.2.3.4%1',
  '::',
  '1',
  '0x7f.1',
  '1.2.3.4:80',
  '[::1]:80',
  '300.1.1.1',
  'unknown',
  '*',
  '*;q=x',
  'en;q=1e999',
  'xn--',
  'xn--a.xn--b',
  '__proto__',
  '%',
  '%00',
  '9'.repeat(400),
  ','.repeat(400),
)
const value = fc.array(fc.oneof(odd, text), { maxLength: 4 }).map((parts) => parts.join(',').trim())
const headers = fc.record(
  {
    'x-forwarded-for': value,
    'accept-language': value,
    'user-agent': value,
    referer: value,
    'sec-purpose': value,
    'content-length': fc.constant('0'),
  },
  { requiredKeys: [] },
)
const path = fc.constantFrom('', '+', '+report', '+go', '?lng=%', '?%', '?lng=vi&lng=%00', 'x%', '%2f')

test('whatever a visitor sends in the headers, there is an answer', async () => {
  await fc.assert(
    fc.asyncProperty(
      headers,
      path,
      fc.constantFrom('localhost:3001', 'shop.example', 'a..b', '%', 'xn--.vn', ''),
      async (sent, rest, host) => {
        const { status } = await ask(`/${id}${rest}`, { headers: { ...sent, host } })
        expect(status).toBeOneOf([200, 302, 404, 421, 429])
      },
    ),
    { numRuns: runs(500) },
  )
})
