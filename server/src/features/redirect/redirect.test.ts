import { count, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { changeCode, givenCode, scanCountOf } from '../../testing/code'
import { scanRows } from '../scans/table'
import { testRedirect } from './testing'

const FACEBOOK =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/443.0.0.23.229;]'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:60.0) Gecko/20100101 Firefox/60.0'

/** What browsers and apps say of a request that they make before anybody opens the link. */
const NOBODY_ASKED_YET: Record<string, string>[] = [
  { 'sec-purpose': 'prefetch;prerender' },
  { 'sec-purpose': 'prefetch;anonymous-client-ip' },
  { purpose: 'prefetch' },
  { 'x-purpose': 'preview' },
  { 'x-purpose': 'preview', 'user-agent': FACEBOOK },
  { 'x-moz': 'prefetch', 'user-agent': FIREFOX },
  { 'x-sec-purpose': 'prefetch' },
  { purpose: 'navigate', 'x-purpose': 'preview' },
]

const { database, drainScans, ask, answersSoon } = testRedirect()

describe('a code', () => {
  const target = 'https://example.com/menu?table=7&x=%20#top'

  test('answers 302 with exactly its target, no cache, no cookie', async () => {
    const { id } = await givenCode(database(), { target })
    const { status, headers, body } = await ask(`/${id}`)
    expect(status).toBe(302)
    expect(headers.location).toBe(target)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer-when-downgrade')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toBe("default-src 'none'")
    expect(headers['set-cookie']).toBeUndefined()
    expect(body).toBe('')
  })

  test('is found without case', async () => {
    await givenCode(database(), { id: 'MixedCase-7', target })
    for (const id of ['MixedCase-7', 'MIXEDCASE-7', 'mixedcase-7']) {
      expect((await ask(`/${id}`)).headers.location).toBe(target)
    }
  })

  test('is found by its address as people pass it on, and never leads elsewhere', async () => {
    const { id, codeId } = await givenCode(database(), { target })
    const written = [`/${id}/?fbclid=x`, `/${id}%E3%80%82`, `//${id}`, `http://localhost:3001/${id}`]
    for (const path of written) expect([path, (await ask(path)).headers.location]).toEqual([path, target])
    expect((await ask(`https://evil.example/${id}`)).status).toBe(421)
    const ofTarget = await ask(`http://localhost:3001/${id}`, { headers: { host: 'evil.example' } })
    expect([ofTarget.headers.location, ofTarget.headers['cache-control']]).toEqual([target, 'no-store'])
    expect((await ask(`/${id}/other/path`)).status).toBe(404)
    expect((await ask(`/${id}+/`)).body).toContain(`href="/${id.toLowerCase()}+report"`)
    await drainScans()
    expect(await scanCountOf(database(), codeId)).toBe(written.length + 1)
  })

  test('answers HEAD like GET', async () => {
    const { id } = await givenCode(database(), { target })
    const get = await ask(`/${id}`)
    const head = await ask(`/${id}`, { method: 'HEAD' })
    expect(head.status).toBe(get.status)
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
  })

  test.each([
    'redir_url=https://evil.example',
    'url=//evil.example',
    'next=https://evil.example',
    'lng=ar',
    '?https://evil.example',
  ])('the query %s changes nothing', async (visitorQuery) => {
    const { id } = await givenCode(database(), { target })
    expect((await ask(`/${id}?${visitorQuery}`)).headers.location).toBe(target)
  })

  test('leads to a new target within a second after the change', async () => {
    const { id, codeId } = await givenCode(database(), { target })
    await ask(`/${id}`)
    await changeCode(database(), codeId, { target: 'https://example.org/new' })
    await answersSoon(`/${id}`, ({ headers }) => headers.location === 'https://example.org/new')
  })

  test('that was unknown a moment ago is found once it exists', async () => {
    expect((await ask('/not-yet-there')).status).toBe(404)
    await givenCode(database(), { id: 'Not-Yet-There' })
    await answersSoon('/not-yet-there', ({ status }) => status === 302)
  })

  test('that is paused answers 410, and leads on again when resumed', async () => {
    const { id, codeId } = await givenCode(database(), { enabled: false })
    const paused = await ask(`/${id}`)
    expect(paused.status).toBe(410)
    expect(paused.headers.location).toBeUndefined()
    await changeCode(database(), codeId, { enabled: true })
    await answersSoon(`/${id}`, ({ status }) => status === 302)
  })

  test('that is in the trash is paused, and that is gone for good answers as one that never was', async () => {
    const { id, codeId } = await givenCode(database())
    await ask(`/${id}`)
    await changeCode(database(), codeId, { deletedAt: new Date() })
    await answersSoon(`/${id}`, ({ status }) => status === 410)
    await changeCode(database(), codeId, { purgedAt: new Date() })
    await answersSoon(`/${id}`, ({ status }) => status === 404)
    const deleted = await ask(`/${id}`)
    const unknown = await ask('/never-was')
    expect(deleted.body).toBe(unknown.body)
    expect({ ...deleted.headers, date: '' }).toEqual({ ...unknown.headers, date: '' })
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'JaVaScRiPt:alert(1)',
    '//evil.example',
    'https://example.com/\r\nSet-Cookie: a=b',
    'https://example.com/ă',
    'http://',
    '',
  ])('with the target %j, written by hand, is no redirect', async (target) => {
    const { id } = await givenCode(database(), { target })
    const { status, headers } = await ask(`/${id}`)
    expect(status).toBe(404)
    expect(headers.location).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
  })
})

describe('what is no code', () => {
  const MALFORMED = [
    '//evil.example',
    '///evil.example',
    '/%2f%2fevil.example',
    '/%2F%2Fevil.example/',
    '/\\evil.example',
    '/%5cevil.example',
    '/https://evil.example',
    '/https:%2f%2fevil.example',
    '/http:evil.example',
    '/x%0d%0aSet-Cookie:%20a=b',
    '/x%0aLocation:%20https://evil.example',
    '/abc%00',
    '/abc%20',
    '/abc/',
    '/abc//',
    '/abc/def',
    '/abc/..',
    '/../abc',
    '/..%2fabc',
    '/./abc',
    '/.env',
    '/.git/config',
    '/.well-known/security.txt',
    '/ab',
    '/a',
    `/${'a'.repeat(33)}`,
    `/${'a'.repeat(2000)}`,
    '/abc++',
    '/+',
    '/ab+',
    '/abc+/',
    '/abc%2b',
    '/abc;x=y',
    '/abc:80',
    '/abc@evil.example',
    '/@evil.example',
    '/abc|def',
    "/abc'--",
    '/%E1%BA%A1bc',
    '/<script>',
    '/abc#frag',
    '/index.html',
    '/p/some-page',
    '/wp-login.php',
  ]

  test.each(MALFORMED.map((path, index) => [path, index] as const))('%s', async (path, index) => {
    const { status, headers, rawHeaders } = await ask(path, { from: `198.51.100.${index}` })
    expect(status).toBe(404)
    expect(headers.location).toBeUndefined()
    expect(rawHeaders.filter((_, at) => at % 2 === 0).sort()).toEqual([
      'Cache-Control',
      'Connection',
      'Content-Length',
      'Content-Security-Policy',
      'Content-Type',
      'Date',
      'Keep-Alive',
      'Referrer-Policy',
      'Vary',
      'X-Content-Type-Options',
      'X-Robots-Tag',
    ])
  })

  test('the root is a page of its own', async () => {
    const { status, headers, body } = await ask('/')
    expect(status).toBe(200)
    expect(headers.location).toBeUndefined()
    expect(body).toContain('Lá &amp; Quét')
  })

  test('icon and robots file are there', async () => {
    expect((await ask('/favicon.ico')).headers['content-type']).toBe('image/svg+xml')
    expect((await ask('/robots.txt')).body).toBe('User-agent: *\nDisallow:\n')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is refused', async (method) => {
    const { id } = await givenCode(database())
    const { status, headers } = await ask(`/${id}`, { method })
    expect(status).toBe(405)
    expect(headers.allow).toBe('GET, HEAD')
    expect(headers.location).toBeUndefined()
  })

  test.each(['evil.example', 'localhost.evil.example', 'evil.example:3001', '10.0.0.1', 'localhost:3001:80'])(
    'the host %j is refused, whatever the forwarded headers say',
    async (host) => {
      const { id } = await givenCode(database())
      const { status, headers, body } = await ask(`/${id}`, {
        headers: { host, 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' },
      })
      expect(status).toBe(421)
      expect(headers.location).toBeUndefined()
      expect(body).not.toContain('evil')
    },
  )

  test.each(['localhost', 'LOCALHOST:3001', '127.0.0.1:3001', '[::1]:3001', 'localhost.:3001'])(
    'the host %s is ours',
    async (host) => {
      const { id } = await givenCode(database())
      expect((await ask(`/${id}`, { headers: { host } })).status).toBe(302)
    },
  )

  test('after 60 misses in a minute an address waits, while codes go on for it and misses for others', async () => {
    const { id } = await givenCode(database())
    const from = '203.0.113.99'
    const misses = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(`/guess-${n}`, { from })))
    expect(misses.map(({ status }) => status)).toEqual(Array(60).fill(404))
    const refused = await ask('/guess-again', { from })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(`/${id}`, { from })).status).toBe(302)
    expect((await ask('/guess-again', { from: '203.0.113.98' })).status).toBe(404)
  })
})

describe('pages', () => {
  test.each([
    ['lng', '/nothing-1?lng=en', 'vi', 'en', 'ltr'],
    ['the browser', '/nothing-1', 'en-GB,en;q=0.9', 'en', 'ltr'],
    ['the browser, by weight', '/nothing-1', 'en;q=0.2,ar;q=0.7', 'ar', 'rtl'],
    ['an lng that is none', '/nothing-1?lng="><script>', 'ar', 'ar', 'rtl'],
    ['the country', '/nothing-1', 'tlh', 'vi', 'ltr'],
  ])('speak the language of %s', async (_by, path, accepted, language, dir) => {
    const { body } = await ask(path, { headers: { 'accept-language': accepted }, from: '113.160.0.1' })
    expect(body).toContain(`<html lang="${language}" dir="${dir}">`)
    expect(body).not.toContain('<script')
  })

  test('allow themselves nothing but their own style', async () => {
    const { headers, body } = await ask('/nothing-2')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(body).not.toMatch(/<script|<link|<img|\son\w+=|https?:\/\/(?!www\.w3\.org)/)
    expect(body.length).toBeLessThan(4096)
  })
})

describe('a code with Google Analytics', () => {
  test('answers a page with exactly two scripts, both by nonce, and a way on without them', async () => {
    const target = 'https://example.com/?a=</script><script>&b=\u2028'
    const href = new URL(target).href
    const { id, codeId } = await givenCode(database(), {
      target: href,
      googleAnalyticsId: 'G-ABCD1234',
    })
    const { status, headers, body } = await ask(`/${id}`)
    expect(status).toBe(200)
    expect(headers.location).toBeUndefined()
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
    expect(body.match(/<script/g)).toHaveLength(2)
    expect(body.split(`nonce="${nonce}"`)).toHaveLength(3)
    expect(body).toContain('https://www.googletagmanager.com/gtag/js?id=G-ABCD1234')
    expect(body).toContain(`content="0;url=${href.replaceAll('&', '&amp;')}"`)
    await drainScans()
    expect(await scanCountOf(database(), codeId)).toBe(1)
  })

  test('leads programs on like any other code: there is nobody to report to Google Analytics', async () => {
    const { id } = await givenCode(database(), {
      target: 'https://example.com/',
      googleAnalyticsId: 'G-ABCD1234',
    })
    const agents = [
      'facebookexternalhit/1.1',
      'WhatsApp/2.23.20.0',
      'Slackbot-LinkExpanding 1.0',
      'Googlebot/2.1',
      '',
    ]
    const programs = [
      { method: 'HEAD' },
      ...agents.map((agent) => ({ headers: { 'user-agent': agent } })),
      ...NOBODY_ASKED_YET.map((headers) => ({ headers })),
    ]
    for (const program of programs) {
      const { status, headers } = await ask(`/${id}`, program)
      expect([program, status, headers.location]).toEqual([program, 302, 'https://example.com/'])
    }
    expect((await ask(`/${id}`, { headers: { 'user-agent': FACEBOOK } })).status).toBe(200)
  })

  test('says so before it is opened, whose button does not report, with the privacy policy of the host', async () => {
    const target = 'https://example.com/menu'
    const reported = await givenCode(database(), { target, googleAnalyticsId: 'G-ABCD1234' })
    const plain = await givenCode(database(), { target })
    const english = { headers: { 'accept-language': 'en' } }
    const { body } = await ask(`/${reported.id}+`, english)
    expect(body).toContain('reports the visit to Google Analytics, without cookies')
    expect(body).toContain('<a class="open" href="https://example.com/menu"')
    expect(body).toMatch(/<a class="quiet" href="[^"]+\/privacy">Privacy policy<\/a>/)
    expect((await ask(`/${plain.id}+`, english)).body).not.toMatch(/Google|privacy/i)
    expect((await ask(`/${reported.id}`, english)).body).toMatch(
      /<a href="[^"]+\/privacy" rel="nofollow">Privacy policy<\/a>/,
    )
  })

  test('sends on directly when the stored id is none', async () => {
    const { id } = await givenCode(database(), { googleAnalyticsId: 'G-1"><script>' })
    expect((await ask(`/${id}`)).status).toBe(302)
  })
})

describe('counting', () => {
  test('2 000 scans at once are 2 000', async () => {
    const { id, codeId } = await givenCode(database())
    await givenCode(database(), { id: 'neighbour' })
    const answers = await Promise.all(Array.from({ length: 2000 }, () => ask(`/${id}`)))
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(2000)
    await drainScans()
    expect(await scanCountOf(database(), codeId)).toBe(2000)
  })

  test('counts people, and each of them', async () => {
    const { id, codeId } = await givenCode(database())
    await ask(`/${id}`)
    await ask(`/${id}`)
    await ask(`/${id}`, { from: '2001:db8::1' })
    await ask(`/${id}`, { method: 'HEAD' })
    for (const headers of NOBODY_ASKED_YET) await ask(`/${id}`, { headers })
    await ask(`/${id}`, { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } })
    await ask(`/${id}`, { headers: { 'user-agent': 'curl/8.5.0' } })
    await drainScans()
    expect(await scanCountOf(database(), codeId)).toBe(3)
    const kinds = await database()
      .db.select({ kind: scanRows.kind, count: count() })
      .from(scanRows)
      .where(eq(scanRows.codeId, codeId))
      .groupBy(scanRows.kind)
    expect(Object.fromEntries(kinds.map((row) => [row.kind, row.count]))).toEqual({
      person: 3,
      head: 1,
      prefetch: NOBODY_ASKED_YET.length,
      preview: 1,
      bot: 1,
    })
  })
})
