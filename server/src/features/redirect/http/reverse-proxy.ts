import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from 'node:http'
import { pipeline } from 'node:stream'
import type { ClientAddress } from '../../../platform/http/client-address'
import {
  CODE_PAGE_HEADER,
  codePageReader,
  PAGE_REFUSALS,
  type PageRefusal,
  REFUSAL_HEADER,
} from '../../../platform/http/code-page'
import { hostCheck, hostName, plainPath } from '../../../platform/http/public-address'
import { transportSecurity } from '../../../platform/http/transport-security'
import type { HostResponse } from './reply'
import { withoutQuery } from './route'

/** The listener of pages in the program, whose requests come in at this one. */
export interface ProxyTarget {
  /** Base addresses as visitors see them, of this host or of others: of PDF pages, and of pages of codes. */
  pdfHost: string
  pageHost: string
  hstsMaxAge: number
  /** On the loopback interface; null while that listener is away. */
  port: number | null
}

/** What a visitor is told where a page cannot be shown. */
type SayInstead = (request: IncomingMessage, response: HostResponse, why: PageRefusal | 'unavailable') => void

export interface ReverseProxy {
  /** Forwards what is under the addresses of pages. False for any other request, which is not touched. */
  forward(request: IncomingMessage, response: HostResponse): boolean
  /** Answers with the page of this id, at whichever address it was asked for. */
  showPage(request: IncomingMessage, response: HostResponse, id: string): void
}

/** Requests under way; more would take the memory and the time of scans. */
const AT_ONCE = 256
const RETRY_AFTER_SECONDS = '5'
/** A visitor who reads nothing for this long is disconnected. */
const IDLE_MS = 30_000
/** Each belongs to one connection (RFC 9110 §7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
/** Headers of a body, which nobody hands on: announced all the same, the next visitor's request would be taken for it. */
const OF_BODY = ['content-length', 'expect']

/** Forwards GET and HEAD requests, and streams the responses back. */
export function createReverseProxy(
  target: ProxyTarget,
  addressOf: ClientAddress,
  sayInstead: SayInstead,
): ReverseProxy {
  const { pdfHost, pageHost, hstsMaxAge } = target
  const pdfBase = new URL(pdfHost).pathname.replace(/\/+$/, '')
  const isPdfHost = hostCheck(pdfHost)
  const isPageHost = hostCheck(pageHost)
  const pageOf = codePageReader(new URL(pageHost).pathname)
  const hsts = transportSecurity(pageHost, hstsMaxAge)
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 })
  let underWay = 0

  const isOfPdf = ({ url = '', headers }: IncomingMessage): boolean =>
    (url.startsWith(`${pdfBase}/`) || (/%|\/\//.test(url) && plainPath(url).startsWith(`${pdfBase}/`))) &&
    isPdfHost(hostName(headers.host))

  function send(request: IncomingMessage, response: HostResponse, pageId: string | null): void {
    const { port } = target
    const refuse = () => {
      if (response.headersSent) response.destroy()
      else if (pageId !== null) sayInstead(request, response, 'unavailable')
      else refuseFile(response)
    }
    if (port === null || underWay >= AT_ONCE) {
      refuse()
      return
    }
    underWay++
    const { method, url } = request
    // The other listener sees nobody but us.
    const headers = {
      ...without([...HOP_BY_HOP, ...OF_BODY, CODE_PAGE_HEADER], request.headers),
      'x-forwarded-for': addressOf(request),
      ...(pageId !== null && { [CODE_PAGE_HEADER]: pageId }),
    }
    const upstream = sendRequest({ agent, host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      const refusal = PAGE_REFUSALS.find((each) => each === answer.headers[REFUSAL_HEADER])
      if (refusal !== undefined || (pageId !== null && answer.statusCode === 503)) {
        answer.resume()
        sayInstead(request, response, refusal ?? 'unavailable')
        return
      }
      const own = pageId === null ? [] : response.hostHeaders
      for (let at = 0; at < own.length; at += 2) response.setHeader(own[at] as string, own[at + 1] as string)
      response.writeHead(answer.statusCode ?? 502, without(HOP_BY_HOP, answer.headers))
      pipeline(answer, response, () => {})
    })
    upstream.on('error', refuse)
    response.setTimeout(IDLE_MS, () => response.destroy())
    response.once('close', () => {
      underWay--
      upstream.destroy()
    })
    upstream.end()
  }

  return {
    forward(request, response) {
      const { method, url = '', headers } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      const pageId = pageOf(withoutQuery(url))
      if (pageId !== null && isPageHost(hostName(headers.host))) {
        if (hsts !== null) response.hostHeaders = ['Strict-Transport-Security', hsts]
        send(request, response, pageId)
        return true
      }
      if (!isOfPdf(request)) return false
      send(request, response, null)
      return true
    },
    showPage: send,
  }
}

function without(names: readonly string[], headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

function refuseFile(response: HostResponse): void {
  response
    .writeHead(503, {
      'retry-after': RETRY_AFTER_SECONDS,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-length': '0',
    })
    .end()
}
