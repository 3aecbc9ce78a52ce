import { describe, expect, test } from 'vitest'
import { domainOf, domainProblem } from './domain'

describe('a domain', () => {
  test.each([
    ['QR.Shop.example.vn', 'qr.shop.example.vn'],
    ['https://qr.shop.example/', 'qr.shop.example'],
    ['https://http//qr.shop.example', 'qr.shop.example'],
    ['“qr.shop.example.”', 'qr.shop.example'],
    ['\u2060qr.sh\u00adop.example\u00a0', 'qr.shop.example'],
    ['phở.example', 'xn--ph-rbt.example'],
    ['_qr.shop.example', '_qr.shop.example'],
    ['ＱＲ．shop。example｡', 'qr.shop.example'],
  ])('%j is kept as %s', (typed, name) => {
    expect(domainOf(typed)).toBe(name)
    expect(domainProblem(typed)).toBeNull()
  })

  test.each([
    ['', 'invalid-domain'],
    ['*.shop.example', 'invalid-domain'],
    ['shop.example/path', 'invalid-domain'],
    ['shop.example:8080', 'invalid-domain'],
    ['me@shop.example', 'invalid-domain'],
    ['me＠shop.example', 'invalid-domain'],
    ['shop.example／path', 'invalid-domain'],
    ['shop.example：8080', 'invalid-domain'],
    ['203.0.113.5', 'invalid-domain'],
    ['[::1]', 'invalid-domain'],
    ['shop', 'address-one-label'],
    ['localhost', 'address-inside-only'],
    ['qr.shop.local', 'address-inside-only'],
    ['qr.home.arpa', 'address-inside-only'],
    ['qr,shop.example', 'address-bad-host'],
    ['shop..example', 'address-bad-host'],
    ['-shop.example', 'address-bad-host'],
    ['shop_vn.example', 'address-bad-host'],
  ])('%j is refused: %s', (typed, problem) => {
    expect(domainProblem(typed)).toBe(problem)
  })

  test('names of an intranet are taken where they are allowed', () => {
    expect(domainProblem('qr.shop.local', { privateHosts: true })).toBeNull()
    expect(domainProblem('wiki', { privateHosts: true })).toBe('invalid-domain')
  })
})
