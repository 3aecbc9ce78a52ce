import { once } from 'node:events'
import { createServer as createTcpServer, type Server } from 'node:net'
import {
  createSecureContext,
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from 'node:tls'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { createLog } from '../../platform/logging'
import { testDatabase } from '../../testing/database'
import { checkCertificates } from './certificate-checks'
import { countBadCertificates, findBadCertificates } from './certificate-repository'
import { certificateReader, type PresentedCertificate } from './presented-certificate'

/** Of no other use: a key, and certificates of it until 2126, one of which ended in 2026 and one that nobody trusts. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnXCVT4L34LF2flZW
b/GBTC8+75OJfxc24boj2XS7Y36hRANCAAT/Y18dGMBE8KygdIKhCRJ+HQzmWm84
AsvnCXsKRuhOCnUT+AdtIqjKpWqxgrBtpLEBJ5vhXV6St3zgFfHyw7b2
-----END PRIVATE KEY-----`
const GOOD = `-----BEGIN CERTIFICATE-----
MIIBZzCCAQ2gAwIBAgIUfvni+lUxC7dOu3Dz1UiKJPahHU8wCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPcXIuc2hvcC5leGFtcGxlMCAXDTI2MDEwMTAwMDAwMFoYDzIx
MjYwMTAxMDAwMDAwWjAaMRgwFgYDVQQDDA9xci5zaG9wLmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAT/Y18dGMBE8KygdIKhCRJ+HQzmWm84AsvnCXsK
RuhOCnUT+AdtIqjKpWqxgrBtpLEBJ5vhXV6St3zgFfHyw7b2oy8wLTAaBgNVHREE
EzARgg9xci5zaG9wLmV4YW1wbGUwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQD
AgNIADBFAiEA7GPbNgMVNOt5VUMpoIHQZlD5G/FvJWX+3r3TNw6VpzYCIH2UIRox
8ykfgP0B8YP2R1zJlp97O1HyqNmnj2lH3Xmv
-----END CERTIFICATE-----`
const ENDED = `-----BEGIN CERTIFICATE-----
MIIBaTCCAQ6gAwIBAgIUa6cZP+/zL1qotRQFQdSXf5zkS4UwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQb2xkLnNob3AuZXhhbXBsZTAeFw0yNTAxMDEwMDAwMDBaFw0y
NjAxMDEwMDAwMDBaMBsxGTAXBgNVBAMMEG9sZC5zaG9wLmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAT/Y18dGMBE8KygdIKhCRJ+HQzmWm84AsvnCXsK
RuhOCnUT+AdtIqjKpWqxgrBtpLEBJ5vhXV6St3zgFfHyw7b2ozAwLjAbBgNVHREE
FDASghBvbGQuc2hvcC5leGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0E
AwIDSQAwRgIhAOB9DcFKAiYJITj5LzjWn+daH91qxratHRmB8sv7b3OtAiEA7jlJ
UUDBk8TRprfmzL+Y5f4rlKqDIL9XMHeQac8Gpa4=
-----END CERTIFICATE-----`
const SELF_SIGNED = `-----BEGIN CERTIFICATE-----
MIIBazCCARCgAwIBAgIUVn4TJ3s0UNKMJLspCnqvmnVfNBUwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQb3duLnNob3AuZXhhbXBsZTAgFw0yNjAxMDEwMDAwMDBaGA8y
MTI2MDEwMTAwMDAwMFowGzEZMBcGA1UEAwwQb3duLnNob3AuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABP9jXx0YwETwrKB0gqEJEn4dDOZabzgCy+cJ
ewpG6E4KdRP4B20iqMqlarGCsG2ksQEnm+FdXpK3fOAV8fLDtvajMDAuMBsGA1Ud
EQQUMBKCEG93bi5zaG9wLmV4YW1wbGUwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjO
PQQDAgNJADBGAiEA8RDCUgL+hGx3MUyBXFFJsGt1TaRZD7jLKFBrRlZ1MNECIQDA
011rMKakBrbMp7aedaOTy+Gzp0D/cc5M9TcRHgqsww==
-----END CERTIFICATE-----`

const NO_TLS = 'http.shop.example'
const storage = testDatabase()
const trusted = getCACertificates('default')
let proxy: Server
let plain: Server

/** A proxy with a certificate for some names; for others it ends the handshake. */
beforeAll(async () => {
  setDefaultCACertificates([...trusted, GOOD, ENDED])
  const certificates: Record<string, string> = {
    'qr.shop.example': GOOD,
    'other.shop.example': GOOD,
    'old.shop.example': ENDED,
    'own.shop.example': SELF_SIGNED,
  }
  proxy = createTlsServer({
    SNICallback: (name, done) => {
      const cert = certificates[name]
      if (cert) done(null, createSecureContext({ key: KEY, cert }))
      else done(new Error('no certificate for this name'))
    },
  }).listen(0, '127.0.0.1')
  plain = createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
  await Promise.all([once(proxy, 'listening'), once(plain, 'listening')])
})
afterAll(() => {
  setDefaultCACertificates(trusted)
  proxy.close()
  plain.close()
})

const portOf = (server: Server) => (server.address() as { port: number }).port
const END = new Date('2126-01-01T00:00:00Z')

test.each<[string, PresentedCertificate]>([
  ['qr.shop.example', { endsAt: END, fault: null }],
  ['other.shop.example', { endsAt: END, fault: 'mismatch' }],
  ['old.shop.example', { endsAt: new Date('2026-01-01T00:00:00Z'), fault: null }],
  ['own.shop.example', { endsAt: END, fault: 'untrusted' }],
  ['none.shop.example', { endsAt: null, fault: 'missing' }],
  [NO_TLS, { endsAt: null, fault: 'missing' }],
])('the certificate that a visitor of %s gets', async (domain, seen) => {
  const port = portOf(domain === NO_TLS ? plain : proxy)
  expect(await certificateReader('127.0.0.1', port)(domain)).toEqual(seen)
})

test('of an address where nobody listens nothing is known', async () => {
  const gone = createTcpServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const port = portOf(gone)
  await new Promise((resolve) => gone.close(resolve))
  expect(await certificateReader('127.0.0.1', port)('qr.shop.example')).toBe('unreachable')
})

test('served domains are asked once a day; what ends within 14 days, is wrong or missing is found until it is right', async () => {
  const { db } = storage.database()
  const run = (statement: ReturnType<typeof sql>) => query<{ now: Date }>(db, statement)
  await run(sql`insert into custom_domains (user_id, kind, domain, enabled, proven_at) values
    ('a', 'qrcode', 'soon.example', true, now()), ('b', 'qrcode', 'later.example', true, now()),
    ('c', 'qrcode', 'wrong.example', true, now()), ('d', 'qrcode', 'away.example', true, now()),
    ('e', 'qrcode', 'off.example', false, now()), ('f', 'qrcode', 'unproven.example', true, null),
    ('g', 'ninecard', 'card.example', true, now())`)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const answers: Record<string, PresentedCertificate> = {
    'soon.example': { endsAt: inDays(13), fault: null },
    'later.example': { endsAt: inDays(15), fault: null },
    'wrong.example': { endsAt: inDays(60), fault: 'mismatch' },
    'away.example': 'unreachable',
  }
  const asked: string[] = []
  const lines: string[] = []
  const check = async () => {
    asked.length = 0
    await checkCertificates({
      database: storage.database(),
      log: createLog('warn', undefined, { write: (line) => lines.push(line) }),
      readCertificate: async (domain) => {
        asked.push(domain)
        return answers[domain] ?? Promise.reject(new Error(`${domain} is not served`))
      },
    })
    return asked.toSorted()
  }
  const found = async () => (await findBadCertificates(db, 10)).map(({ domain, fault }) => [domain, fault])

  expect(await check()).toEqual(['away.example', 'later.example', 'soon.example', 'wrong.example'])
  expect(await found()).toEqual([
    ['soon.example', null],
    ['wrong.example', 'mismatch'],
  ])
  expect(await countBadCertificates(db)).toBe(2)
  expect(lines.map((line) => JSON.parse(line).domain).toSorted()).toEqual(['soon.example', 'wrong.example'])
  expect(await check()).toEqual([])

  await run(sql`update custom_domains set certificate_checked_at = now() - interval '24 hours'`)
  answers['soon.example'] = { endsAt: inDays(90), fault: null }
  answers['wrong.example'] = 'unreachable'
  expect(await check()).toHaveLength(4)
  expect(await found(), 'who cannot be reached is known as before').toEqual([['wrong.example', 'mismatch']])
})
