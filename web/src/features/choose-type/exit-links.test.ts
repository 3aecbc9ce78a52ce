import { expect, test } from 'vitest'
import { parentPath, siteUrl } from './exit-links'

test.each([
  ['/dynamic-codes/choose-qrcode-type', '/dynamic-codes'],
  ['/dynamic-codes/choose-qrcode-type/', '/dynamic-codes'],
  ['/choose-qrcode-type', '/'],
  ['/', '/'],
])('above %s stands %s', (path, parent) => expect(parentPath(path)).toBe(parent))

test('a sibling product learns session and language; without an address it is not offered', () => {
  expect(siteUrl('https://menu.example/new?a=1', 's', 'vi')).toBe('https://menu.example/new?a=1&sid=s&lng=vi')
  expect(siteUrl('', 's', 'vi')).toBeNull()
})
