import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDynamicCode, CODES } from './features/user-codes/testing'
import { type Person, testApp } from './testing/app'
import { openPublicListener } from './testing/public-listener'
import { sendRaw, statusesIn } from './testing/raw-http'
import { type VisitorRequest, visitorOf } from './testing/visitor'

/** One address for the application and for codes below a path, as where one port is all there is. */
const product = testApp({
  PUBLIC_PORT: '0',
  APP_URL: 'http://shop.test:3001',
  CODE_HOST: 'http://shop.test:3001/q',
})
let listener: Awaited<ReturnType<typeof openPublicListener>>
let mai: Person
/** The same behind a proxy that is listed. */
let behindProxy: typeof listener
const { ask } = visitorOf(() => listener.port, 'shop.test:3001')
const trusted = visitorOf(() => behindProxy.port, 'shop.test:3001')

beforeAll(async () => {
  const url = await product.app().listen({ host: '127.0.0.1', port: 0 })
  const port = Number(new URL(url).port)
  listener = await openPublicListener(product, { port, trustedProxies: [] })
  behindProxy = await openPublicListener(product, { port, trustedProxies: ['127.0.0.1'] })
})
beforeEach(async () => {
  mai = await product.signedIn()
})
afterAll(async () => {
  await listener.close()
  await behindProxy.close()
})

/** As a browser calls the application. */
const call = (path: string, { headers, ...request }: VisitorRequest = {}) =>
  ask(path, { ...request, headers: { authorization: `Bearer ${mai.sid}`, ...headers } })

test('the application and a code that it makes are served at one address', async () => {
  const page = await ask('/help')
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const made = await call(CODES, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aDynamicCode()),
  })
  expect(made.status).toBe(201)
  const { dynamicId, codeRedirect } = JSON.parse(made.body).result
  expect(codeRedirect).toBe(`http://shop.test:3001/q/${dynamicId}`)
  for (const path of [
    `/q/${dynamicId}`,
    `//q/${dynamicId}`,
    `/%71/${dynamicId}`,
    `/q//${dynamicId}?from=print`,
  ])
    expect([path, (await ask(path)).headers.location]).toEqual([path, 'https://shop.example/menu'])
  expect((await ask('/q/no-such-code')).status).toBe(404)
  expect((await ask('/healthz')).body).toContain('"version"')
})

test('bodies arrive whole in both framings, and an answer before their end is seen', async () => {
  const content = `https://shop.example/${'a'.repeat(700)}`
  for (const framing of ['content-length', 'transfer-encoding'] as const) {
    const body = JSON.stringify({ content })
    const headers = {
      'content-type': 'application/json',
      [framing]: framing === 'content-length' ? String(body.length) : 'chunked',
    }
    const reply = await call('/qrcode-generator/qrcode', { method: 'POST', headers, body })
    expect([framing, reply.status]).toEqual([framing, 201])
  }
  const tooLong = await call(CODES, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'x'.repeat(11 * 1024 * 1024) }),
  })
  expect(tooLong.status).toBe(413)
})

test('the application is told who asks, and nothing that a visitor claims', async () => {
  const told: unknown[] = []
  product.app().server.on('request', ({ headers }) => told.push(headers['x-forwarded-for']))
  await ask('/healthz', { from: '203.0.113.7' })
  await trusted.ask('/healthz', { from: '203.0.113.7' })
  expect(told).toEqual(['127.0.0.1', '203.0.113.7'])
})

test('requests for other hosts, or that could be read in two ways, never reach the application', async () => {
  expect((await ask('/config', { headers: { host: 'elsewhere.test' } })).status).toBe(421)
  const twice = 'POST /config HTTP/1.1\r\nHost: shop.test:3001\r\nConnection: close\r\n'
  const smuggled = await sendRaw(
    listener.port,
    `${twice}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: shop.test:3001\r\n\r\n`,
  )
  expect(statusesIn(smuggled)).toEqual([400])
  expect(smuggled).not.toContain('"status":"ok"')
})
