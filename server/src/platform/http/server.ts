import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import { API_ROOTS, GATEWAY_ROOTS, isUnder, trialReason } from '@scanleaf/shared'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { AppError } from '../app-error'
import type { Config } from '../config/config'
import { emit } from '../events'
import type { Translator } from '../i18n'
import type { Log } from '../logging'
import { followRequests } from '../tracing'
import { registerAccess } from './access'
import { clientAddress, unlistedProxies } from './client-address'
import { pageSources } from './code-page'
import { maxConnections } from './connection-limit'
import { endUnread } from './discard-body'
import { registerErrors } from './error-handler'
import { JSON_BODY_LIMIT_BYTES, registerJsonBody } from './json-body'
import { reportErrors } from './listen'
import { hasSeveralHosts, toOriginForm } from './public-address'
import { refuseInDemo } from './public-demo'
import { registerLanes } from './request-lanes'
import { MAX_REQUEST_MS, rejectSlowBodies } from './slow-request-guard'
import { transportSecurity } from './transport-security'
import { validatorCompiler } from './validation'

const GATEWAY_PREFIX = '/gateway/api'
/** How long a stop waits for running requests. */
const LAST_ANSWERS_MS = 3_000

/** Path as routed: `/gateway/api/media/images` is `/media/images` (api, the rule at the border). */
export function routedUrl(url: string): string {
  if (!url.startsWith(`${GATEWAY_PREFIX}/`)) return url
  const rest = url.slice(GATEWAY_PREFIX.length)
  return isUnder(GATEWAY_ROOTS, rest) ? url : rest
}

export const isApiPath = (url: string): boolean => isUnder(API_ROOTS, url)

/** Fastify with what every feature relies on: limits before work, validation, one error shape, safe headers. */
export async function createHttp(config: Config, log: Log, translator: Translator): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: JSON_BODY_LIMIT_BYTES,
    requestTimeout: MAX_REQUEST_MS,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16 * 1024 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => {
      toOriginForm(request)
      return routedUrl(request.url ?? '/')
    },
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (_error, request, reply) => {
      reply.server.sendError(new AppError('BadRequest'), request as never, reply as never)
    },
  }) as unknown as FastifyInstance
  app.server.maxConnections = maxConnections()
  reportErrors(app.server, (err) => log.error({ err }, 'the listener failed to take a connection'))
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerErrors(app, translator)
  registerJsonBody(app)
  rejectSlowBodies(app)
  registerLanes(app)
  followRequests(app)
  if (config.isPublicDemo) refuseInDemo(app)
  const hsts = transportSecurity(config.appUrl, config.hstsMaxAge)
  const onUnlisted = unlistedProxies(
    () => emit('unlisted-proxy', {}),
    (proxy) =>
      log.warn(
        { proxy },
        'a proxy is not in TRUSTED_PROXIES: its visitors count as one, have no country and share their rate limits',
      ),
  )
  const senderOf = clientAddress(config.trustedProxies, onUnlisted)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (hsts !== null) reply.header('strict-transport-security', hsts)
    senderOf(request.raw)
    if (hasSeveralHosts(request.raw)) throw new AppError('BadRequest')
  })
  // What nothing else was decided for may be about somebody, and so is all that is answered to a session or a key.
  app.addHook('onSend', async (request, reply) => {
    if (request.sessionUser || request.acting || !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
  app.addHook('onSend', endUnread)
  app.addHook('onResponse', async (request, reply) => {
    if (config.logsRequests)
      request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered')
    const { method, routeOptions } = request
    const seconds = reply.elapsedTime / 1000
    emit('http', { method, route: routeOptions.url ?? 'none', status: reply.statusCode, seconds })
  })
  // A browser opens connections ahead of need; those that never sent a request do not count as idle, and would
  // hold a stop up until their headers are late.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS).unref()
  })
  await app.register(cors, {
    origin: config.allowedOrigins,
    credentials: false,
    exposedHeaders: ['x-request-id', 'retry-after', 'ratelimit-policy', 'ratelimit'],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
  })
  await app.register(helmet, helmetOptions(config))
  registerAccess(app)
  return app
}

function helmetOptions(config: Config) {
  // Of an http address browsers ignore both, with an error in their console (W3C Secure Contexts §3.1).
  const isSecureContext = config.appUrl.startsWith('https:') || trialReason(config.appUrl) === 'this-machine'
  return {
    ...(!isSecureContext && { crossOriginOpenerPolicy: false, originAgentCluster: false }),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // WebAssembly runs the decoder of the scan check; no text becomes script by this.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        // Images of codes have absolute addresses, also when the page is opened under another name of this host.
        imgSrc: [
          "'self'",
          ...[config.appUrl, config.pdfHost].map((address) => new URL(address).origin),
          ...pageSources(config),
          ...['data:', 'blob:'],
        ],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        // The preview of a page is the page itself, in a sandbox.
        frameSrc: pageSources(config),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    crossOriginResourcePolicy: { policy: 'same-origin' as const },
  }
}
