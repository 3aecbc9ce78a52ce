import type { IncomingMessage } from 'node:http'
import { pathAsked } from '../../../platform/http/public-address'
import type { LookupCache } from '../targets/lookup-cache'
import { anyCasePathKey, type Domain, type Path, pathKey, type Target } from '../targets/target'
import { servedBy } from './code-answers'
import type { HostResponse } from './reply'
import { domainName, type Route, routeReader, withoutQuery } from './route'
import { handleRoute, type RouteDependencies } from './route-answers'
import { sendUnavailable, sendVisitorPage } from './visitor-answers'

export interface DomainDependencies extends RouteDependencies {
  domains: LookupCache<Domain>
  /** Of domains that have some. */
  paths: LookupCache<Path>
}

const routeOnDomain = routeReader('/')

export function handleDomain(
  dependencies: DomainDependencies,
  request: IncomingMessage,
  response: HostResponse,
  host: string,
): void {
  const { domains } = dependencies
  const name = domainName(host)
  const answer = (domain: Domain | null) => {
    if (!domain) sendVisitorPage(dependencies, request, response, 'unknown-host')
    else if (domain.hasPaths) handlePath(dependencies, request, response, host, domain.ownerId)
    else handleRoute(dependencies, request, response, routeOnDomain(request.url ?? ''), domain.ownerId)
  }
  const cached = name === null ? null : domains.peek(name)
  if (cached !== undefined) answer(cached)
  else if (name !== null)
    domains.find(name).then(answer, () => sendUnavailable(dependencies, request, response))
}

/** A path is looked up before an id; while that is not known, only a code that is known by its id is served. */
function handlePath(
  dependencies: DomainDependencies,
  request: IncomingMessage,
  response: HostResponse,
  host: string,
  ownerId: string,
): void {
  const { paths } = dependencies
  const url = request.url ?? ''
  const asked = pathAsked(withoutQuery(url))
  const answerId = () => handleRoute(dependencies, request, response, routeOnDomain(url), ownerId)
  if (asked === null) {
    answerId()
    return
  }
  const { paths: spellings, action } = asked
  const path = spellings[0] as string
  const answer = (found: Path | null) => {
    if (!found) answerId()
    else {
      const route: Route = { kind: action ?? 'code', key: found.targetKey, path }
      handleRoute(dependencies, request, response, route, ownerId)
    }
  }
  const names = spellings.map((each) => [pathKey(ownerId, host, each), anyCasePathKey(ownerId, host, each)])
  const cached = firstFound(names.map((both) => both.map((key) => paths.peek(key))))
  if (cached !== undefined) {
    answer(cached)
    return
  }
  const known = (key: string) => paths.find(key).catch(() => undefined)
  void Promise.all(names.map((both) => Promise.all(both.map(known)))).then((all) => {
    const found = firstFound(all)
    if (found === undefined) answerKnownId(dependencies, request, response, ownerId)
    else answer(found)
  })
}

function answerKnownId(
  dependencies: DomainDependencies,
  request: IncomingMessage,
  response: HostResponse,
  ownerId: string,
): void {
  const route = routeOnDomain(request.url ?? '')
  const unavailable = () => sendUnavailable(dependencies, request, response)
  if (!('key' in route)) unavailable()
  else
    dependencies.targets.find(route.key).then((target: Target | null) => {
      if (servedBy(ownerId, target)) handleRoute(dependencies, request, response, route, ownerId)
      else unavailable()
    }, unavailable)
}

/**
 * The first path that is there; undefined when it may be one that is not known, null when none is. Both names of a path
 * agree where both are there.
 * @param names of each spelling what is known of its two names
 */
function firstFound(names: readonly (readonly (Path | null | undefined)[])[]): Path | null | undefined {
  for (const both of names) {
    const found = both.find((path) => path)
    if (found) return found
    if (both.includes(undefined)) return undefined
  }
  return null
}
