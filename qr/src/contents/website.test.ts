import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/property-runs'
import { cleanWebsite, normalizeWebsite, typedHost, validateWebsite, websiteHref } from './website'

describe('normalizeWebsite', () => {
  test.each([
    ['example.com', 'http://example.com'],
    ['//example.com/a', 'http://example.com/a'],
    ['://example.com', 'http://example.com'],
    ['http://example.com', 'http://example.com'],
    ['https://example.com', 'https://example.com'],
    ['localhost:8080/x', 'http://localhost:8080/x'],
    ['', ''],
    ['http://https://shop.example/menu', 'https://shop.example/menu'],
    ['https://http://shop.example/a', 'http://shop.example/a'],
    ['http://https//shop.example/menu', 'https://shop.example/menu'],
    ['https//shop.example/menu', 'https://shop.example/menu'],
    ['https:/shop.example', 'https://shop.example'],
    ['https:shop.example', 'https://shop.example'],
    ['https:///shop.example', 'https://shop.example'],
    ['HTTPS:\\\\shop.example', 'https://shop.example'],
    ['https：／／shop.example', 'https://shop.example'],
    ['"https://shop.example/menu"', 'https://shop.example/menu'],
    ['<https://shop.example/menu>', 'https://shop.example/menu'],
    ['“shop.example”', 'http://shop.example'],
    ["'shop.example/'", 'http://shop.example/'],
    ['\u2060\u200bhttps://shop.example/menu\u200b', 'https://shop.example/menu'],
    ['https://sh\u00adop.exa\u2060mple/me\u200bnu', 'https://shop.example/menu'],
    ['\u00a0 shop.example\u3000', 'http://shop.example'],
    ['http://http.example/https', 'http://http.example/https'],
    ['shop.example/?u=http://https://x', 'http://shop.example/?u=http://https://x'],
    ["https://shop.example/it's'", "https://shop.example/it's'"],
  ])('%s', (text, normalized) => {
    expect(normalizeWebsite(text)).toBe(normalized)
  })

  test.each([
    ['shop.example/new', 'https://shop.example/old', 'https://shop.example/new'],
    ['shop.example/new', 'http://shop.example/old', 'http://shop.example/new'],
    ['http://shop.example/new', 'https://shop.example/old', 'http://shop.example/new'],
  ])('%s in the place of %s', (text, current, normalized) => {
    expect(normalizeWebsite(text, current)).toBe(normalized)
    expect(websiteHref(text, current)).toBe(normalized)
  })

  test('a clean address gets no scheme, and stays as it is', () => {
    expect(cleanWebsite(' “http://https//shop.example”')).toBe('https://shop.example')
    expect(cleanWebsite('shop.example ')).toBe('shop.example')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', 'http://', '"'), (text, before) => {
        const clean = cleanWebsite(before + text)
        expect(cleanWebsite(clean)).toBe(clean)
        expect(normalizeWebsite(clean)).toBe(normalizeWebsite(before + text))
      }),
      { numRuns: runs(200), verbose: true },
    )
  })
})

describe('validateWebsite', () => {
  test.each([
    'example.com',
    'https://example.com',
    'HTTPS://EXAMPLE.COM/Path',
    'example.com:8080/a?b=c#d',
    'https://ví-dụ.vn/đường?tên=ánh',
    'https://مثال.إختبار',
    'http://[2606:4700::1111]/',
    'http://8.8.8.8',
    'https://sub_domain.example.vn',
    'https://example.com.',
    'https://shop.newtld',
    'http:/example.com',
    'https://example.com/?next=mailto:a@b.c',
    '://example.com',
  ])('accepts %s', (text) => {
    expect(validateWebsite(text)).toBeNull()
    expect(websiteHref(text)).toMatch(/^https?:\/\/[^/]/)
  })

  test.each([
    ['', 'required'],
    [' \u00a0\u200b', 'required'],
    ['exam ple.com', 'error-message-inp'],
    ['example.com\r\nSet-Cookie:a', 'error-message-inp'],
    ['a\u00a0b.com', 'error-message-inp'],
    ['javascript:alert(1)', 'invalid-url'],
    ['JaVaScRiPt:alert(1)', 'invalid-url'],
    ['data:text/html,x', 'invalid-url'],
    ['vbscript:x', 'invalid-url'],
    ['file:///etc/passwd', 'invalid-url'],
    ['ftp://example.com', 'invalid-url'],
    ['mailto:a@example.com', 'invalid-url'],
    ['http://', 'invalid-url'],
    ['http://?x', 'invalid-url'],
    ['http://#', 'invalid-url'],
    ['http://example.com:99999', 'invalid-url'],
    ['http://example.com:abc', 'invalid-url'],
    ['http://user@example.com', 'invalid-url'],
    ['http://user:pass@example.com', 'invalid-url'],
    ['http://@example.com', 'invalid-url'],
    ['bank.com@evil.example', 'invalid-url'],
    ['http://example.com/\ud800', 'invalid-url'],
    [':/', 'invalid-url'],
    ['http://%00.com', 'address-bad-host'],
    ['http://a<b>.com', 'address-bad-host'],
    ['https://shop,example.vn/menu', 'address-bad-host'],
    ['https://shop_vn.example', 'address-bad-host'],
    ['https://-shop.example', 'address-bad-host'],
    ['https://example..com', 'address-bad-host'],
    ['http://..', 'address-bad-host'],
    [`https://${'a'.repeat(64)}.example`, 'address-bad-host'],
    [`https://${'a.'.repeat(130)}example`, 'address-bad-host'],
    ['shop', 'address-one-label'],
    ['shop:8080/menu', 'address-one-label'],
    ['http://https/menu', 'address-one-label'],
    ...[
      ...['printer.local', 'localhost', 'app.localhost:3000', 'nas.home.arpa', 'wiki.internal', 'shop.test'],
      ...[
        'x.invalid',
        'abc.onion',
        'nas.lan',
        '192.168.1.1',
        '10.0.0.1:8080',
        '172.16.0.1',
        '127.1',
        '0x7f.1',
      ],
      ...['2130706433', '0', '100.64.0.1', '169.254.169.254', '192.0.2.1', '198.18.0.1', '224.0.0.1'],
      ...['255.255.255.255', '[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[::ffff:10.0.0.1]', '[ff02::1]'],
      ...['[2001:db8::1]', '１２７.0.0.1', 'printer.local.'],
    ].map((host) => [`http://${host}`, 'address-inside-only']),
    [`http://example.com/${'a'.repeat(4096)}`, 'too-long'],
    [`http://example.com/${'đ'.repeat(2048)}`, 'too-long'],
  ])('refuses %j', (text, problem) => {
    expect(validateWebsite(text as string)).toBe(problem)
  })

  test('hosts inside one network are for those who allow them, own hosts for their installation', () => {
    const ownHosts = ['localhost:3001']
    expect(validateWebsite('http://localhost:3001/a', { ownHosts })).toBeNull()
    expect(validateWebsite('http://localhost:3000/a', { ownHosts })).toBe('address-inside-only')
    for (const host of ['wiki', 'nas.local', '192.168.1.1', '[fd00::1]:8080']) {
      expect(validateWebsite(host, { privateHosts: true })).toBeNull()
      expect(websiteHref(host)).toBe(`http://${host}/`)
    }
    expect(validateWebsite('https://shop,example.vn', { privateHosts: true })).toBe('address-bad-host')
    expect(() => websiteHref('https://shop,example.vn')).toThrow(TypeError)
  })

  test.each([
    ['https://shop,example.vn:8080/menu', 'shop,example.vn'],
    ['shop/menu', 'shop'],
    ['http://[::1]:80/', '[::1]'],
  ])('%s is about the host %s', (text, host) => {
    expect(typedHost(text)).toBe(host)
  })

  test('what is accepted is stored as an http address with a host, and stays accepted and the same', () =>
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string({ unit: 'binary' }), fc.domain()), (text) => {
        fc.pre(validateWebsite(text) === null)
        const href = websiteHref(text)
        expect(['http:', 'https:']).toContain(new URL(href).protocol)
        expect(new URL(href).host).not.toBe('')
        expect(validateWebsite(href)).toBeNull()
        expect(websiteHref(href)).toBe(href)
      }),
      { numRuns: runs(500), verbose: true },
    ))
})
