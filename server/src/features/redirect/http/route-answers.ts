import type { IncomingMessage } from 'node:http'
import { LOGO_SVG } from '../../../platform/pages/html'
import { type CodeDependencies, handleCode } from './code-answers'
import { type HostResponse, sendConstant } from './reply'
import type { Route } from './route'
import { sendMissed, sendVisitorPage, sendWrongMethod } from './visitor-answers'

const ROBOTS = 'User-agent: *\nDisallow:\n'

const TAKES_FORMS: ReadonlySet<Route['kind']> = new Set(['report', 'go', 'open'])

export interface RouteDependencies extends CodeDependencies {
  /** Text of security.txt; null for none. */
  securityTxt: (() => string) | null
}

/** @param ownerId whose domain it is; null on our own host */
export function handleRoute(
  dependencies: RouteDependencies,
  request: IncomingMessage,
  response: HostResponse,
  route: Route,
  ownerId: string | null,
): void {
  const { securityTxt } = dependencies
  if (request.method === 'POST' && !TAKES_FORMS.has(route.kind))
    sendWrongMethod(dependencies, request, response)
  else if ('key' in route) handleCode(dependencies, request, response, route, ownerId)
  else if (route.kind === 'home') sendVisitorPage(dependencies, request, response, 'home')
  else if (route.kind === 'icon') sendConstant(request, response, 'image/svg+xml', LOGO_SVG)
  else if (route.kind === 'robots') sendConstant(request, response, 'text/plain; charset=utf-8', ROBOTS)
  else if (route.kind === 'security' && ownerId === null && securityTxt)
    sendConstant(request, response, 'text/plain; charset=utf-8', securityTxt())
  else sendMissed(dependencies, request, response, 'path')
}
