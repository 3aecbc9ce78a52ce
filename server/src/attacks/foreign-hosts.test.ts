import { beforeEach, expect, test } from 'vitest'
import { pdfCallsOf, someDetails } from '../features/pdf-codes/testing'
import { aDynamicCode, CODES, codesOf } from '../features/user-codes/testing'
import { type Person, testApp } from '../testing/app'
import { openPublicListener } from '../testing/public-listener'
import { sendRaw } from '../testing/raw-http'

const product = testApp({
  PUBLIC_PORT: '0',
  PDF_HOST: 'http://qr.test/p',
  TRUSTED_PROXIES: '127.0.0.1',
  BANK_BIN: '970416',
  BANK_ACCOUNT_NUMBER: '1',
  BANK_ACCOUNT_NAME: 'LA',
  BILLING: 'on',
})
let mai: Person
beforeEach(async () => {
  mai = await product.signedIn()
})

const EVIL = 'evil.example'
/** What caches, proxies and frameworks have taken for the name of the server, of trusted neighbours too. */
const HEADERS: Record<string, string>[] = [
  { host: EVIL },
  { host: `${EVIL}:80` },
  { host: `app.test@${EVIL}` },
  { host: `app.test.${EVIL}` },
  { 'x-forwarded-host': EVIL },
  { 'x-forwarded-server': EVIL, 'x-host': EVIL, 'x-original-host': EVIL },
  { forwarded: `host=${EVIL};proto=https` },
  { 'x-original-url': `//${EVIL}/`, 'x-rewrite-url': `//${EVIL}/` },
  { 'x-forwarded-proto': 'javascript', 'x-forwarded-port': '1', 'x-forwarded-prefix': `//${EVIL}` },
  { origin: `https://${EVIL}`, referer: `https://${EVIL}/` },
]

const CALLS = [
  { url: '/' },
  { url: '/auth' },
  { url: '/config' },
  { url: '/help' },
  { url: '/help/' },
  { url: '/openapi.json' },
  { url: '/nowhere' },
  { url: '/docs' },
  { url: `${CODES}?productId=dynamic-code` },
  { url: '/gateway/api/qrcode/pdf-qrcodes' },
  { method: 'POST', url: CODES, payload: aDynamicCode() },
  { method: 'POST', url: '/gateway/api/qrcode/dynamic-codes' },
  { method: 'POST', url: '/qrcode-generator/qrcode', payload: { content: 'example.com' } },
  {
    method: 'POST',
    url: '/gateway/api/billing/transactions',
    payload: { amount: 50_000, paymentType: 'bank-transfer' },
  },
] as const

test('no answer of the application speaks of a host that the request made up', async () => {
  for (const headers of HEADERS) {
    // A new account each time has quota for what the requests create.
    const person = await product.signedIn()
    await pdfCallsOf(product).create(person, someDetails())
    for (const call of CALLS) {
      const reply = await product.as(person).inject({ ...call, headers })
      const told = `${JSON.stringify(reply.headers)} ${reply.body}`
      const asked = `${call.url} ${JSON.stringify(headers)}`
      expect(reply.statusCode, asked).toBeLessThan(500)
      expect(told, asked).not.toContain(EVIL)
      expect(told, asked).not.toContain('javascript://')
    }
  }
})

test('no answer to a visitor does', async () => {
  await pdfCallsOf(product).create(mai, someDetails({ name: 'menu' }))
  const { codeRedirect } = await codesOf(product, mai).save(aDynamicCode())
  const path = new URL(codeRedirect ?? '').pathname
  const listener = await openPublicListener(product)
  const urls = [path, `${path}+`, `${path}/`, '/p/menu', '/p/menu/file', '/', `//${EVIL}`, '/nowhere']
  for (const headers of HEADERS) {
    const lines = Object.entries({ host: 'qr.test', ...headers }).map(([name, value]) => `${name}: ${value}`)
    for (const url of urls) {
      const head = [`GET ${url} HTTP/1.1`, ...lines, 'Connection: close'].join('\r\n')
      const answer = await sendRaw(listener.port, `${head}\r\n\r\n`)
      const asked = `${url} ${JSON.stringify(headers)}`
      expect(answer, asked).toMatch(/^HTTP\/1\.1 (200|302|404|421|503) /)
      expect(answer, asked).not.toContain(EVIL)
    }
  }
  await listener.close()
})
