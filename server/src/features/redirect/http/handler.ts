import type { IncomingMessage } from 'node:http'
import type { Language, LanguageDetection } from '@scanleaf/shared'
import type { CountryOf } from '../../../platform/country'
import type { ClientAddress } from '../../../platform/http/client-address'
import { drainBody, hasUnreadBody } from '../../../platform/http/discard-body'
import { hostCheck, hostName, pathAsked } from '../../../platform/http/public-address'
import { isPerson } from '../../../platform/http/visitor-kind'
import type { JournalWriter } from '../../../platform/journal/writer'
import { LOGO_SVG } from '../../../platform/pages/html'
import { visitorLanguage } from '../../../platform/pages/visitor-language'
import type { ClientRateLimit } from '../caller-limit'
import type { RecordScan } from '../record-scan'
import type { Reports } from '../reports/submit-report'
import type { LookupCache } from '../targets/lookup-cache'
import { anyCasePathKey, type Domain, type Path, pathKey, type Target } from '../targets/target'
import { analyticsPage } from './analytics-page'
import { FORM_POLICY, GO_ON_POLICY, SOLVING_FORM_POLICY } from './page-style'
import type { Pages, VisitorPage } from './pages'
import { type HostResponse, type Readiness, sendFile, sendPage, sendRedirect, sendStatus } from './reply'
import { type CodeRoute, domainName, type Route, routeReader, withoutQuery } from './route'

const ROBOTS = 'User-agent: *\nDisallow:\n'
const RETRY_AFTER_SECONDS = 5
/** The one body that is read is that of a report. */
const REPORT = /(?:\+|%2b)report/i

const STATUS: Record<VisitorPage, number> = {
  home: 200,
  'not-found': 404,
  'wrong-method': 405,
  paused: 410,
  'taken-down': 410,
  'unknown-host': 421,
  'too-many': 429,
  unavailable: 503,
  reported: 200,
}

export interface HandlerDependencies {
  codeHost: string
  languageDetection: LanguageDetection
  targets: LookupCache<Target>
  domains: LookupCache<Domain>
  /** Of domains that have some. */
  paths: LookupCache<Path>
  journal: Pick<JournalWriter, 'append'>
  recordScan: RecordScan
  pages: Pages
  /** Requests that led to no code. */
  misses: ClientRateLimit
  reports: Reports
  addressOf: ClientAddress
  countryOf: CountryOf
  /** The headers of every response of our own host: names and values in turn. */
  hostHeaders: readonly string[]
  /** Text of security.txt; null for none. */
  securityTxt: (() => string) | null
  readiness: () => Readiness
  isStopping: () => boolean
  /** A scan that neither disk nor database takes is redirected nevertheless. */
  redirectsUncounted: boolean
  onUncounted: () => void
  /** What led to no code: an id, or a path that is of no code; null: nobody counts it. */
  onMissed: ((asked: 'id' | 'path', request: IncomingMessage) => void) | null
  onUnavailable: () => void
}

export type Handler = (request: IncomingMessage, response: HostResponse) => void

/** A code that leads somewhere. */
type Leading = Target & { location: string }

const servedBy = (ownerId: string | null, target: Target | null): Target | null =>
  ownerId === null || target?.ownerId === ownerId ? target : null

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

/**
 * Handles requests to the code host and to custom domains. Only a code that exists, is enabled and leads to a
 * web address ever responds with a `Location`, and always with exactly the stored one: nothing of the request gets
 * into it.
 */
export function createHandler(dependencies: HandlerDependencies): Handler {
  const {
    targets,
    domains,
    paths,
    journal,
    recordScan,
    pages,
    misses,
    reports,
    addressOf,
    countryOf,
    hostHeaders,
    securityTxt,
    readiness,
    isStopping,
    redirectsUncounted,
    onUncounted,
    onMissed,
  } = dependencies
  const routeOnOurHost = routeReader(new URL(dependencies.codeHost).pathname)
  const routeOnDomain = routeReader('/')
  const isOurHost = hostCheck(dependencies.codeHost)

  const languageOf = (request: IncomingMessage): Language =>
    visitorLanguage(
      request.url ?? '',
      request.headers['accept-language'],
      dependencies.languageDetection,
      () => countryOf(addressOf(request)),
    )

  function sendVisitorPage(
    request: IncomingMessage,
    response: HostResponse,
    name: VisitorPage,
    headers?: string[],
  ): void {
    const html = pages.visitorPage(name, languageOf(request))
    sendPage(request, response, { status: STATUS[name], html, ...(headers && { headers }) })
  }

  const unavailable = (request: IncomingMessage, response: HostResponse): void => {
    dependencies.onUnavailable()
    sendVisitorPage(request, response, 'unavailable', ['Retry-After', String(RETRY_AFTER_SECONDS)])
  }

  const wrongMethod = (request: IncomingMessage, response: HostResponse): void =>
    sendVisitorPage(request, response, 'wrong-method', ['Allow', 'GET, HEAD'])

  function missed(request: IncomingMessage, response: HostResponse, asked: 'id' | 'path'): void {
    onMissed?.(asked, request)
    const waitSeconds = misses.waitSeconds(addressOf(request))
    if (waitSeconds > 0) sendVisitorPage(request, response, 'too-many', ['Retry-After', String(waitSeconds)])
    else sendVisitorPage(request, response, 'not-found')
  }

  /**
   * The scan is in the journal before the visitor is redirected; with neither journal nor database, a printed code that
   * leads nowhere would be worse than a scan that is not counted. Link previews and bots have nothing to report to
   * Google Analytics, and would take its page for the target.
   */
  function count(request: IncomingMessage, response: HostResponse, target: Leading): void {
    const { codeId, analyticsId, location } = target
    journal.append(recordScan(request, codeId), (isKept) => {
      if (!isKept && redirectsUncounted) onUncounted()
      if (!isKept && !redirectsUncounted) unavailable(request, response)
      else if (analyticsId === null || !isPerson(request))
        sendRedirect(response, location, request.method === 'POST' ? 303 : 302)
      else {
        const language = languageOf(request)
        const page = analyticsPage({ location, analyticsId }, pages.movingOn(language), language)
        sendPage(request, response, { status: 200, ...page })
      }
    })
  }

  async function showReportForm(
    request: IncomingMessage,
    response: HostResponse,
    { codeId }: Leading,
    path: string,
    status = 200,
  ): Promise<void> {
    const form = await reports.open(codeId).catch(() => null)
    if (form === null) unavailable(request, response)
    else {
      const html = pages.reportForm(path, form, languageOf(request))
      const policy = form.challenge === null ? FORM_POLICY : SOLVING_FORM_POLICY
      sendPage(request, response, { status, html, policy })
    }
  }

  async function takeReport(
    request: IncomingMessage,
    response: HostResponse,
    target: Leading,
    path: string,
  ): Promise<void> {
    const taken = await reports.take(request, target)
    // The rest of a refused body must not be parsed as the next request.
    response.shouldKeepAlive = false
    if (hasUnreadBody(request)) await drainBody(request)
    if (taken === 'incomplete') await showReportForm(request, response, target, path, 422)
    else if (taken === 'foreign')
      sendPage(request, response, { status: 403, html: pages.reportAgain(path, languageOf(request)) })
    else if (taken === 'unavailable') unavailable(request, response)
    else sendVisitorPage(request, response, taken)
  }

  /** Visits of a code, its preview and its report form share all but the last step. */
  function answerCode(
    request: IncomingMessage,
    response: HostResponse,
    target: Target | null,
    { kind, path }: CodeRoute,
  ): void {
    if (!target || target.location === null) missed(request, response, 'id')
    else if (kind === 'code' && target.blockReason === null) count(request, response, target as Leading)
    else if (target.blockReason === 'taken-down') sendVisitorPage(request, response, 'taken-down')
    else if (kind === 'report') {
      if (request.method === 'POST') void takeReport(request, response, target as Leading, path)
      else void showReportForm(request, response, target as Leading, path)
    } else if (target.blockReason === 'paused') sendVisitorPage(request, response, 'paused')
    else if (kind === 'go' && request.method === 'POST') goOn(request, response, target as Leading)
    else show(request, response, target as Leading, path)
  }

  /** The target of a code, with a warning if there is one. It was not visited yet, so nothing is counted. */
  function show(
    request: IncomingMessage,
    response: HostResponse,
    { location, blockReason, analyticsId }: Leading,
    path: string,
  ): void {
    const language = languageOf(request)
    if (blockReason !== 'listed' && blockReason !== 'reported') {
      const html = pages.preview({ location, isReported: analyticsId !== null }, path, language)
      sendPage(request, response, { status: 200, html })
    } else {
      const html = pages.warning(location, path, blockReason, language)
      sendPage(request, response, { status: 200, html, policy: GO_ON_POLICY })
    }
  }

  /** Only a form leads past a warning, because a printed link could. */
  function goOn(request: IncomingMessage, response: HostResponse, target: Leading): void {
    response.shouldKeepAlive = false
    count(request, response, target)
  }

  /** @param ownerId the only one whose codes are served; null on our own host */
  function handleCode(
    request: IncomingMessage,
    response: HostResponse,
    route: CodeRoute,
    ownerId: string | null,
  ): void {
    const cached = targets.peek(route.key)
    if (cached !== undefined) answerCode(request, response, servedBy(ownerId, cached), route)
    else
      targets.find(route.key).then(
        (target) => answerCode(request, response, servedBy(ownerId, target), route),
        () => unavailable(request, response),
      )
  }

  function handle(
    request: IncomingMessage,
    response: HostResponse,
    route: Route,
    ownerId: string | null,
  ): void {
    if (request.method === 'POST' && route.kind !== 'report' && route.kind !== 'go')
      wrongMethod(request, response)
    else if ('key' in route) handleCode(request, response, route, ownerId)
    else if (route.kind === 'home') sendVisitorPage(request, response, 'home')
    else if (route.kind === 'icon') sendFile(request, response, 'image/svg+xml', LOGO_SVG)
    else if (route.kind === 'robots') sendFile(request, response, 'text/plain; charset=utf-8', ROBOTS)
    else if (route.kind === 'security' && ownerId === null && securityTxt)
      sendFile(request, response, 'text/plain; charset=utf-8', securityTxt())
    else missed(request, response, 'path')
  }

  /** A path is asked for before an id; while that is not known, only a code that is known by its id is served. */
  function handlePath(request: IncomingMessage, response: HostResponse, host: string, ownerId: string): void {
    const url = request.url ?? ''
    const asked = pathAsked(withoutQuery(url))
    const answerId = () => handle(request, response, routeOnDomain(url), ownerId)
    if (asked === null) {
      answerId()
      return
    }
    const { paths: spellings, action } = asked
    const path = spellings[0] as string
    const answer = (found: Path | null) => {
      if (found) handle(request, response, { kind: action ?? 'code', key: found.targetKey, path }, ownerId)
      else answerId()
    }
    const answerKnownId = () => {
      const route = routeOnDomain(url)
      const known = 'key' in route ? targets.find(route.key) : Promise.reject(new Error('no id'))
      const answerKnown = (target: Target | null) => {
        if (servedBy(ownerId, target)) answerId()
        else unavailable(request, response)
      }
      known.then(answerKnown, () => unavailable(request, response))
    }
    const names = spellings.map((each) => [pathKey(ownerId, host, each), anyCasePathKey(ownerId, host, each)])
    const cached = firstFound(names.map((both) => both.map((key) => paths.peek(key))))
    if (cached !== undefined) answer(cached)
    else {
      const known = (key: string) => paths.find(key).catch(() => undefined)
      void Promise.all(names.map((both) => Promise.all(both.map(known)))).then((all) => {
        const found = firstFound(all)
        if (found === undefined) answerKnownId()
        else answer(found)
      })
    }
  }

  function handleDomain(request: IncomingMessage, response: HostResponse, host: string): void {
    const name = domainName(host)
    const answer = (domain: Domain | null) => {
      if (!domain) sendVisitorPage(request, response, 'unknown-host')
      else if (domain.hasPaths) handlePath(request, response, host, domain.ownerId)
      else handle(request, response, routeOnDomain(request.url ?? ''), domain.ownerId)
    }
    const cached = name === null ? null : domains.peek(name)
    if (cached !== undefined) answer(cached)
    else if (name !== null) domains.find(name).then(answer, () => unavailable(request, response))
  }

  function answer(request: IncomingMessage, response: HostResponse): void {
    if (isStopping()) response.shouldKeepAlive = false
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
      wrongMethod(request, response)
      return
    }
    const host = hostName(request.headers.host)
    const isOurs = isOurHost(host)
    // Customers decide about their own domains.
    if (isOurs) response.hostHeaders = hostHeaders
    const route = routeOnOurHost(request.url ?? '')
    if (route.kind === 'health') sendStatus(request, response, 'ok')
    else if (route.kind === 'ready') sendStatus(request, response, readiness())
    else if (isOurs) handle(request, response, route, null)
    else handleDomain(request, response, host)
  }

  /** An answer that comes before a body ends the connection, which could be held for as long as a body may take. */
  return (request, response) => {
    if (!hasUnreadBody(request)) return answer(request, response)
    if (request.method === 'POST' && REPORT.test(request.url ?? '')) {
      response.shouldKeepAlive = false
      return answer(request, response)
    }
    void drainBody(request).then(() => {
      if (!request.complete) response.shouldKeepAlive = false
      answer(request, response)
    })
  }
}
