import { type Capability, isApiScope } from '@scanleaf/shared'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../app-error'
import { actIn, may } from './acting'
import { actByKey, isApiKey, isProgramToken } from './api-key'
import { bearerToken, requireUser } from './session'

/** Who may call a route. */
export type RouteAccess =
  /** Anybody: pages, and routes that authenticate by a signature, a password or a random key of their own. */
  | 'public'
  /** Any signed-in user, for themselves. */
  | 'person'
  /** A signed-in user whom a hook of the route, behind this one, finds permitted. */
  | 'operator'
  /** Any key of a workspace or connected program, and nobody else; the feature asks what it may do. */
  | 'key'
  /** A member of the workspace of the call whose role has it, or a key of it where it is a scope. */
  | Capability

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Each route says it; one that does not keeps the program from starting. */
    access?: RouteAccess
  }
}

/** All routes of a plugin that say nothing else have this access. */
export function giveAccess(app: FastifyInstance, access: RouteAccess): void {
  app.addHook('onRoute', (route) => {
    route.config = { access, ...route.config }
  })
}

/** Asks each call, before its body is read, for what its route says that it needs. */
export function registerAccess(app: FastifyInstance): void {
  app.decorateRequest('acting', null)
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    // CORS answers preflight requests for all addresses.
    const silent = routes.filter(({ method, config }) => method !== 'OPTIONS' && !config?.access)
    if (silent.length > 0)
      throw new Error(
        `no access is declared by ${silent.map(({ method, url }) => `${method} ${url}`).join()}`,
      )
  })
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (request.is404 || request.method === 'OPTIONS' || access === 'public') return
    if (access === undefined) throw new AppError('Forbidden')
    const token = bearerToken(request)
    if (access === 'key') {
      if (!isProgramToken(token)) throw new AppError('Unauthorized')
      return actByKey(request, reply, token)
    }
    if (isApiKey(token)) {
      await actByKey(request, reply, token)
      if (!isApiScope(access)) throw new AppError('KeyNotAllowed')
      return requireCapability(request, access)
    }
    await requireUser(request)
    if (access === 'person' || access === 'operator') return
    await actIn(request)
    requireCapability(request, access)
  })
}

/**
 * For what only some calls of a route need.
 * @throws AppError Forbidden with the capability that the role lacks, or the scope that the key lacks
 */
export function requireCapability(request: FastifyRequest, capability: Capability): void {
  const caller = request.acting
  if (caller && may(caller, capability)) return
  const lacking = caller?.role === null ? 'key' : 'role'
  throw new AppError('Forbidden', undefined, undefined, { details: { [lacking]: { needs: capability } } })
}
