import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FairQueue, type Turn } from '../fair-queue/fair-queue'
import { inLane, laneOfAccount, laneOfToken, PROBES } from '../fair-queue/lane'
import { laneOfAddress } from './client-address'
import { bearerToken } from './session'

/**
 * Requests of one account, or of one address without a session, that execute at once; more than a browser sends over
 * one connection of HTTP/1.1. Those that wait are as many as a screen asks for over HTTP/2, twice.
 */
const REQUESTS = {
  name: 'requests',
  running: Number.POSITIVE_INFINITY,
  runningOfLane: 8,
  waiting: Number.POSITIVE_INFINITY,
  waitingOfLane: 256,
  waitMs: 10_000,
}

/** Forms with files that are received or kept on disk at once; those that wait are not read (see `multipart.ts`). */
const UPLOADS = {
  name: 'uploads',
  running: 100,
  runningOfLane: 6,
  waiting: 1_000,
  waitingOfLane: 32,
  waitMs: 20_000,
}

declare module 'fastify' {
  interface FastifyInstance {
    uploads: FairQueue
  }
  interface FastifyRequest {
    /** Its place among those of its lane; ended once the response has begun, or with a long response of its own. */
    turn: Turn | null
  }
  interface FastifyContextConfig {
    /** A load balancer or proxy asks for itself, by an address that may be that of everybody: it waits for nobody. */
    isProbe?: boolean
  }
}

/** Whom a request is for: the account once it is known, else the address. */
export function laneOf(request: FastifyRequest): string {
  const account = accountOf(request)
  if (account !== undefined) return laneOfAccount(account)
  return request.routeOptions.config.isProbe ? PROBES : laneOfAddress(request.ip)
}

/** Keys take turns with the people of their workspace. */
const accountOf = ({ sessionUser, acting }: FastifyRequest) => sessionUser?.id ?? acting?.ownerId

/**
 * Accounts and addresses take turns: all that a request causes runs in its lane, and few of a lane execute at once; the
 * next ones wait a while, then they are refused with 429. A request waits once its body was read, so that a slow one
 * holds up nobody.
 */
export function registerLanes(app: FastifyInstance): void {
  const requests = new FairQueue(REQUESTS)
  app.decorate('uploads', new FairQueue(UPLOADS))
  app.decorateRequest('turn', null)
  // Hooks with a callback, because what follows an async one runs outside of its context.
  app.addHook('onRequest', (request, _reply, done) => {
    const token = bearerToken(request)
    inLane(token === null ? laneOf(request) : laneOfToken(token), done)
  })
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.isProbe) return done()
    const lane = laneOf(request)
    const turn = requests.enter(lane)
    request.turn = turn
    reply.raw.once('close', turn.end)
    turn.come.then(() => inLane(lane, done), done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { turn } = request
    if (turn && isMadeWhileSent(request, reply, payload)) payload.once('close', turn.end)
    else turn?.end()
    done(null, payload)
  })
}

/** A download that an account asked for; events wait for something to happen, and are counted where they are made. */
const isMadeWhileSent = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is Readable =>
  accountOf(request) !== undefined &&
  payload instanceof Readable &&
  !String(reply.getHeader('content-type')).startsWith('text/event-stream')
