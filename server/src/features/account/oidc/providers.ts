import type { Configuration } from 'openid-client'
import type { Clock } from '../../../platform/clock'
import type { OidcProvider } from '../../../platform/config/oidc-config'
import { boundedFetch } from '../../../platform/http/bounded-response'

/** Few need it, so it comes with the first sign-in by a provider. */
export const library = () => import('openid-client')

/** Of each call to a provider. */
const TIMEOUT_SECONDS = 8
const MAX_RESPONSE_BYTES = 512 * 1024
/** How far the clocks of two machines may be apart. */
export const CLOCK_TOLERANCE_SECONDS = 60
/** What a provider says of itself holds for so long. */
const KEPT_MS = 60 * 60_000
/** A provider that did not answer is left alone for so long. */
const AWAY_MS = 10_000

interface Discovered {
  at: number
  keptMs: number
  configuration: Promise<Configuration>
}

/** The providers of OIDC_FILE. None is asked anything before somebody wants to sign in by it. */
export interface Providers {
  /** Of all, as identities are kept with them. */
  issuers: readonly string[]
  find(name: string): OidcProvider | null
  /** By the issuer that an identity is kept with. */
  ofIssuer(issuer: string): OidcProvider | null
  /** Rejects when the provider does not answer, or not as it must; what it said before goes on for as long. */
  configurationOf(provider: OidcProvider): Promise<Configuration>
}

export function openProviders(providers: readonly OidcProvider[], clock: Clock): Providers {
  const known = new Map<string, Discovered>()

  function configurationOf(provider: OidcProvider): Promise<Configuration> {
    const now = clock.now().getTime()
    const before = known.get(provider.name)
    if (before && Math.abs(now - before.at) < before.keptMs) return before.configuration
    const asked: Discovered = {
      at: now,
      keptMs: KEPT_MS,
      configuration: discover(provider).catch((error) => {
        asked.keptMs = AWAY_MS
        if (before) return before.configuration
        throw error
      }),
    }
    known.set(provider.name, asked)
    return asked.configuration
  }

  return {
    issuers: providers.map(({ issuer }) => issuer),
    find: (name) => providers.find((provider) => provider.name === name) ?? null,
    ofIssuer: (issuer) => providers.find((provider) => provider.issuer === issuer) ?? null,
    configurationOf,
  }
}

/**
 * What a provider says of itself (OpenID Connect Discovery 1.0 §4).
 * @throws Error when it does not answer in time, or for another issuer
 */
export async function discover({ issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
  const oidc = await library()
  const url = new URL(issuer)
  const secret = clientSecret === null ? {} : { client_secret: clientSecret }
  return oidc.discovery(
    url,
    clientId,
    { ...secret, [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    clientSecret === null ? oidc.None() : authentication(oidc, clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: boundedFetch(MAX_RESPONSE_BYTES),
      // The signature counts besides TLS, so that nothing on the way can change who signs in.
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    },
  )
}

/** By the header where the provider takes it, which is what holds when it says nothing (Discovery 1.0 §3). */
function authentication(oidc: Awaited<ReturnType<typeof library>>, secret: string) {
  const byHeader = oidc.ClientSecretBasic(secret)
  const byBody = oidc.ClientSecretPost(secret)
  return (...call: Parameters<typeof byHeader>) => {
    const methods = call[0].token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return methods.includes('client_secret_basic') ? byHeader(...call) : byBody(...call)
  }
}

/** What a provider says of itself, for who looks after this installation. */
export async function readProvider(
  provider: OidcProvider,
): Promise<{ hasPkce: boolean; clockDifferenceS: number } | { error: string }> {
  try {
    const metadata = (await discover(provider)).serverMetadata()
    const { headers, body } = await fetch(metadata.jwks_uri ?? provider.issuer, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
    })
    await body?.cancel()
    const theirs = Date.parse(headers.get('date') ?? '')
    return {
      hasPkce: metadata.supportsPKCE(),
      clockDifferenceS: Number.isNaN(theirs) ? 0 : (theirs - Date.now()) / 1000,
    }
  } catch (error) {
    return { error: reasonOf(error) }
  }
}

/** The innermost reason, in one line. @example 'connect ECONNREFUSED 127.0.0.1:1' */
function reasonOf(error: unknown): string {
  let reason = error
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause
  return reason instanceof Error ? reason.message : 'it does not answer'
}
