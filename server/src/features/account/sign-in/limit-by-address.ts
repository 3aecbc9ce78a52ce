import type { FastifyRequest } from 'fastify'
import { callerOf, type RateLimits } from '../../../platform/http/rate-limit'
import { refuseEarly } from './sign-in'

const WINDOW_MS = 60_000

/** Hook: at most so many calls a minute from one address, counted before the body is read. */
export const limitByAddress =
  (rateLimits: RateLimits, scope: string, limit = 20) =>
  async (request: FastifyRequest) => {
    refuseEarly(await rateLimits.use(scope, callerOf(request.ip), { limit, windowMs: WINDOW_MS }))
  }
