import { ASSISTANT_SCOPES } from '@scanleaf/shared'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error'
import type { Config } from '../../platform/config/config'
import { acting } from '../../platform/http/acting'
import { countHeavy } from '../../platform/http/api-key'
import { requestLanguage } from '../../platform/http/error-handler'
import { originsOf } from '../../platform/http/origins'
import type { ToolContext } from '../tools'
import { proposalRoutes } from './proposal-routes'
import { type Calling, mcpServer } from './server'

const PATH = '/mcp'

interface McpDependencies extends Omit<ToolContext, 'acting' | 'language' | 'readInvoice' | 'readPlan'> {
  config: Pick<Config, 'appName'>
}

/**
 * The tools of the assistant for other programs by the Model Context Protocol (streamable HTTP, revisions 2024-11-05 to
 * 2026-07-28), by an API key. Nothing is kept between two requests: no session, no stream that stays open.
 */
export const mcp: FastifyPluginAsync<McpDependencies> = async (app, { config, ...dependencies }) => {
  const { appUrl, database } = dependencies.codes
  const deciding = { ...dependencies, database }
  await app.register(proposalRoutes, { prefix: '/gateway/api/proposals', deciding })
  const origins = originsOf([appUrl])
  async function answer(request: FastifyRequest, reply: FastifyReply) {
    // A browser sends it; a page of somebody else calls nobody’s assistant (MCP 2025-11-25, Security Warning of Transports).
    const { origin } = request.headers
    if (origin !== undefined && !origins.includes(origin)) throw new AppError('Forbidden')
    if (Array.isArray(request.body)) throw new AppError('BadRequest')
    // Loaded with the first call: an installation that nobody connects to never does.
    const { createMcpHandler, Server } = await import('@modelcontextprotocol/server')
    const calling: Calling = {
      ...{ appName: config.appName, deciding },
      tools: {
        ...dependencies,
        ...{ acting: acting(request), language: requestLanguage(request), readInvoice: null, readPlan: null },
      },
      countHeavy: () => countHeavy(request),
      log: request.log,
    }
    const handler = createMcpHandler(() => mcpServer({ Server }, calling), {
      // Else each caller of `subscriptions/listen` could hold a stream open.
      maxSubscriptions: 0,
      onerror: (error) => request.log.info({ err: error }, 'refused by the protocol'),
    })
    const response = await handler.fetch(webRequest(request, `${appUrl}${PATH}`), {
      parsedBody: request.body,
    })
    const type = response.headers.get('content-type')
    reply.code(response.status)
    if (type !== null) reply.type(type)
    return reply.send(await response.text())
  }

  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 401 || request.routeOptions.url !== PATH) return
    const bearer = request.headers.authorization
    const error = bearer === undefined ? '' : 'error="invalid_token", '
    const about = `resource_metadata="${appUrl}/.well-known/oauth-protected-resource/mcp"`
    reply.header('www-authenticate', `Bearer ${error}${about}, scope="${ASSISTANT_SCOPES.join(' ')}"`)
  })
  app.post(PATH, { config: { access: 'key' }, schema: { hide: true } }, answer)
  app.route({
    method: ['GET', 'DELETE'],
    url: PATH,
    config: { access: 'key' },
    schema: { hide: true },
    handler: async (_request, reply) => {
      reply.header('allow', 'POST')
      throw new AppError('MethodNotAllowed')
    },
  })
}

/** What the protocol reads of a request: its headers, without the key. */
function webRequest({ headers, method }: FastifyRequest, url: string): Request {
  const passed = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']
  const known = passed.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : []))
  return new Request(url, { method, headers: Object.fromEntries(known) })
}
