import type { FastifyRequest } from 'fastify'
import { callerOf, type RateLimits } from '../../../platform/http/rate-limit'
import { refuseEarly } from './sign-in'

const PER_ADDRESS = { limit: 20, windowMs: 60_000 }

/** Hook: at most 20 calls a minute from one address, counted before the body is read. */
export const limitByAddress = (rateLimits: RateLimits, scope: string) => async (request: FastifyRequest) => {
  refuseEarly(await rateLimits.use(scope, callerOf(request.ip), PER_ADDRESS))
}
