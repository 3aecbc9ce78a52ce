import { type ApiScope, WORKSPACE_HEADER } from '@scanleaf/shared'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error'
import type { Acting } from './acting'
import { bearerToken } from './session'

const PREFIX = 'slk_'
/** Of the access token of a program that somebody connected. */
const GRANT_PREFIX = 'slo_'
const WINDOW_SECONDS = 60
/** As how many other calls one counts that draws or takes a file. */
const HEAVY_CALLS = 10

/** A key as one of its calls finds it. */
interface CallingKey {
  id: string
  /** Its workspace. */
  ownerId: string
  name: string
  scopes: readonly ApiScope[]
  /** Calls a minute, those left of the running minute, and the seconds until the next one begins. */
  limit: number
  left: number
  resetSeconds: number
  /** The call is one too many, and was not counted. */
  isRefused: boolean
}

/** Finds a key and counts its call; null for one that is unknown or ended, or whose owner is suspended. */
export type VerifyKey = (key: string, call: { ip: string; calls: number }) => Promise<CallingKey | null>

declare module 'fastify' {
  interface FastifyInstance {
    verifyKey: VerifyKey
  }
  interface FastifyContextConfig {
    /** It draws, or takes a file: a key may do so less often. */
    isHeavy?: boolean
  }
}

/** By its first characters: no session begins so. */
export const isApiKey = (token: string | null): token is string => token?.startsWith(PREFIX) ?? false

/** A key, or the token of a connected program, which opens what is for programs alone. */
export const isProgramToken = (token: string | null): token is string =>
  [PREFIX, GRANT_PREFIX].some((prefix) => token?.startsWith(prefix))

/**
 * Whose workspace a call with a key acts in. Nothing is remembered of a key: one that was revoked is out with the next
 * call, in every process. The headers of the limit go with every answer (draft-ietf-httpapi-ratelimit-headers-10 §3, §4).
 * @throws AppError Unauthorized, TooManyRequests, WorkspaceNotFound when the call names another workspace
 */
export async function actByKey(request: FastifyRequest, reply: FastifyReply, key: string): Promise<void> {
  const calls = request.routeOptions.config.isHeavy ? HEAVY_CALLS : 1
  const found = await request.server.verifyKey(key, { ip: request.ip, calls })
  if (!found) throw new AppError('Unauthorized')
  reply.header('ratelimit-policy', `"key";q=${found.limit};w=${WINDOW_SECONDS}`)
  reply.header('ratelimit', `"key";r=${found.left};t=${found.resetSeconds}`)
  if (found.isRefused) throw new AppError('TooManyRequests', undefined, found.resetSeconds)
  const named = request.headers[WORKSPACE_HEADER]
  if (named !== undefined && named !== found.ownerId) throw new AppError('WorkspaceNotFound')
  request.acting = actingKey(found)
}

/**
 * For a call with a key that turns out to draw: it counts as a call that says so beforehand.
 * @throws AppError TooManyRequests
 */
export async function countHeavy(request: FastifyRequest): Promise<void> {
  const key = bearerToken(request) ?? ''
  const found = await request.server.verifyKey(key, { ip: request.ip, calls: HEAVY_CALLS - 1 })
  if (!found || found.isRefused) throw new AppError('TooManyRequests')
}

const actingKey = ({ id, ownerId, name, scopes }: CallingKey): Acting => ({
  ...{ ownerId, by: `${name} · API`, personId: `key:${id}`, role: null, scopes },
  // Only somebody whose address is verified makes a key.
  mustVerifyEmail: false,
})
