import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Language, LanguageDetection } from '@scanleaf/shared'
import type { ClientAddress } from '../../platform/client-address'
import type { CountryOf } from '../../platform/country'
import type { JournalWriter } from '../../platform/journal/writer'
import { analyticsPage } from './analytics-page'
import type { MissLimit } from './miss-limit'
import { LOGO_SVG } from './page-style'
import { type Notice, type Pages, visitorLanguage } from './pages'
import { sendFile, sendOn, sendPage, sendStatus } from './reply'
import { hostCheck, type Route, routeReader } from './route'
import type { RecordScan } from './scan'
import type { Target } from './target'
import type { TargetCache } from './target-cache'

const ROBOTS = 'User-agent: *\nDisallow:\n'
const RETRY_AFTER_SECONDS = 5

const STATUS: Record<Notice, number> = {
  home: 200,
  'not-found': 404,
  'wrong-method': 405,
  paused: 410,
  'unknown-host': 421,
  'too-many': 429,
  unavailable: 503,
}

export interface HandlerParts {
  codeHost: string
  languageDetection: LanguageDetection
  targets: TargetCache
  journal: Pick<JournalWriter, 'append'>
  recordScan: RecordScan
  pages: Pages
  misses: MissLimit
  addressOf: ClientAddress
  countryOf: CountryOf
  isStopping: () => boolean
}

/**
 * Answers the requests of the code host. Only a code that exists, is enabled and leads to a web address ever answers
 * with a `Location`, and always with exactly the stored one: nothing of the request gets into it.
 */
export function createHandler(
  parts: HandlerParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { targets, journal, recordScan, pages, misses, addressOf, countryOf, isStopping } = parts
  const routeOf = routeReader(parts.codeHost)
  const isOurHost = hostCheck(parts.codeHost)

  const languageOf = (request: IncomingMessage): Language =>
    visitorLanguage(request.url ?? '', request.headers['accept-language'], parts.languageDetection, () =>
      countryOf(addressOf(request)),
    )

  function notice(
    request: IncomingMessage,
    response: ServerResponse,
    name: Notice,
    headers?: string[],
  ): void {
    const html = pages.notice(name, languageOf(request))
    sendPage(request, response, { status: STATUS[name], html, ...(headers && { headers }) })
  }

  const unavailable = (request: IncomingMessage, response: ServerResponse): void =>
    notice(request, response, 'unavailable', ['Retry-After', String(RETRY_AFTER_SECONDS)])

  function missed(request: IncomingMessage, response: ServerResponse): void {
    const waitSeconds = misses.waitSeconds(addressOf(request))
    if (waitSeconds > 0) notice(request, response, 'too-many', ['Retry-After', String(waitSeconds)])
    else notice(request, response, 'not-found')
  }

  /** A code and its preview answer alike but for the last step. */
  function answerCode(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target | null,
    isPreview: boolean,
  ): void {
    if (!target?.location) missed(request, response)
    else if (!target.isEnabled) notice(request, response, 'paused')
    else if (isPreview) {
      sendPage(request, response, { status: 200, html: pages.preview(target.location, languageOf(request)) })
    } else count(request, response, target, target.location)
  }

  /** The scan is in the journal before the visitor is sent on. */
  function count(request: IncomingMessage, response: ServerResponse, target: Target, location: string): void {
    const { codeId, analyticsId } = target
    journal.append(recordScan(request, codeId), (isKept) => {
      if (!isKept) unavailable(request, response)
      else if (analyticsId === null) sendOn(response, location)
      else {
        const language = languageOf(request)
        const page = analyticsPage({ location, analyticsId }, pages.movingOnTitle(language), language)
        sendPage(request, response, { status: 200, ...page })
      }
    })
  }

  function handleCode(
    request: IncomingMessage,
    response: ServerResponse,
    route: Route & { key: string },
  ): void {
    const isPreview = route.kind === 'preview'
    const cached = targets.peek(route.key)
    if (cached !== undefined) answerCode(request, response, cached, isPreview)
    else {
      targets.find(route.key).then(
        (target) => answerCode(request, response, target, isPreview),
        () => unavailable(request, response),
      )
    }
  }

  return (request, response) => {
    if (isStopping()) response.shouldKeepAlive = false
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      notice(request, response, 'wrong-method', ['Allow', 'GET, HEAD'])
      return
    }
    const route = routeOf(request.url ?? '')
    if (route.kind === 'health') sendStatus(request, response, true)
    else if (route.kind === 'ready') sendStatus(request, response, !isStopping())
    else if (!isOurHost(request.headers.host)) notice(request, response, 'unknown-host')
    else if ('key' in route) handleCode(request, response, route)
    else if (route.kind === 'home') notice(request, response, 'home')
    else if (route.kind === 'icon') sendFile(request, response, 'image/svg+xml', LOGO_SVG)
    else if (route.kind === 'robots') sendFile(request, response, 'text/plain; charset=utf-8', ROBOTS)
    else missed(request, response)
  }
}
