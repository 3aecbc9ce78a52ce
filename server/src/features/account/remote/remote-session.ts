import { Profile, resultOf, VerifiedSession } from '@scanleaf/shared'
import { jsonOrNull } from '@scanleaf/shared/json'
import type * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { SessionUser, VerifySession } from '../../../platform/http/session'
import type { IdentityClient, IdentityResponse } from './identity-client'

/**
 * Asks the outside service about every request, so that its sign-outs count at once; requests that come while the
 * same token is being asked about share that one call.
 */
export function remoteSessions(call: IdentityClient): VerifySession {
  const running = new Map<string, Promise<SessionUser | null>>()
  return (token) => {
    const shared = running.get(token)
    if (shared) return shared
    const asked = fetchSession(call, token).finally(() => running.delete(token))
    running.set(token, asked)
    return asked
  }
}

async function fetchSession(call: IdentityClient, token: string): Promise<SessionUser | null> {
  const answer = await call({
    method: 'GET',
    path: '/identity/sessions/verify',
    headers: { 'x-session-id': token },
  })
  if ([401, 403, 404].includes(answer.status)) return null
  const { result } = readResponse(answer, resultOf(VerifiedSession))
  // The external service does not report when its user authenticated.
  return { ...result, expiresAt: new Date(result.expiresAt), isConfirmed: false, mustVerifyEmail: false }
}

/** Name and permission masks of the user, as the outside service says them. */
export async function fetchProfile(call: IdentityClient, token: string): Promise<z.output<typeof Profile>> {
  const answer = await call({
    method: 'GET',
    path: '/identity/users/profile',
    headers: { authorization: `Bearer ${token}` },
  })
  return readResponse(answer, resultOf(Profile)).result
}

/** @throws AppError UpstreamFailed for anything but a 200 of the agreed shape */
export function readResponse<T extends z.ZodType>(answer: IdentityResponse, shape: T): z.output<T> {
  const parsed = answer.status === 200 ? shape.safeParse(jsonOrNull(answer.body.toString('utf8'))) : undefined
  if (!parsed?.success) throw new AppError('UpstreamFailed')
  return parsed.data
}
