import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ASSISTANT_SCOPES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { fetchOf, urlOf } from '../../mcp/testing'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { sharingOf } from '../../workspaces/testing'
import { API_KEYS } from '../testing'
import { CALLBACK, oauthOf } from './testing'

const product = testApp({ APP_URL: 'https://app.test', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' })
const sharing = sharingOf(product)
const { appUrl, form, consent, listTools, keys, request, register, allowed, exchange, refresh, connected } =
  oauthOf(product)

let lan: Person
beforeEach(async () => {
  lan = await product.signedIn()
})

/** The memory of a public client, and where it sent its person. */
function memory() {
  const kept: { client?: never; tokens?: never; verifier?: string; sentTo?: URL } = {}
  const provider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      ...{ client_name: 'Claude Code', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
      ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client: never) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: never) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url: URL) => {
      kept.sentTo = url
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return { kept, provider }
}

const CLIENTS = {
  'client 2.4.0': (provider: object) => {
    const transport = new StreamableHTTPClientTransport(urlOf(product), {
      fetch: fetchOf(product),
      authProvider: provider as never,
    })
    const client = new Client({ name: 'test', version: '1.0.0' })
    return {
      connect: () => client.connect(transport),
      tools: async () => (await client.listTools()).tools.length,
      finish: ({ searchParams }: URL) => transport.finishAuth(searchParams),
    }
  },
  'sdk 1.32.2': (provider: object) => {
    const transport = new OlderTransport(urlOf(product), {
      fetch: fetchOf(product),
      authProvider: provider as never,
    })
    const client = new OlderClient({ name: 'test', version: '1.0.0' })
    return {
      connect: () => client.connect(transport as never),
      tools: async () => (await client.listTools()).tools.length,
      finish: ({ searchParams }: URL) => transport.finishAuth(searchParams.get('code') ?? ''),
    }
  },
}

describe.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])('%s', (name) => {
  test('finds its way from the 401 alone, connects by consent, and renews silently', async () => {
    await codesOf(product, lan).save(aDynamicCode())
    const { kept, provider } = memory()
    const first = CLIENTS[name](provider)
    await expect(first.connect()).rejects.toThrow()
    const asked = Object.fromEntries(kept.sentTo?.searchParams ?? [])
    expect(kept.sentTo?.href.startsWith(`${appUrl()}/oauth/authorize?`)).toBe(true)
    expect(asked).toMatchObject({ resource: `${appUrl()}/mcp`, scope: ASSISTANT_SCOPES.join(' ') })
    const shown = await consent(lan, '', asked)
    expect(shown.json().result).toMatchObject({ name: 'Claude Code', redirectHost: 'localhost:33418' })
    const reply = await consent(lan, '/allow', { ...asked, allowed: ['codes:read', 'scans:read'] })
    await first.finish(new URL(reply.json().result.redirectTo))
    const again = CLIENTS[name](provider)
    await again.connect()
    const tools = await again.tools()
    expect(tools).toBe(6)
    const before = kept.tokens
    await product.database().db.execute(sql`update grant_tokens set expires_at = now() where kind = 'access'`)
    kept.sentTo = undefined as never
    expect(await again.tools()).toBe(tools)
    expect([kept.sentTo, kept.tokens === before]).toEqual([undefined, false])
  })
})

test('the metadata names what there is, and the same for both addresses of the resource', async () => {
  const read = async (path: string) => (await product.inject({ url: `/.well-known/${path}` })).json()
  const resource = await read('oauth-protected-resource')
  expect(resource).toMatchObject({ resource: `${appUrl()}/mcp`, authorization_servers: [appUrl()] })
  expect(await read('oauth-protected-resource/mcp')).toEqual(resource)
  const server = await read('oauth-authorization-server')
  expect(server).toMatchObject({
    ...{ issuer: appUrl(), code_challenge_methods_supported: ['S256'] },
    token_endpoint_auth_methods_supported: ['none'],
  })
  expect(JSON.stringify(server)).not.toContain('offline_access')
})

test('wrong requests are refused before anything is shown', async () => {
  const clientId = await register()
  const wrong: [string, object, string][] = [
    ['another program', { client_id: '0b9df6a5-7c5e-4c9e-8f0e-3c1a52a8a000' }, 'client_id'],
    ['a foreign redirect', { redirect_uri: 'https://evil.example/callback' }, 'redirect_uri'],
    ['another path', { redirect_uri: 'http://localhost:33418/other' }, 'redirect_uri'],
    ['another name of this computer', { redirect_uri: 'http://127.0.0.1:33418/callback' }, 'redirect_uri'],
    ['script', { redirect_uri: 'javascript:alert(1)' }, 'redirect_uri'],
    ['resource with a slash', { resource: `${appUrl()}/mcp/` }, 'resource'],
    ['another resource', { resource: 'https://evil.example/mcp' }, 'resource'],
    ['challenge in clear', { code_challenge_method: 'plain' }, 'code_challenge_method'],
    ['no challenge', { code_challenge: '' }, 'code_challenge'],
    ['a token at once', { response_type: 'token' }, 'response_type'],
    ['rights that programs never have', { scope: 'billing:write members:write' }, 'scope'],
  ]
  for (const [name, more, field] of wrong)
    for (const path of ['', '/allow']) {
      const asked = { ...request(clientId, more).asked, allowed: ASSISTANT_SCOPES }
      const reply = await consent(lan, path, asked)
      expect([name, reply.statusCode, Object.keys(reply.json().error.fields ?? {})]).toEqual([
        name,
        422,
        [field],
      ])
    }
  // Another port of this computer is the same program.
  expect(
    (await consent(lan, '', request(clientId, { redirect_uri: 'http://localhost:1/callback' }).asked))
      .statusCode,
  ).toBe(200)
})

test('a known program of a computer is answered by its own scheme, exactly as it registered', async () => {
  const uri = 'cursor://anysphere.cursor-mcp/oauth/callback'
  const clientId = await register([uri])
  const asked = { ...request(clientId, { redirect_uri: uri }).asked, allowed: ['codes:read'] }
  const { redirectHost } = (await consent(lan, '', asked)).json().result
  expect(redirectHost).toBe('anysphere.cursor-mcp')
  const { redirectTo } = (await consent(lan, '/allow', asked)).json().result
  expect(redirectTo.startsWith(`${uri}?code=`)).toBe(true)
  for (const other of [
    'cursor://evil/oauth/callback',
    `${uri}/more`,
    'vscode://anysphere.cursor-mcp/oauth/callback',
  ])
    expect([other, (await consent(lan, '', { ...asked, redirect_uri: other })).statusCode]).toEqual([
      other,
      422,
    ])
})

test('nobody allows anything without a session, a fresh confirmation and the right to make keys', async () => {
  const clientId = await register()
  const asked = { ...request(clientId).asked, allowed: ASSISTANT_SCOPES }
  expect(
    (await product.inject({ method: 'POST', url: '/oauth/requests/allow', payload: asked })).statusCode,
  ).toBe(401)
  const editor = await sharing.join(lan, await product.signedIn(), 'editor')
  expect((await consent(editor, '/allow', asked, lan.id)).statusCode).toBe(403)
  await product.database().db.execute(sql`update sessions set confirmed_at = null`)
  const reply = await consent(lan, '/allow', asked)
  expect([reply.statusCode, reply.json().error.code]).toEqual([403, 'ConfirmationRequired'])
  expect(await keys(lan)).toEqual([])
})

test('a code is good once, for its program, its redirect, its verifier and the resource', async () => {
  const clientId = await register()
  const given = await allowed(clientId, lan)
  expect(given.back.searchParams.get('state')).toBe('state of the program')
  expect(given.back.searchParams.get('iss')).toBe(appUrl())
  const other = await register()
  for (const [name, reply, error] of [
    ['verifier', await exchange(clientId, { ...given, verifier: 'x'.repeat(43) }), 'invalid_grant'],
    ['program', await exchange(other, given), 'invalid_grant'],
    [
      'redirect',
      await exchange(clientId, given, { redirect_uri: 'http://localhost:1/callback' }),
      'invalid_grant',
    ],
    ['resource', await exchange(clientId, given, { resource: `${appUrl()}/mcp/` }), 'invalid_target'],
    ['code', await exchange(clientId, { ...given, code: 'x' }), 'invalid_grant'],
    ['kind', await exchange(clientId, given, { grant_type: 'password' }), 'unsupported_grant_type'],
  ] as const)
    expect([name, reply.statusCode, reply.json()]).toEqual([name, 400, { error }])
  const replies = await Promise.all([1, 2, 3].map(() => exchange(clientId, given)))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
  // The second use said that somebody else has it.
  const tokens = replies.find(({ statusCode }) => statusCode === 200)?.json()
  expect((await listTools(tokens.access_token)).statusCode).toBe(401)
  expect(await keys(lan)).toEqual([])
  const late = await allowed(clientId, lan)
  await product.database().db.execute(sql`update oauth_codes set expires_at = now()`)
  expect((await exchange(clientId, late)).statusCode).toBe(400)
})

test('a refresh token is used once; again after a while it ends what was allowed', async () => {
  const { clientId, refresh_token: first } = await connected(lan)
  const next = (await refresh(clientId, first)).json()
  expect((await listTools(next.access_token)).statusCode).toBe(200)
  // Its answer may be lost.
  expect((await refresh(clientId, first)).statusCode).toBe(200)
  expect((await refresh(await register(), next.refresh_token)).json()).toEqual({ error: 'invalid_grant' })
  expect((await refresh(clientId, next.access_token)).statusCode).toBe(400)
  expect((await refresh(clientId, next.refresh_token, { resource: 'https://x.example/' })).statusCode).toBe(
    400,
  )
  await product
    .database()
    .db.execute(sql`update grant_tokens set replaced_at = replaced_at - interval '31 seconds'`)
  expect((await refresh(clientId, first)).statusCode).toBe(400)
  expect((await listTools(next.access_token)).statusCode).toBe(401)
  expect((await refresh(clientId, next.refresh_token)).statusCode).toBe(400)
})

test('a program that renews in a loop is slowed down', async () => {
  const program = await connected(lan)
  const [granted] = await keys(lan)
  await product.database().db.execute(sql`insert into grant_tokens (token_hash, key_id, kind, expires_at)
    select 'token ' || n, ${granted.id}, 'access', now() + interval '1 hour' from generate_series(1, 59) n`)
  expect((await refresh(program.clientId, program.refresh_token)).statusCode).toBe(429)
  await product.database().db.execute(sql`update grant_tokens set expires_at = now() where kind = 'access'`)
  expect((await refresh(program.clientId, program.refresh_token)).statusCode).toBe(200)
})

test('a flood of programs keeps nobody out, and drops none that is connected', async () => {
  const { clientId } = await connected(lan)
  await product.database().db.execute(sql`insert into oauth_clients (id, metadata, created_at, used_at)
    select 'flood ' || n, '{}', now() + interval '1 second', now() + interval '1 second' from generate_series(1, 9999) n`)
  const next = await register()
  const known = await product.database().db.execute(sql`select id from oauth_clients`)
  const ids = JSON.stringify(known)
  expect([clientId, next].map((id) => ids.includes(id))).toEqual([true, true])
  const [row] = await query<{ n: number }>(
    product.database().db,
    sql`select count(*)::int as n from oauth_clients`,
  )
  expect(row?.n).toBe(10_000)
  await product.database().db.execute(sql`delete from oauth_clients`)
})

test('registrations are counted for one subscriber of IPv6, not for each of their addresses', async () => {
  const payload = { redirect_uris: [CALLBACK] }
  const replies = []
  for (let call = 0; call < 21; call++) {
    const remoteAddress = `2001:db8:7:7::${call + 1}`
    replies.push(
      (await product.inject({ method: 'POST', url: '/oauth/register', payload, remoteAddress })).statusCode,
    )
  }
  expect(replies).toEqual([...Array(20).fill(201), 429])
})

test('its token opens /mcp, and no other call', async () => {
  const { access_token: token } = await connected(lan)
  expect((await listTools(token)).statusCode).toBe(200)
  const headers = { authorization: `Bearer ${token}` }
  for (const url of ['/gateway/api/qrcode/user-codes?productId=dynamic-code', API_KEYS, '/verify-session'])
    expect([url, (await product.inject({ url, headers })).statusCode]).toEqual([url, 401])
})

test('a connected program is in the list of keys, and is out with the next call once it is revoked', async () => {
  const { access_token: token, refresh_token: again, clientId } = await connected(lan)
  const [listed] = await keys(lan)
  expect(listed).toMatchObject({ name: 'Claude Code', clientHost: 'localhost:33418', createdBy: lan.email })
  await product.as(lan).inject({ method: 'DELETE', url: `${API_KEYS}/${listed.id}` })
  expect((await listTools(token)).statusCode).toBe(401)
  expect((await refresh(clientId, again)).statusCode).toBe(400)
})

test('a program ends it by itself, and nobody else’s', async () => {
  const mine = await connected(lan)
  const other = await register()
  expect((await form('/oauth/revoke', { token: mine.access_token, client_id: other })).statusCode).toBe(200)
  expect((await listTools(mine.access_token)).statusCode).toBe(200)
  expect(
    (await form('/oauth/revoke', { token: mine.refresh_token, client_id: mine.clientId })).statusCode,
  ).toBe(200)
  expect((await listTools(mine.access_token)).statusCode).toBe(401)
})

test('it ends when the person leaves the workspace, or works there as something else', async () => {
  const path = (member: Person) => `/${lan.id}/members/${member.id}`
  const ends: [string, (member: Person) => Promise<{ statusCode: number }>][] = [
    ['removed', (member) => sharing.remove(lan, lan, member)],
    ['another role', (member) => sharing.call(lan, 'PATCH', path(member), { role: 'editor' })],
  ]
  for (const [name, end] of ends) {
    const manager = await sharing.join(lan, await product.signedIn(), 'manager')
    const { access_token: token, refresh_token, clientId } = await connected(manager, lan.id)
    const waiting = await register()
    const code = await allowed(waiting, manager, lan.id)
    expect([name, (await listTools(token)).statusCode]).toEqual([name, 200])
    expect([name, (await end(manager)).statusCode]).toEqual([name, 200])
    expect([name, (await listTools(token)).statusCode]).toEqual([name, 401])
    expect([name, (await refresh(clientId, refresh_token)).statusCode]).toEqual([name, 400])
    expect([name, (await exchange(waiting, code)).statusCode]).toEqual([name, 400])
  }
})

test('nothing readable of a token is kept', async () => {
  const { access_token, refresh_token } = await connected(lan)
  const dump = await product
    .database()
    .db.execute(sql`select (select json_agg(t)::text from grant_tokens t) || (select json_agg(k)::text from api_keys k)
      || (select json_agg(c)::text from oauth_codes c) as text`)
  for (const secret of [access_token, refresh_token]) expect(JSON.stringify(dump)).not.toContain(secret)
})

test('forms that are no forms are refused', async () => {
  for (const reply of [
    await product.inject({ method: 'POST', url: '/oauth/token', payload: { grant_type: 'refresh_token' } }),
    await form('/oauth/token', {}),
    await form('/oauth/token', { grant_type: 'refresh_token' }),
    await form('/oauth/revoke', {}),
    await form(
      '/oauth/token',
      { grant_type: 'authorization_code', client_id: 'x' },
      { authorization: 'Basic eDp4' },
    ),
    await product.inject({
      ...{ method: 'POST', url: '/oauth/token', payload: 'client_id=a&client_id=b' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ])
    expect(reply.statusCode).toBe(400)
  expect((await form('/oauth/token', { client_id: 'x'.repeat(20_000) })).statusCode).toBe(413)
  for (const redirects of [
    [],
    ['http://evil.example/'],
    ['https://x.example/#a'],
    ['javascript:1'],
    ['javascript://host/%0aalert(1)'],
    ['cursor:no-host'],
    ['evil://host/callback'],
    'x',
    null,
    Array.from({ length: 21 }, () => CALLBACK),
  ]) {
    const reply = await product.inject({
      method: 'POST',
      url: '/oauth/register',
      payload: { redirect_uris: redirects },
    })
    expect([redirects, reply.statusCode]).toEqual([redirects, 400])
  }
})

test('letters that no database keeps are refused, wherever a program puts them', async () => {
  const clientId = await register()
  for (const bad of ['a\0b', 'a\ud800']) {
    for (const field of ['client_id', 'redirect_uri', 'state', 'resource', 'scope']) {
      const reply = await consent(lan, '', request(clientId, { [field]: bad }).asked)
      expect([field, reply.statusCode]).toEqual([field, 422])
    }
    for (const payload of [
      { client_name: bad, redirect_uris: [CALLBACK] },
      { redirect_uris: [`https://x.example/${bad}`] },
    ])
      expect((await product.inject({ method: 'POST', url: '/oauth/register', payload })).statusCode).toBe(400)
    const fields = { client_id: bad, refresh_token: bad, token: bad }
    expect((await form('/oauth/token', { grant_type: 'refresh_token', ...fields })).statusCode).toBe(400)
    expect((await form('/oauth/revoke', fields)).statusCode).toBe(200)
  }
})
