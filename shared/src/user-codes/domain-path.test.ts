import '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalPath, readPath, readPathAddress } from './domain-path'

test.each([
  ['/Wifi-T2', '/Wifi-T2'],
  ['Wifi-T2', '/Wifi-T2'],
  [' /menu/ban-7/ ', '/menu/ban-7'],
  ['//menu//ban-7', '/menu/ban-7'],
  ['/bàn 7', '/b%C3%A0n%207'],
  ['/%41%7e%2f%C3%a0', '/A~%2F%C3%A0'],
  ['/a/../b/./c', '/b/c'],
  ['/a/%2e%2E/b', '/b'],
  ['/menu?src=poster#top', '/menu'],
  ['\\menu', '/menu'],
  [`/${'a'.repeat(199)}`, `/${'a'.repeat(199)}`],
  [`/${'a'.repeat(200)}`, null],
  ['', null],
  ['/', null],
  ['/..', null],
  ['/?c=7', null],
  ['/a+b', null],
  ['/a%2b', null],
  ['/a:b', null],
  ['/100%', null],
  ['/100%zz', null],
  ['/%%341', null],
  ['/a\tb', null],
  ['/robots.txt', null],
  ['/%72obots.txt/', null],
  ['/.well-known', null],
  ['/.well-known/acme-challenge/x', null],
  ['/healthz', null],
  ['/readyz', null],
  ['/favicon.ico', null],
  ['/Favicon.ico', '/Favicon.ico'],
])('%j is the path %j', (text, path) => expect(readPath(text)).toBe(path))

test('a path has one spelling, in which a phone that scans it is answered', () =>
  fc.assert(
    fc.property(fc.oneof(fc.webPath(), fc.string({ unit: 'grapheme' })), (text) => {
      const path = readPath(text)
      if (path === null) return
      expect(readPath(path)).toBe(path)
      const sent = new URL(`https://go.lasen.example/${text.trim().replace(/^\//, '')}`).pathname
      expect(normalPath(sent)).toBe(path)
    }),
    { numRuns: 2_000 },
  ))

test.each([
  ['https://go.lasen.vn/Wifi-T2', { host: 'go.lasen.vn', path: '/Wifi-T2' }],
  ['HTTP://GO.Lasen.vn.:8080/Wifi-T2?x', { host: 'go.lasen.vn', path: '/Wifi-T2' }],
  ['go.lasen.vn/menu/b', { host: 'go.lasen.vn', path: '/menu/b' }],
  ['cà-phê.vn/menu', { host: 'xn--c-ph-0na7d.vn', path: '/menu' }],
  ['go.lasen.vn', { host: 'go.lasen.vn', path: null }],
  ['go.lasen.vn/a:b', { host: 'go.lasen.vn', path: null }],
  ['mailto:an@lasen.vn', null],
  ['', null],
])('%j is the address %j', (text, address) => expect(readPathAddress(text)).toEqual(address))
