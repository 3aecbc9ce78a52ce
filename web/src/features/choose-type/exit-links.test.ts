import { expect, test } from 'vitest'
import { parentOf, siteAddress } from './exit-links'

test.each([
  ['/dynamic-codes/choose-qrcode-type', '/dynamic-codes'],
  ['/dynamic-codes/choose-qrcode-type/', '/dynamic-codes'],
  ['/choose-qrcode-type', '/'],
  ['/', '/'],
])('above %s stands %s', (path, parent) => expect(parentOf(path)).toBe(parent))

test('a sibling product learns session and language; without an address it is not offered', () => {
  expect(siteAddress('https://menu.example/new?a=1', 's', 'vi')).toBe(
    'https://menu.example/new?a=1&sid=s&lng=vi',
  )
  expect(siteAddress('', 's', 'vi')).toBeNull()
})
