import { gzipSync } from 'node:zlib'
import { API_ROOTS, GATEWAY_ROOTS, isUnder, manualIdError, OTHER_ROOTS } from '@scanleaf/shared'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../testing/app'
import { VERSION } from '../processes'
import { routedUrl } from './server'

const given = testApp()
const withoutDocs = testApp({ API_DOCS: 'off' })
const outsideAccount = testApp({ IDENTITY_URL: 'http://account.test' })

const post = (payload: string | Buffer, contentType = 'application/json', headers = {}) =>
  given.inject({
    method: 'POST',
    url: '/identity/users',
    payload,
    headers: { 'content-type': contentType, 'accept-language': 'en', ...headers },
  })

describe('bodies', () => {
  test.each([
    ['broken syntax', '{"a":', 400],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['33 levels', '['.repeat(33) + ']'.repeat(33), 400],
    ['20,000 levels', '['.repeat(20_000) + ']'.repeat(20_000), 400],
    ['__proto__', '{"__proto__":{"admin":true}}', 400],
    ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}', 400],
    ['over 256 KiB', JSON.stringify({ a: 'x'.repeat(256 * 1024) }), 413],
    ['an array', '[]', 422],
    ['null', 'null', 422],
    ['nothing', '', 422],
    ['33 levels of objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 400],
    ['a surrogate in bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 400],
    ['UTF-16', Buffer.from('{}', 'utf16le'), 400],
    ['a comma too many', '{"a":1,}', 400],
    ['two values', '{}{}', 400],
    ['no number', '{"a":NaN}', 400],
    ['single quotes', "{'a':1}", 400],
    ['a comment', '{/**/}', 400],
    ['a number', '1', 422],
    ['a text', '"a"', 422],
  ])('%s: %#', async (_name, payload, status) => {
    const reply = await post(payload)
    expect(reply.statusCode, reply.body).toBe(status)
    expect(reply.headers['content-type']).toContain('application/json')
    expect(reply.json()).toMatchObject({ statusCode: status, message: reply.json().error.message })
  })

  test.each([
    'text/plain',
    'text/json',
    'text/html',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/jsonp',
    'application/json-patch+json',
  ])('%s is not taken for JSON', async (contentType) => {
    expect((await post('{}', contentType)).statusCode).toBe(415)
  })

  test('another charset and any content encoding are refused', async () => {
    expect((await post('{}', 'application/json; charset=utf-16')).statusCode).toBe(415)
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    for (const encoding of ['gzip', 'deflate', 'br', 'compress'])
      expect((await post(bomb, 'application/json', { 'content-encoding': encoding })).statusCode).toBe(415)
  })
})

describe('addresses', () => {
  test('/gateway/api in front of a path changes nothing', () => {
    expect(routedUrl('/gateway/api/media/images')).toBe('/media/images')
    expect(routedUrl('/gateway/api/qrcode/user-codes?page=2')).toBe('/gateway/api/qrcode/user-codes?page=2')
    expect(routedUrl('/gateway/api')).toBe('/gateway/api')
    expect(routedUrl('/dynamic-codes')).toBe('/dynamic-codes')
  })

  test('a call answers with the prefix too', async () => {
    const [plain, prefixed] = [await given.inject('/config'), await given.inject('/gateway/api/config')]
    expect(prefixed.json()).toEqual(plain.json())
  })

  test.each([...API_ROOTS, ...GATEWAY_ROOTS.map((root) => `/gateway/api${root}`)])(
    'an unknown call below %s is a JSON 404',
    async (root) => {
      const url = `${root}/that/is/not/there`
      const reply = await given.inject({ url, headers: { accept: 'text/html' } })
      expect(reply.statusCode).toBe(404)
      expect(reply.json().error.code).toBe('NotFound')
    },
  )

  test('a path that cannot be decoded is a 400, never a 500', async () => {
    for (const url of ['/%', '/%ff', '/gateway/api/qrcode/user-codes/%E0%A4%A']) {
      expect((await given.inject({ url })).statusCode).toBe(400)
    }
  })

  test('no path leads out of the folder of the assets', async () => {
    const paths = [
      '/assets/../../../etc/passwd',
      '/assets/%2e%2e/index.html',
      '/assets/..%2f..%2fmain.ts',
      '/assets/%00',
    ]
    for (const url of paths) {
      const reply = await given.inject({ url })
      expect([400, 404], url).toContain(reply.statusCode)
    }
  })

  test('every route lies under a root of the one table, and no root can be an id', () => {
    const installations = [given, outsideAccount]
    const paths = installations.flatMap((each) => each.routes().map(({ path }) => path))
    const isFile = (path: string) => /^\/[a-z0-9-]+\.[a-z]+$/.test(path)
    const roots = [...API_ROOTS, ...OTHER_ROOTS]
    expect(paths.length).toBeGreaterThan(200)
    expect(paths.filter((path) => !isUnder(roots, path) && !isFile(path))).toEqual([])
    for (const path of roots)
      expect(manualIdError(path.split(/[/.]/).find(Boolean) ?? '')).toBe('reserved-dynamic-id')
  })
})

describe('headers', () => {
  test('scripts and styles come from our own origin only', async () => {
    const policy = String((await given.inject('/config')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval';style-src 'self';/)
    expect(policy).toContain("worker-src 'self'")
    expect(policy).toMatch(/frame-src http:\/\/[a-z.:0-9]+;/)
    expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*/)
  })

  test.each(['https://evil.example', 'null', 'http://app.test.evil'])(
    'origin %s gets no access',
    async (origin) => {
      const simple = await given.inject({ url: '/config', headers: { origin } })
      const preflight = await given.inject({
        method: 'OPTIONS',
        url: '/identity/users',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      for (const reply of [simple, preflight]) {
        expect(reply.headers['access-control-allow-origin']).not.toBe(origin)
        expect(reply.headers['access-control-allow-origin']).not.toBe('*')
      }
    },
  )

  test('every answer names its request', async () => {
    const forged = await given.inject({ url: '/config', headers: { 'x-request-id': 'forged' } })
    expect(forged.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('foreign host headers appear in no answer', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
    for (const url of ['/config', '/', '/nonsense', '/openapi.json']) {
      const reply = await given.inject({ url, headers })
      expect(reply.body + JSON.stringify(reply.headers)).not.toContain('evil.example')
    }
  })
})

describe('status', () => {
  test('health and readiness', async () => {
    expect((await given.inject('/healthz')).json()).toEqual({ status: 'ok', version: VERSION })
    expect((await given.inject('/readyz')).json()).toEqual({ status: 'ok' })
  })

  test('the description of the calls is OpenAPI 3.1 and names them', async () => {
    const description = (await given.inject('/openapi.json')).json()
    expect(description.openapi).toBe('3.1.0')
    expect(Object.keys(description.paths)).toContain('/gateway/api/qrcode/user-codes')
  })

  test('the description of the calls can be switched off', async () => {
    for (const url of ['/openapi.json', '/docs', '/docs/', '/docs/json', '/docs/static/index.css']) {
      expect((await given.inject(url)).statusCode).toBeLessThan(400)
      expect((await withoutDocs.inject(url)).statusCode).toBe(404)
    }
  })
})
