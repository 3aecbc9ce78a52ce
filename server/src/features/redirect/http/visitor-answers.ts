import type { IncomingMessage } from 'node:http'
import type { Language, LanguageDetection } from '@scanleaf/shared'
import type { CountryOf } from '../../../platform/country'
import { type ClientAddress, callerOf } from '../../../platform/http/client-address'
import { visitorLanguage } from '../../../platform/pages/visitor-language'
import type { RateLimit } from '../rate-limit'
import type { Pages, VisitorPage } from './pages'
import { type HostResponse, sendPage } from './reply'

const RETRY_AFTER_SECONDS = 5

const STATUS: Record<VisitorPage, number> = {
  home: 200,
  'not-found': 404,
  'wrong-method': 405,
  paused: 410,
  unpublished: 404,
  'taken-down': 410,
  'unknown-host': 421,
  'too-many': 429,
  'wrong-passwords': 429,
  unavailable: 503,
  reported: 200,
}

export interface AnswerDependencies {
  languageDetection: LanguageDetection
  pages: Pages
  addressOf: ClientAddress
  countryOf: CountryOf
  /** Requests that led to no code. */
  misses: RateLimit
  /** What led to no code: an id, or a path that is of no code; null: nobody counts it. */
  onMissed: ((asked: 'id' | 'path', request: IncomingMessage) => void) | null
  onUnavailable: () => void
}

export const visitorLanguageOf = (
  { languageDetection, addressOf, countryOf }: AnswerDependencies,
  request: IncomingMessage,
): Language =>
  visitorLanguage(request.url ?? '', request.headers['accept-language'], languageDetection, () =>
    countryOf(addressOf(request)),
  )

export function sendVisitorPage(
  dependencies: AnswerDependencies,
  request: IncomingMessage,
  response: HostResponse,
  name: VisitorPage,
  headers?: string[],
): void {
  const html = dependencies.pages.visitorPage(name, visitorLanguageOf(dependencies, request))
  sendPage(request, response, { status: STATUS[name], html, ...(headers && { headers }) })
}

export function sendUnavailable(
  dependencies: AnswerDependencies,
  request: IncomingMessage,
  response: HostResponse,
): void {
  dependencies.onUnavailable()
  const headers = ['Retry-After', String(RETRY_AFTER_SECONDS)]
  sendVisitorPage(dependencies, request, response, 'unavailable', headers)
}

export const sendWrongMethod = (
  dependencies: AnswerDependencies,
  request: IncomingMessage,
  response: HostResponse,
): void => sendVisitorPage(dependencies, request, response, 'wrong-method', ['Allow', 'GET, HEAD'])

export function sendMissed(
  dependencies: AnswerDependencies,
  request: IncomingMessage,
  response: HostResponse,
  asked: 'id' | 'path',
): void {
  dependencies.onMissed?.(asked, request)
  const waitSeconds = dependencies.misses.waitSeconds(callerOf(dependencies.addressOf(request)))
  if (waitSeconds > 0)
    sendVisitorPage(dependencies, request, response, 'too-many', ['Retry-After', String(waitSeconds)])
  else sendVisitorPage(dependencies, request, response, 'not-found')
}
