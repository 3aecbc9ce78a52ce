import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error'

/** The user of a request, as the account service returns it. */
export interface SessionUser {
  id: string
  email: string
  admin: boolean
  /** They must verify their address before they create codes. */
  mustVerifyEmail: boolean
  expiresAt: Date
  /** Whether they proved who they are within the last ten minutes. */
  isConfirmed: boolean
}

/** Null for a token that is unknown, ended or of a suspended user. Only the account service knows. */
export type VerifySession = (token: string) => Promise<SessionUser | null>

declare module 'fastify' {
  interface FastifyInstance {
    verifySession: VerifySession
  }
  interface FastifyRequest {
    sessionUser: SessionUser | null
  }
}

export function registerSession(app: FastifyInstance, verifySession: VerifySession): void {
  app.decorate('verifySession', verifySession)
  app.decorateRequest('sessionUser', null)
}

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1), the only place a token is taken from. */
export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer ([A-Za-z0-9_-]{1,256})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/** Hook: 401 without a valid session. */
export async function requireUser(request: FastifyRequest): Promise<void> {
  const token = bearerToken(request)
  const user = token === null ? null : await request.server.verifySession(token)
  if (!user) throw new AppError('Unauthorized')
  request.sessionUser = user
}

/** The user of a route behind `requireUser`. */
export function currentUser(request: FastifyRequest): SessionUser {
  if (!request.sessionUser) throw new AppError('Unauthorized')
  return request.sessionUser
}

/**
 * For sensitive routes, behind `requireUser`.
 * @throws AppError ConfirmationRequired unless the user confirmed their identity within the last ten minutes
 */
export function requireConfirmation(request: FastifyRequest): void {
  if (!currentUser(request).isConfirmed) throw new AppError('ConfirmationRequired')
}
