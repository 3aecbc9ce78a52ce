import { expect, test } from 'vitest'
import { websiteOf, withoutProtocol } from './code-content'

test.each([
  ['{"content":"https://a.example/"}', 'https://a.example/'],
  ['{"content":""}', null],
  ['{"content":5}', null],
  ['null', null],
  ['[]', null],
  ['"text"', null],
  ['{not json', null],
])('the address in %s', (codeContent, address) => expect(websiteOf({ codeContent })).toBe(address))

test.each([
  ['https://shop.example/', 'shop.example'],
  ['https://shop.example/a/', 'shop.example/a/'],
  ['http://qr.example/AB', 'qr.example/AB'],
])('%s is shown as %s', (address, shown) => expect(withoutProtocol(address)).toBe(shown))
