import type { IncomingMessage } from 'node:http'
import type { ClientAddress } from '../../../platform/http/client-address'
import {
  CODE_PAGE_HEADER,
  codePageReader,
  PAGE_OWNER_HEADER,
  PAGE_REFUSALS,
  type PageAddresses,
  type PageRefusal,
  pageLabelReader,
  REFUSAL_HEADER,
  REPORTED_ID_HEADER,
  UNWARNED_HEADER,
} from '../../../platform/http/code-page'
import { hostCheck, hostName, plainPath } from '../../../platform/http/public-address'
import { MAX_REQUEST_MS } from '../../../platform/http/slow-request-guard'
import { transportSecurity } from '../../../platform/http/transport-security'
import type { HostResponse } from './reply'
import { basePath, createForwarder, isBelow } from './reverse-proxy'
import { withoutQuery } from './route'

const PAGE_IDLE_MS = 30_000

/** Whether the request is for another listener, to which it then was handed on; any other is not touched. */
type Forward = (request: IncomingMessage, response: HostResponse) => boolean

/** The listener of pages. */
export interface PageTarget extends PageAddresses {
  /** Base address as visitors see it, of this host or of another. */
  pdfHost: string
  hstsMaxAge: number
  /** On the loopback interface; null while that listener is away. */
  port: number | null
}

/** What a visitor is told where a page cannot be shown. */
type SayInstead = (
  request: IncomingMessage,
  response: HostResponse,
  why: Exclude<PageRefusal, 'elsewhere' | 'reported'> | 'unavailable',
) => void

/** Warns of a page, by the id of it and that of its code. */
type WarnOf = (
  request: IncomingMessage,
  response: HostResponse,
  page: { id: string; dynamicId: string },
) => void

/** The address that a page was asked for at. */
export interface PagePlace {
  /** The only account whose pages are there, by its label; empty: those of all are. */
  label: string
  /** Whether the visitor has been warned of the page, if it was reported. */
  isWarned: boolean
  /** Answers for a page of another account. */
  leadElsewhere(): void
}

export interface PageProxy {
  /** Forwards what is under the addresses of pages. */
  forward: Forward
  /** Answers with the page of this id, at whichever address it was asked for. */
  showPage(request: IncomingMessage, response: HostResponse, id: string, place: PagePlace): void
}

/** Forwards GET and HEAD requests for PDF pages and pages of codes, and the form that leads past a warning to one. */
export function createPageProxy(
  target: PageTarget,
  addressOf: ClientAddress,
  sayInstead: SayInstead,
  warnOf: WarnOf,
): PageProxy {
  const { pdfHost, pageHost, hstsMaxAge } = target
  const labelOf = pageLabelReader(target)
  const pdfBase = basePath(pdfHost)
  const isPdfHost = hostCheck(pdfHost)
  const isPageHost = hostCheck(pageHost)
  const pageOf = codePageReader(new URL(pageHost).pathname)
  const hsts = transportSecurity(pageHost, hstsMaxAge)
  const send = createForwarder({ addressOf, takesBodies: false, idleMs: PAGE_IDLE_MS })

  function showPage(
    request: IncomingMessage,
    response: HostResponse,
    id: string,
    { label, isWarned, leadElsewhere }: PagePlace,
  ): void {
    send(request, response, {
      port: target.port,
      headers: {
        [CODE_PAGE_HEADER]: id,
        [PAGE_OWNER_HEADER]: label,
        ...(!isWarned && { [UNWARNED_HEADER]: '1' }),
      },
      hostHeaders: response.hostHeaders,
      isReplaced(answer) {
        const refusal = PAGE_REFUSALS.find((each) => each === answer.headers[REFUSAL_HEADER])
        if (refusal === undefined && answer.statusCode !== 503) return false
        if (refusal === 'elsewhere') leadElsewhere()
        else if (refusal === 'reported')
          warnOf(request, response, { id, dynamicId: String(answer.headers[REPORTED_ID_HEADER]) })
        else sayInstead(request, response, refusal ?? 'unavailable')
        return true
      },
      refuse: () => sayInstead(request, response, 'unavailable'),
    })
  }

  return {
    forward(request, response) {
      const { method, url = '', headers } = request
      const isForm = method === 'POST'
      if (method !== 'GET' && method !== 'HEAD' && !isForm) return false
      const host = hostName(headers.host)
      const pageId = pageOf(withoutQuery(url))
      const label = pageId === null ? null : (labelOf(host) ?? (isPageHost(host) ? '' : null))
      if (pageId !== null && label !== null) {
        if (isForm) response.shouldKeepAlive = false
        if (hsts !== null) response.hostHeaders = ['Strict-Transport-Security', hsts]
        // The host of an account leads to nobody else's page: it would lend its good name.
        const leadElsewhere = () => sayInstead(request, response, 'not-found')
        // Only a form leads past a warning, because a printed link could.
        showPage(request, response, pageId, { label, isWarned: isForm, leadElsewhere })
        return true
      }
      if (isForm || !isBelow(pdfBase, url) || !isPdfHost(host)) return false
      send(request, response, { port: target.port })
      return true
    },
    showPage,
  }
}

/** The application where it shares its address with the codes: all of its host but what is below their path. */
export function createAppProxy(
  { appUrl, codeHost, port }: { appUrl: string; codeHost: string; port: number },
  addressOf: ClientAddress,
): Forward {
  const codes = basePath(codeHost)
  const isItsHost = hostCheck(appUrl)
  // An upload goes on for as long as it makes progress, which the application judges.
  const send = createForwarder({ addressOf, takesBodies: true, idleMs: MAX_REQUEST_MS })
  return (request, response) => {
    const { url = '', headers } = request
    const isOfCodes = isBelow(codes, url) || plainPath(withoutQuery(url)).replace(/\/$/, '') === codes
    if (isOfCodes || !isItsHost(hostName(headers.host))) return false
    send(request, response, { port })
    return true
  }
}
