import type { IncomingMessage } from 'node:http'
import { drainBody, hasUnreadBody } from '../../../platform/http/discard-body'
import { hostCheck, hostName } from '../../../platform/http/public-address'
import { type DomainDependencies, handleDomain } from './domain-answers'
import { type HostResponse, type Readiness, sendStatus } from './reply'
import { routeReader } from './route'
import { handleRoute } from './route-answers'
import { sendWrongMethod } from './visitor-answers'

/** The bodies that are read are those of a report and of a password. */
const READ_FORM = /(?:\+|%2b)(?:report|open)/i

export interface HandlerDependencies extends DomainDependencies {
  codeHost: string
  /** The headers of every response of our own host: names and values in turn. */
  hostHeaders: readonly string[]
  readiness: () => Readiness
  isStopping: () => boolean
}

export type Handler = (request: IncomingMessage, response: HostResponse) => void

/**
 * Handles requests to the code host and to custom domains. Only a code that exists, is enabled and leads to a
 * web address ever responds with a `Location`, and always with exactly the stored one: nothing of the request gets
 * into it.
 */
export function createHandler(dependencies: HandlerDependencies): Handler {
  const { codeHost, hostHeaders, readiness, isStopping } = dependencies
  const routeOnOurHost = routeReader(new URL(codeHost).pathname)
  const isOurHost = hostCheck(codeHost)

  function answer(request: IncomingMessage, response: HostResponse): void {
    if (isStopping()) response.shouldKeepAlive = false
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
      sendWrongMethod(dependencies, request, response)
      return
    }
    const host = hostName(request.headers.host)
    const isOurs = isOurHost(host)
    // Customers decide about their own domains.
    if (isOurs) response.hostHeaders = hostHeaders
    const route = routeOnOurHost(request.url ?? '')
    if (route.kind === 'health') sendStatus(request, response, 'ok')
    else if (route.kind === 'ready') sendStatus(request, response, readiness())
    else if (isOurs) handleRoute(dependencies, request, response, route, null)
    else handleDomain(dependencies, request, response, host)
  }

  /** An answer that comes before a body ends the connection, which could be held for as long as a body may take. */
  return (request, response) => {
    if (!hasUnreadBody(request)) return answer(request, response)
    if (request.method === 'POST' && READ_FORM.test(request.url ?? '')) {
      response.shouldKeepAlive = false
      return answer(request, response)
    }
    void drainBody(request).then(() => {
      if (!request.complete) response.shouldKeepAlive = false
      answer(request, response)
    })
  }
}
