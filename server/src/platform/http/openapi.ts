import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Config } from '../config/config'
import { giveAccess } from './access'

/** OpenAPI 3.1 of every route, made from the wire schemas: /openapi.json, and readable at /docs. */
export async function registerOpenApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: config.appName, version: '1.0.0' },
      servers: [{ url: config.appUrl }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  })
  await app.register(async (docs) => {
    giveAccess(docs, 'public')
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
  })
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
}
