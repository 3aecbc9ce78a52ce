import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../platform/clock'
import type { CountryOf } from '../../platform/country'
import type { ClientAddress } from '../../platform/http/client-address'
import { purposeOf } from '../../platform/http/visitor-kind'
import { encodeScan } from '../../platform/journal/scan-record'
import type { VisitorHasher } from './visitor-hash'

const MAX_USER_AGENT = 512
const MAX_REFERRER = 512
const MAX_ACCEPT_LANGUAGE = 128
const MAX_PURPOSE = 64

/** Records a request to a code; parsing is left to the importer of the journal. */
export type RecordScan = (request: IncomingMessage, codeId: string, outcome: number) => string

export function scanRecorder(dependencies: {
  clock: Clock
  addressOf: ClientAddress
  countryOf: CountryOf
  visitors: VisitorHasher
}): RecordScan {
  const { clock, addressOf, countryOf, visitors } = dependencies
  return (request, codeId, outcome) => {
    const { headers } = request
    const at = clock.now().getTime()
    const address = addressOf(request)
    return encodeScan({
      codeId,
      at,
      method: request.method ?? '',
      userAgent: userAgentOf(request),
      referrer: withoutQuery(headers.referer ?? '').slice(0, MAX_REFERRER),
      acceptLanguage: acceptLanguageOf(request),
      purpose: purposeOf(headers).slice(0, MAX_PURPOSE),
      visitor: visitors.nameOf(address, browserOf(request), at),
      country: countryOf(address) ?? '',
      outcome,
    })
  }
}

const userAgentOf = ({ headers }: IncomingMessage): string =>
  (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT)
const acceptLanguageOf = ({ headers }: IncomingMessage): string =>
  (headers['accept-language'] ?? '').slice(0, MAX_ACCEPT_LANGUAGE)

/** What tells visitors of one address apart. */
export const browserOf = (request: IncomingMessage): string =>
  `${userAgentOf(request)} ${acceptLanguageOf(request)}`

/** Queries and fragments carry names, searches and tokens of people. */
function withoutQuery(url: string): string {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}
