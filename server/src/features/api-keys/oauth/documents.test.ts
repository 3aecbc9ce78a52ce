import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { sharingOf } from '../../workspaces/testing'
import { CALLBACK, oauthOf } from './testing'

const product = testApp({ APP_URL: 'https://app.test', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' })
const sharing = sharingOf(product)
const { appUrl, consent, request, allowed, exchange } = oauthOf(product)

let lan: Person
beforeEach(async () => {
  lan = await product.signedIn()
})

describe('a program that is described at an address', () => {
  let documents: Record<string, (origin: string) => string>
  let origin: string
  /** What happens before a document is answered. */
  let before = async () => {}
  const server = createServer(async ({ url = '' }, response) => {
    await before()
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

  test('gets no code where the person is removed, or signed out, while it is read', async () => {
    const manager = await sharing.join(lan, await product.signedIn(), 'manager')
    const execute = (statement: ReturnType<typeof sql>) => product.database().db.execute(statement)
    const ends: [string, () => Promise<unknown>, number][] = [
      ['removed', () => sharing.remove(lan, lan, manager), 404],
      ['signed out', () => execute(sql`delete from sessions where user_id = ${manager.id}`), 401],
    ]
    for (const [name, end, status] of ends) {
      const path = `/${name}.json`.replace(' ', '-')
      documents = { [path]: document(path) }
      before = async () => void (await end())
      const asked = { ...request(`${origin}${path}`).asked, allowed: ['codes:read'] }
      const workspace = name === 'removed' ? lan.id : undefined
      const reply = await consent(manager, '/allow', asked, workspace)
      expect([name, reply.statusCode, reply.body.includes('code=')]).toEqual([name, status, false])
    }
    before = async () => {}
  })

  test('is looked up for a person so often, whichever call asks', async () => {
    documents = {}
    const asked = { ...request(`${origin}/none`).asked, allowed: ['codes:read'] }
    const replies = []
    for (let call = 0; call < 31; call++) replies.push((await consent(lan, '/allow', asked)).statusCode)
    expect(replies).toEqual([...Array(30).fill(422), 429])
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
