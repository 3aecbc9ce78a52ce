import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { CALLBACK, oauthOf } from './testing'

const product = testApp({ APP_URL: 'https://app.test', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' })
const { appUrl, consent, request, allowed, exchange } = oauthOf(product)

let lan: Person
beforeEach(async () => {
  lan = await product.signedIn()
})

describe('a program that is described at an address', () => {
  let documents: Record<string, (origin: string) => string>
  let origin: string
  const server = createServer(({ url = '' }, response) => {
    const text = documents[url]?.(origin)
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(text)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  const document =
    (path: string, more: object = {}) =>
    (from: string) =>
      JSON.stringify({
        client_id: `${from}${path}`,
        client_name: 'Cursor',
        redirect_uris: [CALLBACK],
        ...more,
      })

  test('connects without registering', async () => {
    documents = { '/client.json': document('/client.json') }
    const clientId = `${origin}/client.json`
    expect((await consent(lan, '', request(clientId).asked)).json().result).toMatchObject({
      ...{ name: 'Cursor', host: new URL(origin).host, redirectHost: 'localhost:33418' },
    })
    expect((await exchange(clientId, await allowed(clientId, lan))).statusCode).toBe(200)
  })

  test('is refused where the document names another, is none, or lies inside', async () => {
    documents = {
      '/other.json': document('/client.json'),
      '/long.json': document('/long.json', { client_name: 'x', logo: 'x'.repeat(11_000) }),
      '/secret.json': document('/secret.json', { token_endpoint_auth_method: 'client_secret_basic' }),
      '/text': () => 'not JSON',
      '/null': () => 'null',
      '/a.json': document('/b/../a.json'),
    }
    for (const path of [
      '/other.json',
      '/long.json',
      '/secret.json',
      '/text',
      '/null',
      '/none',
      '/b/../a.json',
      '/',
    ]) {
      const reply = await consent(lan, '', request(`${origin}${path}`).asked)
      expect([path, reply.statusCode, reply.json().error.fields]).toEqual([
        path,
        422,
        { client_id: 'invalid-value' },
      ])
    }
    for (const clientId of [
      'https://10.0.0.1/client.json',
      'https://[::1]/client.json',
      'https://2130706433/client.json',
      `${appUrl()}/client.json`,
    ])
      expect((await consent(lan, '', request(clientId).asked)).statusCode).toBe(422)
  })
})
