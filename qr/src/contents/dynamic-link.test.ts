import { expect, test } from 'vitest'
import { dynamicLinkPayload } from './dynamic-link'

test.each([
  ['https://qr.example/ABCD1234', 'HTTPS://QR.EXAMPLE/ABCD1234'],
  ['http://localhost:3001/promo-1', 'HTTP://LOCALHOST:3001/PROMO-1'],
  ['https://qr.example/Q/ABCD1234', 'HTTPS://QR.EXAMPLE/Q/ABCD1234'],
  ['https://qr.example/q/ABCD1234', 'https://qr.example/q/ABCD1234'],
  ['https://qr.example/my_code', 'https://qr.example/my_code'],
  ['https://qr.example/ABCD1234?lng=vi', 'https://qr.example/ABCD1234?lng=vi'],
  ['https://qr.example/ABCD1234#a', 'https://qr.example/ABCD1234#a'],
  ['https://qr.example/%41BC', 'https://qr.example/%41BC'],
  ['https://qr.example/', 'https://qr.example/'],
  ['https://user@qr.example/ABC', 'https://user@qr.example/ABC'],
  ['https://mã.example/ABC', 'https://mã.example/ABC'],
  ['ftp://qr.example/ABC', 'ftp://qr.example/ABC'],
])('%s', (link, payload) => {
  expect(dynamicLinkPayload(link)).toBe(payload)
})
