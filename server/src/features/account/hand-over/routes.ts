import { CreateHandOverCode, ExchangeCode, HandOverCode, resultOf, SignedIn } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../../platform/app-error'
import type { CountryOf } from '../../../platform/country'
import type { RateLimits } from '../../../platform/http/rate-limit'
import { bearerToken, currentUser } from '../../../platform/http/session'
import { attemptOf, logAttempts } from '../attempts/attempt-log'
import { callerOfRequest, placeOf } from '../attempts/caller'
import { limitByAddress } from '../limit-by-address'
import { createHandOverCode, exchangeHandOverCode } from './hand-over'

const tags = ['identity']
const CODES_OF_ONE = { limit: 60, windowMs: 60_000 }
/** The server of another product exchanges the codes of all its visitors. */
const EXCHANGES_OF_ONE_ADDRESS = 600

type HandOverParts = Parameters<typeof exchangeHandOverCode>[0] & {
  countryOf: CountryOf
  rateLimits: RateLimits
  /** That codes are made for. */
  codeOrigins: readonly string[]
}

/** A session for another product, by a code in the address instead of the session itself. */
export const handOverRoutes: FastifyPluginAsyncZod<HandOverParts> = async (app, parts) => {
  const { rateLimits, codeOrigins, countryOf } = parts

  app.post(
    '/identity/sessions/code',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A code that one origin can exchange for a session of its own, once, within a minute',
        body: CreateHandOverCode,
        response: { 201: resultOf(HandOverCode) },
      },
    },
    async (request, reply) => {
      const { id: userId } = currentUser(request)
      const { origin, endsSession } = request.body
      if (!codeOrigins.includes(origin)) throw new AppError('ValidationError', { origin: 'invalid-choice' })
      await rateLimits.enforce('hand-over-code', userId, CODES_OF_ONE)
      const token = bearerToken(request) ?? ''
      const code = await createHandOverCode(parts, { userId, token, origin, endsSession })
      return reply.code(201).send({ result: { code } })
    },
  )

  app.post(
    '/identity/sessions/exchange',
    {
      config: { access: 'public' },
      ...logAttempts('sign-in', 'hand-over'),
      onRequest: limitByAddress(rateLimits, 'exchange-address', EXCHANGES_OF_ONE_ADDRESS),
      schema: {
        tags,
        summary: 'A new session for a code that came in the address',
        security: [],
        body: ExchangeCode,
        response: { 200: resultOf(SignedIn) },
      },
    },
    async (request) => {
      const place = placeOf(callerOfRequest(request), countryOf)
      const { code } = request.body
      const result = await exchangeHandOverCode(parts, code, request.headers.origin, place)
      attemptOf(request).userId = result.id
      return { result }
    },
  )
}
