import type { Configuration, ServerMetadata } from 'openid-client'
import type { Clock } from '../../../platform/clock'
import type { OidcProvider } from '../../../platform/config/oidc-config'
import { boundedFetch } from '../../../platform/http/bounded-response'
import { CLOCK_TOLERANCE_SECONDS } from './claims'
import { reasonOf, SignInFailure } from './failure'

/** Few need it, so it comes with the first sign-in by a provider. */
export const library = () => import('openid-client')
type Library = Awaited<ReturnType<typeof library>>

/** Of each call to a provider. */
const TIMEOUT_SECONDS = 8
const MAX_RESPONSE_BYTES = 512 * 1024
/** How long what a provider says of itself holds. */
const KEPT_MS = 60 * 60_000
/** How long a provider that did not answer is left alone. */
const AWAY_MS = 10_000
/** Calls for the keys of a provider within a minute. */
const MAX_KEY_CALLS = 10
const KEYS_WITHIN_MS = 60_000

type Fetch = (url: string, init: object) => Promise<Response>

interface Discovered {
  at: number
  keptMs: number
  metadata: Promise<ServerMetadata>
}

/** The providers of OIDC_FILE. None is asked anything before somebody wants to sign in by it. */
export interface Providers {
  /** Of all, as identities are kept with them. */
  issuers: readonly string[]
  find(name: string): OidcProvider | null
  /** By the issuer that an identity is kept with. */
  ofIssuer(issuer: string): OidcProvider | null
  /**
   * For one sign-in. What the provider said of itself before is used while it does not answer.
   * @throws SignInFailure when it answers not as it must, Error when it does not answer
   */
  configurationOf(provider: OidcProvider): Promise<Configuration>
}

export function openProviders(providers: readonly OidcProvider[], clock: Clock): Providers {
  const known = new Map<string, Discovered>()
  const fetches = new Map<string, ReturnType<typeof withFewKeyCalls>>()

  function fetchOf({ name }: OidcProvider) {
    const fetch = fetches.get(name) ?? withFewKeyCalls(boundedFetch(MAX_RESPONSE_BYTES), clock)
    fetches.set(name, fetch)
    return fetch
  }

  function metadataOf(provider: OidcProvider): Promise<ServerMetadata> {
    const now = clock.now().getTime()
    const before = known.get(provider.name)
    if (before && Math.abs(now - before.at) < before.keptMs) return before.metadata
    const asked: Discovered = {
      at: now,
      keptMs: KEPT_MS,
      metadata: discover(provider).catch((error) => {
        asked.keptMs = AWAY_MS
        const isNews = () => Promise.reject(error)
        return before ? before.metadata.catch(isNews) : isNews()
      }),
    }
    known.set(provider.name, asked)
    return asked.metadata
  }

  return {
    issuers: providers.map(({ issuer }) => issuer),
    find: (name) => providers.find((provider) => provider.name === name) ?? null,
    ofIssuer: (issuer) => providers.find((provider) => provider.issuer === issuer) ?? null,
    async configurationOf(provider) {
      const metadata = await metadataOf(provider)
      const oidc = await library()
      const { client, authentication } = clientOf(oidc, provider)
      // A new one has no keys yet, so that those are used that the provider has now.
      const configuration = new oidc.Configuration(metadata, provider.clientId, client, authentication)
      configuration.timeout = TIMEOUT_SECONDS
      configuration[oidc.customFetch] = fetchOf(provider)(metadata.jwks_uri)
      // The signature counts besides TLS, so that nothing on the way can change who signs in.
      oidc.enableNonRepudiationChecks(configuration)
      if (isPlain(provider)) oidc.allowInsecureRequests(configuration)
      return configuration
    },
  }
}

/**
 * A provider adds and removes keys as it likes (OpenID Connect Core 1.0 §10.1.1), so each sign-in asks for them; only a
 * crowd shares what was answered last, within the last minute.
 */
function withFewKeyCalls(fetch: Fetch, clock: Clock): (keysUrl: string | undefined) => Fetch {
  let calledAt: number[] = []
  let last: Promise<{ headers: Headers; body: ArrayBuffer }>

  async function keys(url: string, init: RequestInit): Promise<Response> {
    const now = clock.now().getTime()
    calledAt = calledAt.filter((at) => Math.abs(now - at) < KEYS_WITHIN_MS)
    if (calledAt.length < MAX_KEY_CALLS) {
      calledAt.push(now)
      last = fetch(url, init).then(async (response) => {
        const { ok, status, headers } = response
        if (!ok) throw new TypeError(`the keys are answered by status ${status}`, { cause: status })
        return { headers, body: await response.arrayBuffer() }
      })
      // What failed is not shared for the rest of the minute.
      last.catch(() => {
        calledAt = calledAt.filter((at) => at !== now)
      })
    }
    const { headers, body } = await last
    return new Response(body, { headers })
  }

  return (keysUrl) => (url, init) => (url === keysUrl ? keys(url, init) : fetch(url, init))
}

const isPlain = ({ issuer }: Pick<OidcProvider, 'issuer'>) => new URL(issuer).protocol === 'http:'

/**
 * What a provider says of itself (OpenID Connect Discovery 1.0 §4).
 * @throws SignInFailure when it answers for another issuer or says nothing of itself, Error when it does not answer in time
 */
async function discover(provider: OidcProvider): Promise<ServerMetadata> {
  const oidc = await library()
  const { client, authentication } = clientOf(oidc, provider)
  try {
    const found = await oidc.discovery(new URL(provider.issuer), provider.clientId, client, authentication, {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: boundedFetch(MAX_RESPONSE_BYTES),
      execute: isPlain(provider) ? [oidc.allowInsecureRequests] : [],
    })
    return found.serverMetadata()
  } catch (error) {
    const reason = misconfigurationIn(error, provider)
    throw reason === null ? error : new SignInFailure('misconfigured', reason, { cause: error })
  }
}

/** Of a text of the provider. */
const MAX_QUOTED = 200

/**
 * What the operator has to correct, in one line; null for a provider that may answer later. An issuer is the same to the
 * last character (OpenID Connect Discovery 1.0 §4.3); a host without a path is the same with and without its slash
 * (RFC 3986 §6.2.3).
 */
function misconfigurationIn(error: unknown, { issuer }: OidcProvider): string | null {
  const { code, cause } = error as {
    code?: unknown
    cause?: { body?: { issuer?: unknown }; status?: unknown }
  }
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
    const theirs = JSON.stringify(String(cause?.body?.issuer).slice(0, MAX_QUOTED))
    return `the provider calls itself ${theirs}, and the issuer in OIDC_FILE is ${JSON.stringify(issuer)}: they must be the same, to the last slash`
  }
  const status = code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ? Number(cause?.status) : 0
  if (code !== 'OAUTH_RESPONSE_IS_NOT_JSON' && (status < 300 || status >= 500 || MAY_PASS.includes(status)))
    return null
  const answer = status === 0 ? 'what is no JSON' : `status ${status}`
  return `the provider has no discovery document at the issuer ${JSON.stringify(issuer)} of OIDC_FILE: it answers ${answer}`
}

/** Statuses of an overloaded server (RFC 9110 §15.5.9, RFC 6585 §4). */
const MAY_PASS = [408, 429]

function clientOf(oidc: Library, { clientSecret }: OidcProvider) {
  const secret = clientSecret === null ? {} : { client_secret: clientSecret }
  return {
    client: { ...secret, [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authentication: clientSecret === null ? oidc.None() : authentication(oidc, clientSecret),
  }
}

/** By the header where the provider takes it, which is what holds when it says nothing (Discovery 1.0 §3). */
function authentication(oidc: Library, secret: string) {
  const byHeader = oidc.ClientSecretBasic(secret)
  const byBody = oidc.ClientSecretPost(secret)
  return (...call: Parameters<typeof byHeader>) => {
    const methods = call[0].token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return methods.includes('client_secret_basic') ? byHeader(...call) : byBody(...call)
  }
}

/** What a provider says of itself, for the people who run this installation. */
export async function readProvider(
  provider: OidcProvider,
): Promise<{ hasPkce: boolean; clockDifferenceS: number } | { error: string; isMisconfigured: boolean }> {
  try {
    const metadata = await discover(provider)
    const { headers, body } = await fetch(metadata.jwks_uri ?? provider.issuer, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
    })
    await body?.cancel()
    const theirs = Date.parse(headers.get('date') ?? '')
    return {
      hasPkce: metadata.code_challenge_methods_supported?.includes('S256') ?? false,
      clockDifferenceS: Number.isNaN(theirs) ? 0 : (theirs - Date.now()) / 1000,
    }
  } catch (error) {
    return { error: reasonOf(error), isMisconfigured: error instanceof SignInFailure }
  }
}
