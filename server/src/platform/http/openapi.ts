import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { isApiScope } from '@scanleaf/shared'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Config } from '../config/config'
import { VERSION } from '../processes'
import { giveAccess } from './access'
import { firstCalls } from './first-calls'
import { type ApiDescription, publicDescription } from './public-description'

/**
 * OpenAPI 3.1 of the routes, made from the wire schemas: what keys may call at /openapi/v1.json, readable at /docs, and
 * all of it at /openapi.json.
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
      const access = given.route.config?.access
      const isOfKeys = access !== undefined && isApiScope(access)
      return { schema: { ...schema, ...(isOfKeys && { 'x-scope': access }) }, url }
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
  })
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
  app.get('/openapi/v1.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    published(),
  )
}
