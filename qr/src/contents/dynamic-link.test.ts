import { expect, test } from 'vitest'
import { encodeSymbol } from '../symbol/encode'
import { dynamicLinkPayload } from './dynamic-link'

test.each([
  ['https://qr.example/ABCD1234', 'https://QR.EXAMPLE/ABCD1234'],
  ['http://localhost:3001/promo-1', 'http://LOCALHOST:3001/PROMO-1'],
  ['https://qr.example/Q/ABCD1234', 'https://QR.EXAMPLE/Q/ABCD1234'],
  ['HTTPS://qr.example/ABCD1234', 'https://QR.EXAMPLE/ABCD1234'],
  ['https://qr.example/my_code', 'https://QR.EXAMPLE/MY_CODE'],
  ['https://a.vn/x_y_z', 'https://a.vn/x_y_z'],
  ['https://qr.example/q/ABCD1234', 'https://qr.example/q/ABCD1234'],
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

/** What docs/decisions/codes-ids-and-links.md says: host lengths whose symbol is larger than in capitals throughout. */
test.each([
  ['H', [15, 16, 17, 18, 29, 30, 31, 32, 33, 44, 45, 46, 47]],
  ['M', [17, 18, 19, 20, 21, 41, 42, 43, 44]],
] as const)(
  'at level %s the lower-case scheme costs one version in few host lengths, and never more than the link as it is',
  (level, larger) => {
    const grown = []
    for (let length = 4; length < 60; length++) {
      const link = `https://${'h'.repeat(length - 3)}.vn/WN1RGUFT`
      const version = (text: string) => encodeSymbol(text, { level }).version
      const printed = version(dynamicLinkPayload(link))
      expect(printed).toBeLessThanOrEqual(version(link))
      if (printed > version(link.toUpperCase())) grown.push(length)
    }
    expect(grown).toEqual(larger)
  },
)
