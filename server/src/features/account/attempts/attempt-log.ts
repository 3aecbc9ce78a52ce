import type { ErrorCode, FieldErrors } from '@scanleaf/shared'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/app-error'

/** What is known of an attempt to sign in, for its line in the log (ASVS 5.0, 16.3.1): never what was typed. */
export interface Attempt {
  /** The account that is meant, once it is known. */
  userId?: string
  /** The second factor that was proven. */
  factor?: 'otp' | 'recovery-code' | 'passkey'
  /** Name of the provider that authenticated the user. */
  provider?: string
  /** Why there is no session, when no error says it. */
  outcome?: 'not-connected'
}

interface Refusal {
  outcome: ErrorCode
  fields?: FieldErrors
}

const attempts = new WeakMap<FastifyRequest, Attempt>()
const refusals = new WeakMap<FastifyRequest, Refusal>()

/** The attempt of a request, to be completed as it is judged. */
export function attemptOf(request: FastifyRequest): Attempt {
  const attempt = attempts.get(request) ?? {}
  attempts.set(request, attempt)
  return attempt
}

/**
 * Hooks of a route that authenticates somebody: one line for each attempt, also for one that is refused before it is
 * read.
 */
export const logAttempts = (
  event: 'sign-in' | 'confirmation',
  method: 'password' | 'passkey' | 'provider' | 'hand-over',
) => ({
  async onError(request: FastifyRequest, _reply: FastifyReply, error: Error) {
    const { code: outcome = 'InternalError', fields } = error instanceof AppError ? error : {}
    refusals.set(request, { outcome, ...(fields && { fields }) })
  },
  async onResponse(request: FastifyRequest) {
    const { factor = 'none', outcome = 'succeeded', userId, ...attempt } = attemptOf(request)
    const whose = userId ?? request.sessionUser?.id
    const line = { event, method, factor, outcome, userId: whose, ...attempt, ...refusals.get(request) }
    request.log.info(line, 'authenticated or refused')
  },
})
