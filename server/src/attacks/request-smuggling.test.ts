import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pdfCallsOf, someDetails } from '../features/pdf-codes/testing'
import { type Person, testApp } from '../testing/app'
import { openPublicListener } from '../testing/public-listener'
import { sendRaw, statusesIn } from '../testing/raw-http'

const product = testApp({ PUBLIC_PORT: '0', PDF_HOST: 'http://qr.test/p' })
const { create } = pdfCallsOf(product)
let listener: Awaited<ReturnType<typeof openPublicListener>>
let ports: Record<'application' | 'codes' | 'pages', number>
let mai: Person

beforeAll(async () => {
  listener = await openPublicListener(product)
  const appUrl = await product.app().listen({ port: 0, host: '127.0.0.1' })
  const application = Number(new URL(appUrl).port)
  ports = { application, codes: listener.port, pages: listener.port }
})
afterAll(() => listener.close())
beforeEach(async () => {
  mai = await product.signedIn()
  await create(mai, someDetails({ name: 'menu' }))
})

const PATHS = { application: '/config', codes: '/NOBODY00', pages: '/p/menu' } as const
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: qr.test\r\nConnection: close\r\n\r\n'
const length = HIDDEN.length
const chunk = `${length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`

/** Two servers in a chain may disagree on where such a request ends; the rest is then a second, hidden one. */
const AMBIGUOUS: Record<string, string> = {
  'a length and chunks': `Content-Length: ${length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'chunks and a length': `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${chunk}`,
  'two lengths': `Content-Length: 0\r\nContent-Length: ${length}\r\n\r\n${HIDDEN}`,
  'two lengths in one': `Content-Length: 0, ${length}\r\n\r\n${HIDDEN}`,
  'a signed length': `Content-Length: +0\r\n\r\n${HIDDEN}`,
  'a negative length': `Content-Length: -1\r\n\r\n${HIDDEN}`,
  'a length in hex': `Content-Length: 0x0\r\n\r\n${HIDDEN}`,
  'a blank before the colon': `Content-Length : 0\r\n\r\n${HIDDEN}`,
  'chunks and more': `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'chunks by another name': `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'chunks after a control character': `Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a header on two lines': `X-Folded: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a bare line feed': `X-Bare: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a bare carriage return': `X-Bare: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a NUL in a value': `X-Nul: a\0b\r\n\r\n${HIDDEN}`,
  'a size that is none': `Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${HIDDEN}`,
  'a size that overflows': `Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n${HIDDEN}`,
}

describe.each(['application', 'codes', 'pages'] as const)('at the listener of the %s', (name) => {
  test('a request that ends in two places is refused whole', async () => {
    for (const [kind, rest] of Object.entries(AMBIGUOUS)) {
      const answer = await sendRaw(ports[name], `POST ${PATHS[name]} HTTP/1.1\r\nHost: qr.test\r\n${rest}`)
      // A response to the first line may have begun before the rest is found to be broken.
      expect(statusesIn(answer), kind).toEqual([expect.toBeOneOf([400, 404, 405, 415])])
      expect(answer, kind).not.toContain('"status":"ok"')
    }
  })

  test('a request without a host is refused, of two hosts the first counts', async () => {
    const ask = (hosts: string) =>
      sendRaw(ports[name], `GET ${PATHS[name]} HTTP/1.1\r\nConnection: close\r\n${hosts}\r\n`)
    expect(statusesIn(await ask(''))).toEqual([400])
    const answer = await ask('Host: qr.test\r\nHost: evil.example\r\n')
    expect(statusesIn(answer)).toHaveLength(1)
    expect(answer).not.toContain('evil.example')
  })
})

test('a target in absolute form is answered as its path on its host, whatever the header says', async () => {
  for (const name of ['application', 'codes', 'pages'] as const) {
    const ask = (target: string, host: string) =>
      sendRaw(ports[name], `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    const expected = name === 'codes' ? 404 : 200
    expect(statusesIn(await ask(`http://qr.test${PATHS[name]}`, 'evil.example')), name).toEqual([expected])
    const foreign = await ask(`http://evil.example${PATHS[name]}`, 'qr.test')
    expect(statusesIn(foreign), name).toEqual([name === 'application' ? 200 : 421])
    expect(foreign, name).not.toContain('evil.example')
  }
})

test('the body of a request that is handed on is not taken for the next visitor’s request', async () => {
  const visit = 'GET /p/menu HTTP/1.1\r\nHost: qr.test\r\nConnection: close\r\n'
  for (const poison of [
    `Content-Length: ${length}\r\n\r\n${HIDDEN}`,
    `Transfer-Encoding: chunked\r\n\r\n${chunk}`,
    'Connection: content-length, x-forwarded-for\r\n\r\n',
    'Expect: 100-continue\r\nContent-Length: 1\r\n\r\nx',
  ]) {
    await sendRaw(ports.pages, visit + poison)
    expect(statusesIn(await sendRaw(ports.pages, `${visit}\r\n`)), poison).toEqual([200])
  }
})
