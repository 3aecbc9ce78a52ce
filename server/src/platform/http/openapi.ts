import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { isApiScope } from '@scanleaf/shared'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Config } from '../config/config'
import { VERSION } from '../processes'
import { giveAccess } from './access'
import { clientPackage } from './client'
import { firstCalls } from './first-calls'
import { type ApiDescription, publicDescription } from './public-description'

/** The headers of a call that can be repeated. */
const REPEATABLE = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description: 'With the same key and body, a repeat within 30 days gets the first answer',
    },
  },
}

/**
 * OpenAPI 3.1 of the routes, made from the wire schemas: what keys may call at /openapi/v1.json, readable at /docs, and
 * all of it at /openapi.json; and at /docs/client.tgz the client that is made from it.
 */
export async function registerOpenApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: config.appName, version: VERSION },
      servers: [{ url: config.appUrl }],
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'session of a person' },
          key: { type: 'http', scheme: 'bearer', description: 'API key, `slk_…`' },
        },
      },
      security: [{ session: [] }],
    },
    transform: (given) => {
      const { schema, url } = jsonSchemaTransform(given)
      const { access, isRepeatable } = given.route.config ?? {}
      const isOfKeys = access !== undefined && isApiScope(access)
      const more = { ...(isOfKeys && { 'x-scope': access }), ...(isRepeatable && { headers: REPEATABLE }) }
      return { schema: { ...schema, ...more }, url }
    },
    transformObject: jsonSchemaTransformObject,
  })
  const introduction = firstCalls(config.appUrl)
  const published = () => publicDescription(app.swagger() as unknown as ApiDescription, introduction)
  await app.register(async (docs) => {
    giveAccess(docs, 'public')
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      transformSpecification: () => ({ ...published() }),
    })
    let client: Buffer | undefined
    docs.get('/docs/client.tgz', { schema: { hide: true } }, async (_request, reply) => {
      client ??= clientPackage(published(), config.appUrl)
      return reply.type('application/gzip').send(client)
    })
  })
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
  app.get('/openapi/v1.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    published(),
  )
}
