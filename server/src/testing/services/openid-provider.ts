/// <reference path="./oidc-provider.d.ts" />
import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Provider from 'oidc-provider'

/** Somebody with an account at the provider. */
export interface ProviderAccount {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
}

export const TEST_CLIENT = { clientId: 'scanleaf', clientSecret: 'secret of the provider' }

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * A real provider of OpenID Connect on the loopback interface. Whoever comes is asked, on a page with two buttons,
 * whether they continue as `signedIn`.
 * @param appUrl of the product that is its client
 * @param providerName as the product calls it
 */
export async function openOidcProvider(appUrl: string, providerName = 'house') {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const next = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const keys = { test: privateKey, next, foreign }
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }
  const publicKey = (kid: keyof typeof keys) => {
    const { kty, n, e } = keys[kid].export({ format: 'jwk' })
    return { kty, n, e, kid, alg: 'RS256', use: 'sig' }
  }
  /** What the provider does, as a test wants it. */
  const behaviour = {
    signedIn: { sub: 'nobody' } as ProviderAccount,
    /** Changes what the ID token says before it is signed. */
    claims: null as ((claims: Record<string, unknown>) => Record<string, unknown>) | null,
    /** Changes what the userinfo endpoint says. */
    userInfo: null as ((claims: Record<string, unknown>) => Record<string, unknown>) | null,
    signsWithForeignKey: false,
    /** Ids of the key that signs, and of those that the provider has published. */
    signsWith: 'test' as keyof typeof keys,
    publishes: ['test'] as (keyof typeof keys)[],
    keysAreAway: false,
    /** What the discovery document says besides. */
    metadata: {} as object,
    isAway: false,
  }
  /** Paths that were asked for, in order. */
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (behaviour.isAway || (behaviour.keysAreAway && request.url === '/jwks'))
      response.writeHead(503, { 'content-type': 'text/plain' }).end('away')
    else callback(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: TEST_CLIENT.clientId,
        client_secret: TEST_CLIENT.clientSecret,
        redirect_uris: [`${appUrl}/identity/oidc/${providerName}/callback`],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['key of the cookies'] },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...behaviour.signedIn, sub: accountId }),
    }),
  })

  provider.use(async (context, next) => {
    const [, uid, action] = /^\/interaction\/([^/]+)(?:\/(login|abort))?$/.exec(context.path) ?? []
    if (uid === undefined) return next()
    if (action === undefined) {
      context.status = 200
      context.type = 'text/html; charset=utf-8'
      context.body = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>House ID</title><main><h1>House ID</h1>
        <p><a href="/interaction/${uid}/login">Continue as ${behaviour.signedIn.sub}</a></p>
        <p><a href="/interaction/${uid}/abort">Cancel</a></p></main></html>`
      return
    }
    if (action === 'abort') {
      await provider.interactionFinished(context.req, context.res, {
        error: 'access_denied',
        error_description: 'the user gave up',
      })
    } else {
      const accountId = behaviour.signedIn.sub
      const grant = new provider.Grant({ accountId, clientId: TEST_CLIENT.clientId })
      grant.addOIDCScope('openid email profile')
      const grantId = await grant.save()
      await provider.interactionFinished(context.req, context.res, {
        login: { accountId },
        consent: { grantId },
      })
    }
  })

  provider.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (context.oidc?.route !== 'token' || !body?.id_token) return
    const [, payload = ''] = body.id_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const { signsWith } = behaviour
    const head = base64url({ alg: 'RS256', typ: 'JWT', kid: signsWith })
    const signed = `${head}.${base64url(behaviour.claims?.(claims) ?? claims)}`
    const signature = sign(
      'sha256',
      Buffer.from(signed),
      keys[behaviour.signsWithForeignKey ? 'foreign' : signsWith],
    )
    context.body = { ...body, id_token: `${signed}.${signature.toString('base64url')}` }
  })

  provider.use(async (context, next) => {
    await next()
    const { route } = context.oidc ?? {}
    if (route === 'userinfo' && behaviour.userInfo)
      context.body = behaviour.userInfo(context.body as Record<string, unknown>)
    if (route === 'jwks') context.body = { keys: behaviour.publishes.map(publicKey) }
    if (route === 'discovery') context.body = { ...(context.body as object), ...behaviour.metadata }
  })

  const callback = provider.callback()

  return {
    behaviour,
    requests,
    issuer,
    /** Writes the file that OIDC_FILE names. @param more of this provider @param others besides it */
    writeFile(folder: string, more: object = {}, others: object[] = []): string {
      const file = join(folder, 'oidc.json')
      const provider = { name: providerName, label: 'House ID', issuer, ...TEST_CLIENT, register: true }
      writeFileSync(file, JSON.stringify({ providers: [{ ...provider, ...more }, ...others] }))
      return file
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * What a browser does with an address of the provider: follows it, presses a button, and stops where it would come back
 * to the product. @returns the path and query of the callback
 */
export async function visitProvider(
  url: string,
  callback: string,
  {
    button = 'login',
    jar = new Map<string, string>(),
  }: { button?: 'login' | 'abort'; jar?: Map<string, string> } = {},
): Promise<string> {
  let address = url
  for (let step = 0; step < 10; step++) {
    const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
    const response = await fetch(address, { redirect: 'manual', headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null && response.status === 200) {
      address = `${address}/${button}`
      continue
    }
    if (location === null) throw new Error(`${response.status} ${await response.text()}`)
    address = new URL(location, address).href
    if (address.startsWith(callback)) return address.slice(new URL(address).origin.length)
  }
  throw new Error('the provider leads in circles')
}
