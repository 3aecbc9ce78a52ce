import { beforeEach, expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { keyOf } from '../api-keys/testing'

const product = testApp({ API_CALLS_PER_MINUTE: '5000' })

let lan: Person
let key: string
beforeEach(async () => {
  lan = await product.signedIn()
  key = (await keyOf(product, lan)).secret
})

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const BOTH = 'application/json, text/event-stream'

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  product.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      ...{ authorization: `Bearer ${key}`, accept: BOTH, 'content-type': 'application/json' },
      ...headers,
    },
    payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  })

/** The answers of an event stream, or the one of a JSON body. */
const answersIn = ({ body, headers }: { body: string; headers: Record<string, unknown> }) =>
  String(headers['content-type']).startsWith('text/event-stream')
    ? [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''))
    : [JSON.parse(body)]

test('whoever brings no key that holds gets one 401, which asks for one', async () => {
  const wrong = [
    '',
    'Bearer',
    `Basic ${key}`,
    `Bearer ${lan.sid}`,
    `Bearer ${key}x`,
    `Bearer slk_${'a'.repeat(49)}`,
  ]
  for (const authorization of wrong) {
    const reply = await post(LIST, { authorization })
    expect([authorization, reply.statusCode]).toEqual([authorization, 401])
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer /)
  }
  for (const url of [`/mcp?access_token=${key}`, `/mcp?key=${key}`])
    expect((await product.inject({ method: 'POST', url, payload: LIST })).statusCode).toBe(401)
})

test('a page of somebody else calls nobody’s assistant', async () => {
  for (const origin of ['https://evil.example', 'null', `${product.config().appUrl}.evil.example`, 'file://'])
    expect([origin, (await post(LIST, { origin })).statusCode]).toEqual([origin, 403])
  expect((await post(LIST, { origin: new URL(product.config().appUrl).origin })).statusCode).toBe(200)
})

test('what is no message is refused, and never a fault of the server', async () => {
  const deep = `${'['.repeat(64)}${']'.repeat(64)}`
  const wrong: [string, unknown, number][] = [
    ['empty batch', [], 400],
    ['batch', [LIST, LIST], 400],
    ['batch of a thousand', Array.from({ length: 1000 }, () => LIST), 400],
    ['broken', '{"jsonrpc":', 400],
    ['null', 'null', 400],
    ['number', '7', 400],
    ['text', '"tools/list"', 400],
    ['nothing', '', 400],
    ['no method', { jsonrpc: '2.0', id: 1 }, 400],
    ['other version', { ...LIST, jsonrpc: '1.0' }, 400],
    ['id that is an object', { ...LIST, id: {} }, 400],
    ['deep', `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${deep}}`, 400],
    ['prototype', '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{}}', 400],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['too large', { ...LIST, params: { x: 'x'.repeat(256 * 1024) } }, 413],
  ]
  for (const [name, payload, status] of wrong)
    expect([name, (await post(payload)).statusCode]).toEqual([name, status])
  expect((await post(LIST, { 'content-type': 'text/plain' })).statusCode).toBe(415)
  expect((await post(LIST, { 'content-encoding': 'gzip' })).statusCode).toBe(415)
})

test('a revision that is unknown is refused with those that are served', async () => {
  for (const version of ['1999-01-01', '2099-01-01', 'latest'])
    expect([version, (await post(LIST, { 'mcp-protocol-version': version })).statusCode]).toEqual([
      version,
      400,
    ])
})

test('an unknown method is an error of the protocol', async () => {
  for (const method of [
    'tools/delete',
    'resources/list',
    'prompts/list',
    'sampling/createMessage',
    'x'.repeat(9000),
  ]) {
    const reply = await post({ ...LIST, method })
    expect([method, reply.statusCode < 500]).toEqual([method, true])
    expect(answersIn(reply)[0]).toMatchObject({ error: { code: -32601 } })
  }
})

test('a session of somebody else opens nothing: there are none', async () => {
  const other = await product.signedIn()
  const theirs = (await keyOf(product, other)).secret
  const hello = {
    ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  }
  const opened = await post(hello, { authorization: `Bearer ${theirs}` })
  expect([opened.statusCode, opened.headers['mcp-session-id']]).toEqual([200, undefined])
  for (const session of ['x', '0b9df6a5-7c5e-4c9e-8f0e-3c1a52a8a000', '../..'])
    expect((await post(LIST, { 'mcp-session-id': session, authorization: '' })).statusCode).toBe(401)
})

test('no stream stays open', async () => {
  for (const method of ['GET', 'DELETE'] as const) {
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
    const reply = await product.inject({ method, url: '/mcp', headers })
    expect([reply.statusCode, reply.headers['allow']]).toEqual([405, 'POST'])
  }
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const listen = {
    ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
    params: { _meta: meta, notifications: { toolsListChanged: true } },
  }
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
  const replies = await Promise.all(Array.from({ length: 50 }, () => post(listen, modern)))
  for (const reply of replies) {
    expect(reply.statusCode).toBeLessThan(500)
    expect(answersIn(reply)[0]).toHaveProperty('error')
  }
})
