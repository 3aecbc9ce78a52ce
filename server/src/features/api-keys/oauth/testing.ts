import { createHash, randomBytes } from 'node:crypto'
import { ASSISTANT_SCOPES } from '@scanleaf/shared'
import { expect } from 'vitest'
import type { Person, testApp } from '../../../testing/app'
import { API_KEYS } from '../testing'

/** Where a program on somebody’s computer waits. */
export const CALLBACK = 'http://localhost:33418/callback'
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** What programs and people call until a program is connected, each a call of HTTP. */
export function oauthOf(product: ReturnType<typeof testApp>) {
  const appUrl = () => product.config().appUrl
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    product.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
  const consent = (person: Pick<Person, 'sid'>, path: string, payload: object, workspace?: string) =>
    product.as(person).inject({
      method: 'POST',
      url: `/oauth/requests${path}`,
      payload,
      ...(workspace !== undefined && { headers: { 'x-workspace': workspace } }),
    })
  const listTools = (token: string) =>
    product.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      payload: LIST,
    })
  const keys = async (person: Pick<Person, 'sid'>) =>
    (await product.as(person).inject({ url: API_KEYS })).json().result

  /** What a program sends a person with, and the verifier that proves it. */
  function request(clientId: string, more: object = {}) {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    return {
      verifier,
      asked: {
        ...{
          response_type: 'code',
          client_id: clientId,
          redirect_uri: CALLBACK,
          resource: `${appUrl()}/mcp`,
        },
        ...{ code_challenge: challenge, code_challenge_method: 'S256', state: 'state of the program' },
        ...more,
      },
    }
  }

  async function register(redirects: string[] = [CALLBACK]): Promise<string> {
    const payload = { client_name: 'Claude Code', redirect_uris: redirects }
    const reply = await product.inject({ method: 'POST', url: '/oauth/register', payload })
    expect(reply.statusCode, reply.body).toBe(201)
    return reply.json().client_id
  }

  /** A code that somebody allowed. */
  async function allowed(clientId: string, person: Pick<Person, 'sid'>, workspace?: string) {
    const { asked, verifier } = request(clientId)
    const reply = await consent(person, '/allow', { ...asked, allowed: ASSISTANT_SCOPES }, workspace)
    expect(reply.statusCode, reply.body).toBe(200)
    const back = new URL(reply.json().result.redirectTo)
    return { code: back.searchParams.get('code') ?? '', verifier, back }
  }
  const exchange = (
    clientId: string,
    { code, verifier }: { code: string; verifier: string },
    more: Record<string, string> = {},
  ) =>
    form('/oauth/token', {
      ...{ grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier },
      ...{ redirect_uri: CALLBACK, resource: `${appUrl()}/mcp`, ...more },
    })
  const refresh = (clientId: string, token: string, more: Record<string, string> = {}) =>
    form('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...more })
  async function connected(person: Pick<Person, 'sid'>, workspace?: string) {
    const clientId = await register()
    const reply = await exchange(clientId, await allowed(clientId, person, workspace))
    expect(reply.statusCode, reply.body).toBe(200)
    return { ...(reply.json() as Record<'access_token' | 'refresh_token', string>), clientId }
  }
  return { appUrl, form, consent, listTools, keys, request, register, allowed, exchange, refresh, connected }
}
