import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeWebsite, validateWebsite, websiteHref } from './website'

describe('normalizeWebsite', () => {
  test.each([
    ['example.com', 'http://example.com'],
    ['//example.com/a', 'http://example.com/a'],
    ['://example.com', 'http://example.com'],
    ['http://example.com', 'http://example.com'],
    ['https://example.com', 'https://example.com'],
    ['localhost:8080/x', 'http://localhost:8080/x'],
    ['', ''],
  ])('%s', (text, normalized) => {
    expect(normalizeWebsite(text)).toBe(normalized)
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
    'http://[2001:db8::1]/',
    'https://example.com/?next=mailto:a@b.c',
    '://example.com',
  ])('accepts %s', (text) => {
    expect(validateWebsite(text)).toBeNull()
    expect(websiteHref(text)).toMatch(/^https?:\/\/[^/]/)
  })

  test.each([
    ['', 'required'],
    [' ', 'error-message-inp'],
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
    ['https:///example.com', 'invalid-url'],
    ['http:\\\\example.com', 'invalid-url'],
    ['http:/example.com', 'invalid-url'],
    ['http://?x', 'invalid-url'],
    ['http://#', 'invalid-url'],
    ['http://example.com:99999', 'invalid-url'],
    ['http://example.com:abc', 'invalid-url'],
    ['http://user@example.com', 'invalid-url'],
    ['http://user:pass@example.com', 'invalid-url'],
    ['http://@example.com', 'invalid-url'],
    ['bank.com@evil.example', 'invalid-url'],
    ['http://exa\u0000mple.com', 'invalid-url'],
    ['http://example.com/\u007f', 'invalid-url'],
    ['http://example.com/\u202egpj', 'invalid-url'],
    ['http://example.com/\u2066x', 'invalid-url'],
    ['http://example.com/\ud800', 'invalid-url'],
    ['http://%00.com', 'invalid-url'],
    ['http://a<b>.com', 'invalid-url'],
    [':/', 'invalid-url'],
    [`http://example.com/${'a'.repeat(4096)}`, 'too-long'],
    [`http://example.com/${'đ'.repeat(2048)}`, 'too-long'],
  ])('refuses %j', (text, problem) => {
    expect(validateWebsite(text)).toBe(problem)
    expect(() => websiteHref(text)).toThrow(TypeError)
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
      { numRuns: 500, verbose: true },
    ))
})
