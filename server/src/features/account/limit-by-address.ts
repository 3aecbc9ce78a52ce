import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error'
import { callerOf } from '../../platform/http/client-address'
import type { RateLimits } from '../../platform/http/rate-limit'

const WINDOW_MS = 60_000

/** @throws AppError TooManyRequests when there is time to wait */
export function refuseEarly(waitMs: number): void {
  if (waitMs > 0) throw new AppError('TooManyRequests', undefined, Math.ceil(waitMs / 1000))
}

/** Hook: rate limit per minute and address, counted before the body is read. */
export const limitByAddress =
  (rateLimits: RateLimits, scope: string, limit = 20) =>
  async (request: FastifyRequest) => {
    await rateLimits.enforce(scope, callerOf(request.ip), { limit, windowMs: WINDOW_MS })
  }
