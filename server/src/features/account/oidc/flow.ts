import type { SingleSignOnFailure } from '@scanleaf/shared'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { OidcProvider } from '../../../platform/config/oidc-config'
import type { Database, Db } from '../../../platform/db/database'
import type { Log } from '../../../platform/logging'
import { createToken, findToken, type OneTimeToken, useToken } from '../one-time-tokens/one-time-tokens'
import { hashOf, newToken } from '../tokens'
import { identityOf, judgeIdToken, mergedClaims, type ProvenIdentity } from './claims'
import { failureOf, reasonOf, SignInFailure } from './failure'
import { library, type Providers } from './providers'

const LIFETIME_MS = 10 * 60_000

function logFailure(log: Pick<Log, 'warn'>, provider: OidcProvider, failure: string, reason: string): void {
  log.warn({ provider: provider.name, failure, reason }, 'a provider signed nobody in')
}

/** What a proof by a provider is for; one for one thing is none for another. */
export type Purpose = 'sign-in' | 'connect' | 'confirm'

export interface SingleSignOn {
  database: Database
  providers: Providers
  appUrl: string
}

/** What is remembered while the browser is at the provider. Its own secrets open nothing without what comes back. */
const Started = z.object({
  provider: z.string(),
  purpose: z.enum(['sign-in', 'connect', 'confirm']),
  verifierHash: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
})
type Started = z.infer<typeof Started>

/** What came of it, for whoever has the verifier of the tab. */
const Proven = Started.pick({ provider: true, purpose: true, verifierHash: true }).extend({
  startedAt: z.number(),
  identity: z.custom<ProvenIdentity>(),
})

export interface SingleSignOnResult {
  provider: OidcProvider
  purpose: Purpose
  identity: ProvenIdentity
  /** When the browser was sent to the provider, in seconds since 1970. */
  startedAt: number
  /** Who asked for it; null for a sign-in. */
  userId: string | null
}

export const callbackOf = (appUrl: string, provider: string): string =>
  `${appUrl}/identity/oidc/${provider}/callback`

/** @throws AppError NotFound */
export function findProvider(providers: Providers, name: string): OidcProvider {
  const provider = providers.find(name)
  if (!provider) throw new AppError('NotFound')
  return provider
}

/**
 * The address of the provider at which somebody proves who they are: the authorization code flow with PKCE, state and
 * nonce (OpenID Connect Core 1.0 §3.1, RFC 7636).
 * @param verifierHash of what the tab keeps: only that tab can use what comes back
 * @param userId who asks; null for a sign-in
 * @throws AppError ProviderUnavailable, ProviderMisconfigured
 */
export async function startSingleSignOn(
  { database, providers, appUrl }: SingleSignOn,
  provider: OidcProvider,
  { purpose, verifierHash, userId }: { purpose: Purpose; verifierHash: string; userId: string | null },
  log: Pick<Log, 'warn'>,
): Promise<string> {
  const configuration = await providers.configurationOf(provider).catch((cause) => {
    const isMisconfigured = failureOf(cause) === 'misconfigured'
    const failure = isMisconfigured ? 'misconfigured' : 'unavailable'
    logFailure(log, provider, failure, reasonOf(cause))
    throw new AppError(
      isMisconfigured ? 'ProviderMisconfigured' : 'ProviderUnavailable',
      undefined,
      undefined,
      { cause, values: { provider: provider.label } },
    )
  })
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
  const nonce = newToken()
  const codeVerifier = newToken()
  const data: Started = { provider: provider.name, purpose, verifierHash, nonce, codeVerifier }
  const state = await database.transaction((tx) =>
    createToken(tx, { kind: 'oidc-started', userId, data, lifetimeMs: LIFETIME_MS }),
  )
  return buildAuthorizationUrl(configuration, {
    redirect_uri: callbackOf(appUrl, provider.name),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    // Asks for the proof again, though there is a session at the provider; `auth_time` is judged, too.
    ...(purpose === 'confirm' && { max_age: '0' }),
  }).href
}

/**
 * The browser is back from the provider: uses up the state, fetches the ID token and judges it. Answers a code that
 * leads to the identity for whoever has the verifier, or why there is none.
 * @param query of the address, with its question mark
 */
export async function finishSingleSignOn(
  { database, providers, appUrl }: SingleSignOn,
  provider: OidcProvider,
  query: string,
  log: Pick<Log, 'warn'>,
): Promise<{ code: string } | { failure: SingleSignOnFailure }> {
  const state = new URLSearchParams(query).get('state') ?? ''
  const used = await database.transaction((tx) => useToken(tx, 'oidc-started', state))
  const started = Started.safeParse(used?.data).data
  if (!used || started?.provider !== provider.name) return { failure: 'expired' }
  try {
    const url = new URL(callbackOf(appUrl, provider.name) + query)
    const identity = await fetchIdentity(providers, provider, url, { ...started, state })
    const { purpose, verifierHash } = started
    // By the clock of the database.
    const startedAt = (used.expiresAt.getTime() - LIFETIME_MS) / 1000
    const data = { provider: provider.name, purpose, verifierHash, startedAt, identity }
    const code = await database.transaction((tx) =>
      createToken(tx, { kind: 'oidc-proven', userId: used.userId, data, lifetimeMs: LIFETIME_MS }),
    )
    return { code }
  } catch (error) {
    const failure = failureOf(error)
    if (failure === null) throw error
    // Not the error itself, nor its causes, which may quote the claims.
    const { message } = error as Error
    if (failure !== 'cancelled') logFailure(log, provider, failure, message)
    return { failure }
  }
}

async function fetchIdentity(
  providers: Providers,
  provider: OidcProvider,
  url: URL,
  { nonce, codeVerifier, state }: Started & { state: string },
): Promise<ProvenIdentity> {
  const { authorizationCodeGrant, fetchUserInfo } = await library()
  const configuration = await providers.configurationOf(provider)
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims() ?? refuse()
  // A provider of several organisations names another issuer in each token: whose identity it is would be guessed.
  if (new URL(claims.iss).href !== provider.issuer) refuse()
  judgeIdToken(claims, provider)
  const isWhole = claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint
  const more = isWhole ? {} : await fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return identityOf(provider, mergedClaims(claims, more)) ?? refuse()
}

function refuse(): never {
  throw new SignInFailure('refused', 'the provider names no subject, or another issuer')
}

/**
 * What a code proves to the tab that asked for it; the code still holds, for what is to be judged first.
 * @throws AppError SignInExpired for one that is unknown, used or expired, of another tab or for something else
 */
export async function findSingleSignOnResult(
  { providers }: Pick<SingleSignOn, 'providers'>,
  db: Db,
  { code, verifier }: { code: string; verifier: string },
  purposes: readonly Purpose[],
): Promise<SingleSignOnResult> {
  return resultOfCode(providers, await findToken(db, 'oidc-proven', code), verifier, purposes)
}

/** As `findSingleSignOnResult`, and uses the code up with the transaction. @throws AppError SignInExpired */
export async function useSingleSignOnResult(
  { providers }: Pick<SingleSignOn, 'providers'>,
  tx: Db,
  { code, verifier }: { code: string; verifier: string },
  purposes: readonly Purpose[],
): Promise<SingleSignOnResult> {
  return resultOfCode(providers, await useToken(tx, 'oidc-proven', code), verifier, purposes)
}

function resultOfCode(
  providers: Providers,
  token: OneTimeToken | null,
  verifier: string,
  purposes: readonly Purpose[],
): SingleSignOnResult {
  const proven = Proven.safeParse(token?.data).data
  const provider = proven ? providers.find(proven.provider) : null
  const isOwn = proven?.verifierHash === hashOf(verifier) && purposes.includes(proven.purpose)
  if (!token || !proven || !provider || !isOwn) throw new AppError('SignInExpired')
  const { purpose, identity, startedAt } = proven
  return { provider, purpose, identity, startedAt, userId: token.userId }
}
