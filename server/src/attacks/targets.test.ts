import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDynamicCode, codesOf, website } from '../features/user-codes/testing'
import { type Person, testApp } from '../testing/app'
import { openPublicListener } from '../testing/public-listener'
import { sendRaw } from '../testing/raw-http'

const product = testApp({ PUBLIC_PORT: '0' })
let listener: Awaited<ReturnType<typeof openPublicListener>>
let mai: Person
beforeAll(async () => {
  listener = await openPublicListener(product)
})
afterAll(() => listener.close())
beforeEach(async () => {
  mai = await product.signedIn()
})

const SCRIPTS = [
  'javascript',
  'JaVaScRiPt',
  'vbscript',
  'data',
  'file',
  'blob',
  'about',
  'view-source',
  'ftp',
  'ws',
]
const BEFORE = ['', ' ', '\t', '\n', '\0', '\u0001', '\u00a0', '\u200b', '\u202e', '\ufeff']
const BROKEN = [
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'javascript\u200b:alert(1)',
  'javascript&colon;alert(1)',
  'javascript%3Aalert(1)',
  '&#106;avascript:alert(1)',
  '\\x6aavascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'https://example.com\r\nLocation: https://evil.example',
  'https://example.com/\u2028alert(1)',
  'https://example.com\\@evil.example',
  'https://user:password@example.com',
  'https://example.com:0x50/',
  'https://[::1',
  'https://example..com',
  'https://-',
  'https://%',
  'https:// ',
  'https://',
  'http:',
  '//',
  '\\\\evil.example',
  'https://例え。テスト%00',
  'https://a\u0000b.example',
  `https://${'a'.repeat(300)}.example`,
]

const targetsOf = (): string[] => [
  ...SCRIPTS.map((scheme) => `${scheme}:alert(1)`),
  ...SCRIPTS.map((scheme) => `${scheme}://example.com/`),
  ...BEFORE.flatMap((blank) => [`${blank}javascript:alert(1)`, `${blank}data:text/html,<script>1</script>`]),
  ...BEFORE.map((blank) => `https://example.com/${blank}x`),
  ...BEFORE.map((blank) => `https://exam${blank}ple.com/`),
  ...BROKEN,
]

/** Whatever is answered to a scan: a way to a web page on one line, or none. */
async function expectHarmless(dynamicId: string, typed: string): Promise<void> {
  const answer = await sendRaw(
    listener.port,
    `GET /${dynamicId} HTTP/1.1\r\nHost: qr.test\r\nConnection: close\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n`,
  )
  const [head = ''] = answer.split('\r\n\r\n')
  const names = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(':')[0])
  const told = JSON.stringify(typed)
  expect(new Set(names).size, told).toBe(names.length)
  expect(head, told).not.toMatch(/set-cookie/i)
  expect(/^Location: (.*)$/im.exec(head)?.[1] ?? '', told).toMatch(/^https?:\/\/[^/]/)
}

test('of more than a hundred targets, what is stored leads to a web page', async () => {
  const codes = codesOf(product, mai)
  expect(targetsOf().length).toBeGreaterThan(80)
  for (const typed of targetsOf()) {
    const reply = await codes.call('POST', '', aDynamicCode({ codeContent: website(typed) }))
    expect([201, 422], JSON.stringify(typed)).toContain(reply.statusCode)
    if (reply.statusCode === 201) await expectHarmless(reply.json().result.dynamicId, typed)
  }
})

test('whatever is typed as a target, what is stored leads to a web page', async () => {
  const { id, dynamicId } = await codesOf(product, mai).save(aDynamicCode())
  const codes = codesOf(product, mai)
  const piece = fc.constantFrom(
    'http',
    'https',
    'javascript',
    ':',
    '/',
    '\\',
    '@',
    '.',
    'a.vn',
    ' ',
    '\r\n',
    '%0a',
    '[',
    '#',
    '?',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 8 }),
      async (pieces) => {
        const typed = pieces.join('')
        const reply = await codes.call('PATCH', `/${id}`, { codeContent: website(typed) })
        expect([200, 422], JSON.stringify(typed)).toContain(reply.statusCode)
        if (reply.statusCode === 200) await expectHarmless(dynamicId ?? '', typed)
      },
    ),
    { numRuns: runs(150) },
  )
})
