import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostOf } from './host-name'

test.each([
  ['https://shop.example.vn/a', 'shop.example.vn', false],
  ['https://bücher.example', 'bücher.example', false],
  ['https://quán-phở.vn', 'quán-phở.vn', false],
  ['https://例え.jp', '例え.jp', false],
  ['https://カフェtokyo例.jp', 'カフェtokyo例.jp', false],
  ['https://москва.рф', 'москва.рф', false],
  ['https://раураl.com', 'раураl.com', true],
  ['https://аррӏе.com', 'аррӏе.com', true],
  ['https://gοοgle.com', 'gοοgle.com', true],
])('%s is read as %s; deceptive: %s', (address, unicode, isDeceptive) => {
  expect(hostOf(address)).toMatchObject({ unicode, isDeceptive, ascii: new URL(address).hostname })
})

test('a user name before the host is seen', () => {
  expect(hostOf('https://bank.example@evil.example/')).toMatchObject({
    ascii: 'evil.example',
    hasUserInfo: true,
  })
  expect(hostOf('https://evil.example/?u=a@b')).toMatchObject({ hasUserInfo: false })
})

test('what cannot be read has no host, and broken punycode stays as it is', () => {
  expect(hostOf('no address')).toBeNull()
  expect(hostOf('https://192.168.1.1/')).toMatchObject({ unicode: '192.168.1.1', isDeceptive: false })
})

test('the form people read leads to the same host', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), (label) => {
      // Browsers accept compatibility characters as names too, though their plain forms are not valid.
      fc.pre(/^[\p{L}\p{N}]+$/u.test(label.normalize('NFKC')) && URL.canParse(`https://${label}.example`))
      const host = hostOf(`https://${label}.example`)
      expect(new URL(`https://${host?.unicode}`).hostname).toBe(host?.ascii)
    }),
  ))
