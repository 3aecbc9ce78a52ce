import { CallerCountry, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { CountryOf } from '../../platform/country'

/** GET /geo/country (open): where the caller's address is, to choose the language of a first visit. */
export const geo: FastifyPluginAsyncZod<{ countryOf: CountryOf }> = async (app, { countryOf }) => {
  app.get(
    '/geo/country',
    {
      config: { access: 'public' },
      schema: {
        tags: ['geo'],
        summary: "Country of the caller's address",
        security: [],
        response: { 200: resultOf(CallerCountry) },
      },
    },
    async (request) => ({ result: { country: countryOf(request.ip) } }),
  )
}
