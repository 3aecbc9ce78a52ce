import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../../app'
import { readConfig } from '../../../platform/config/config'
import { createLog } from '../../../platform/logging'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../../../testing/app'
import { FakeClock } from '../../../testing/clock'
import { testDatabase } from '../../../testing/database'
import { basic } from '../testing'
import { createIdentityClient } from './identity-client'

/** A product whose account service is at the address. */
async function productWith(identityUrl: string, storage: ReturnType<typeof testDatabase>) {
  const config = readConfig({
    IDENTITY_URL: identityUrl,
    DATA_DIR: storage.dataDir(),
    LOG_LEVEL: 'silent',
  })
  return buildApp({
    config,
    database: storage.database(),
    clock: new FakeClock(),
    log: createLog('silent'),
    gateways: [],
    isStopping: () => false,
  })
}

describe('with another instance of the product as the account service', () => {
  const outside = testApp({ TRUSTED_PROXIES: '127.0.0.1' })
  const storage = testDatabase()
  let product: FastifyInstance
  let calls: string[] = []
  let mai: Person

  beforeAll(async () => {
    outside.app().server.on('request', (request) => calls.push(`${request.method} ${request.url}`))
    product = await productWith(await outside.app().listen({ host: '127.0.0.1', port: 0 }), storage)
  })
  afterAll(() => product.close())
  beforeEach(async () => {
    mai = await outside.signedIn()
    calls = []
  })

  const as = (sid: string, options: InjectOptions) =>
    product.inject({ ...options, headers: { ...options.headers, authorization: `Bearer ${sid}` } })

  test('somebody registers, signs in, is known everywhere, and signs out', async () => {
    const registered = await product.inject({
      method: 'POST',
      url: '/identity/users',
      payload: {
        username: 'Ngọc',
        email: 'ngoc@example.test',
        password: 'mật:khẩu:dài',
        firstName: 'Ngọc',
        lastName: 'Lê',
      },
    })
    expect(registered.statusCode).toBe(201)
    const signedIn = await product.inject({
      method: 'POST',
      url: '/identity/users/auth',
      headers: basic('Ngọc', 'mật:khẩu:dài'),
    })
    expect(signedIn.statusCode).toBe(200)
    const { id, sid } = signedIn.json().result
    expect(id).toBe(registered.json().result.id)
    const profile = await as(sid, { url: '/identity/users/profile' })
    expect(profile.json().result.firstName).toBe('Ngọc')
    expect(profile.headers['cache-control']).toBe('no-store')
    const codes = { url: '/gateway/api/qrcode/user-codes?productId=dynamic-code' }
    expect((await as(sid, codes)).statusCode).toBe(200)
    const verified = await product.inject({ url: '/verify-session', headers: { 'x-session-id': sid } })
    expect(verified.json().result.id).toBe(id)
    expect((await as(sid, { method: 'DELETE', url: '/identity/sessions/current' })).statusCode).toBe(200)
    expect((await as(sid, codes)).statusCode).toBe(401)
  })

  test('its refusals come through with their fields and their time to come back', async () => {
    const invalid = await product.inject({
      method: 'POST',
      url: '/identity/users?lng=en',
      payload: { username: 'ab' },
    })
    expect(invalid.statusCode).toBe(422)
    expect(invalid.json().error.fields).toMatchObject({ username: 'too-short', email: 'required' })
    const statuses = []
    for (let i = 0; i < 6; i++) {
      const reply = await product.inject({
        method: 'POST',
        url: '/identity/users/auth',
        headers: basic(mai.username, 'wrong'),
      })
      statuses.push(reply.statusCode)
      expect(reply.headers['www-authenticate']).toBeUndefined()
      if (reply.statusCode === 429) expect(reply.headers['retry-after']).toBe('1')
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('callers are told apart: one who tries too often does not use up the tries of others', async () => {
    const signIn = (remoteAddress: string, i: number) =>
      product.inject({
        method: 'POST',
        url: '/identity/users/auth',
        remoteAddress,
        headers: basic(`name-${i}`, 'wrong'),
      })
    for (let i = 0; i < 20; i++) expect((await signIn('192.0.2.1', i)).statusCode).toBe(401)
    expect((await signIn('192.0.2.1', 20)).statusCode).toBe(429)
    expect((await signIn('192.0.2.2', 20)).statusCode).toBe(401)
  })

  test('requests of one session that come together share one question, the next asks anew', async () => {
    const profile = { url: '/gateway/api/qrcode/user-codes?productId=dynamic-code' }
    const replies = await Promise.all(Array.from({ length: 20 }, () => as(mai.sid, profile)))
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(20).fill(200))
    expect(calls).toEqual(['GET /identity/sessions/verify'])
    await as(mai.sid, profile)
    expect(calls).toHaveLength(2)
  })

  test('only the agreed paths, methods and headers go out', async () => {
    const headers = { cookie: 'a=b', 'x-forwarded-host': 'evil.example', authorization: `Bearer ${mai.sid}` }
    const seen: string[] = []
    const record: RequestListener = (request) => seen.push(...Object.keys(request.headers))
    outside.app().server.on('request', record)
    await product.inject({ url: '/identity/users/profile', headers })
    outside.app().server.off('request', record)
    expect(seen).toContain('authorization')
    expect(seen).not.toContain('cookie')
    expect(seen).not.toContain('x-forwarded-host')
    calls = []
    for (const url of ['/identity/secret', '/identity/users', '/identity/users/profile/x'])
      expect((await product.inject({ url, headers })).statusCode).toBe(404)
    expect(calls).toEqual([])
  })

  test('an administrator of the service is one here', async () => {
    const admin = await outside.signedIn({ setupToken: TEST_SETUP_TOKEN })
    expect((await as(admin.sid, { url: '/admin/verify' })).statusCode).toBe(200)
    expect((await as(mai.sid, { url: '/admin/verify' })).statusCode).toBe(403)
  })
})

describe('with a service that fails', () => {
  const storage = testDatabase()
  let service: Server
  let product: FastifyInstance
  let answer: RequestListener

  beforeAll(async () => {
    service = createServer((request, response) => answer(request, response))
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    product = await productWith(`http://127.0.0.1:${(service.address() as AddressInfo).port}`, storage)
  })
  afterAll(async () => {
    await product.close()
    service.closeAllConnections()
    service.close()
  })

  const json = { 'content-type': 'application/json' }
  const failures: [string, RequestListener][] = [
    ['fails', (_request, response) => response.writeHead(500, json).end('{"stack":"secret"}')],
    ['redirects', (_request, response) => response.writeHead(302, { location: '/evil' }).end()],
    [
      'answers a page',
      (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ],
    ['answers 10 MB', (_request, response) => response.writeHead(200, json).end('x'.repeat(10_000_000))],
    ['hangs up', (_request, response) => response.destroy()],
    [
      'hangs up in the middle',
      (_request, response) => response.writeHead(200, json).write('{"re', () => response.destroy()),
    ],
  ]

  test.each(failures)('that %s, both kinds of call answer 502 and nothing of it', async (_name, listener) => {
    answer = listener
    const headers = { authorization: 'Bearer abc' }
    for (const url of ['/identity/users/profile', '/gateway/api/qrcode/user-codes?productId=dynamic-code']) {
      const reply = await product.inject({ url, headers })
      expect(reply.statusCode).toBe(502)
      expect(reply.json().error.code).toBe('UpstreamFailed')
      expect(reply.body).not.toContain('secret')
    }
  })

  test('that is silent, the call ends in time', async () => {
    answer = () => {}
    const call = createIdentityClient(`http://127.0.0.1:${(service.address() as AddressInfo).port}`, 50)
    await expect(call({ method: 'GET', path: '/', headers: {} })).rejects.toMatchObject({
      code: 'UpstreamTimeout',
    })
  })

  test('that knows less of a profile than we, the screens get its defaults, and what else it says', async () => {
    const profile = {
      id: '7',
      username: 'mai',
      firstName: '',
      lastName: '',
      email: 'mai@example.test',
      phone: '',
    }
    const result = { ...profile, photo: '', role: 'member', permissions: {}, branch: 'Huế' }
    answer = (_request, response) => response.writeHead(200, json).end(JSON.stringify({ result }))
    const reply = await product.inject({
      url: '/identity/users/profile',
      headers: { authorization: 'Bearer abc' },
    })
    expect(reply.json().result).toEqual({
      ...result,
      ...{ emailVerified: false, mustVerifyEmail: false, pendingEmail: '' },
      ...{ needsSecondFactor: false, deletion: null },
    })
  })

  test('that says 200 without saying who, nobody is signed in', async () => {
    answer = (_request, response) => response.writeHead(200, json).end('{"result":{}}')
    const signIn = await product.inject({ method: 'POST', url: '/identity/users/auth', payload: {} })
    expect(signIn.statusCode).toBe(502)
    const reply = await product.inject({
      url: '/gateway/api/qrcode/user-codes?productId=dynamic-code',
      headers: { authorization: 'Bearer abc' },
    })
    expect(reply.statusCode).toBe(502)
  })
})
