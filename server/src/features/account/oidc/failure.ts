import type { SingleSignOnFailure } from '@scanleaf/shared'

/** Codes of openid-client for an ID token whose times do not fit our clock, and for what no provider should answer. */
const CLOCK = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'
const AWAY = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']

/** Nobody is signed in, and this is why; the message is for the log. */
export class SignInFailure extends Error {
  override name = 'SignInFailure'
  readonly failure: SingleSignOnFailure

  constructor(failure: SingleSignOnFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/**
 * Why a provider signed nobody in: what it answered to the browser (OpenID Connect Core 1.0 §3.1.2.6, RFC 6749
 * §4.1.2.1) or to us. Null for what has nothing to do with it.
 */
export function failureOf(error: unknown): SingleSignOnFailure | null {
  if (error instanceof SignInFailure) return error.failure
  if (!(error instanceof Error)) return null
  const { code, error: said } = error as { code?: unknown; error?: unknown }
  if (said === 'access_denied') return 'cancelled'
  if (said === 'temporarily_unavailable' || said === 'server_error') return 'unavailable'
  if (code === CLOCK) return 'clock'
  if (typeof code === 'string' && AWAY.includes(code)) return 'unavailable'
  if (typeof code === 'string' && /^(OAUTH|ERR)_/.test(code)) return 'refused'
  // A connection that fails is a TypeError of fetch (WHATWG Fetch §5.6), with what happened as its cause.
  if (error instanceof TypeError) return error.cause === undefined ? 'refused' : 'unavailable'
  return error.name === 'ClientError' ? 'refused' : null
}

/** The innermost reason, in one line. @example 'connect ECONNREFUSED 127.0.0.1:1' */
export function reasonOf(error: unknown): string {
  let reason = error
  while (!(reason instanceof SignInFailure) && reason instanceof Error && reason.cause instanceof Error)
    reason = reason.cause
  return reason instanceof Error ? reason.message : 'it does not answer'
}
