import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http'
import { pipeline } from 'node:stream'
import type { ClientAddress } from '../../../platform/http/client-address'
import { hostCheck, hostName, plainPath } from '../../../platform/http/public-address'
import { MAX_REQUEST_MS } from '../../../platform/http/slow-request-guard'
import { withoutQuery } from './route'

/** Another listener of this program, whose requests come in at this one. */
export interface ProxyTarget {
  /** On the loopback interface; null while that listener is away. */
  port: number | null
  isFor(request: IncomingMessage): boolean
  /** False: bodies are not handed on. */
  takesBodies: boolean
  /** A visitor who neither reads nor sends anything for this long is disconnected. */
  idleMs: number
}

/** Requests under way; more would take the memory and the time of scans. */
const AT_ONCE = 256
const RETRY_AFTER_SECONDS = '5'
const PAGE_IDLE_MS = 30_000
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

const basePath = (address: string) => new URL(address).pathname.replace(/\/+$/, '')

/** Whether a request target is below a path, in any of its spellings. */
const isBelow = (base: string, url: string): boolean =>
  url.startsWith(`${base}/`) || (/%|\/\//.test(url) && plainPath(url).startsWith(`${base}/`))

/** What visitors read under an address of this host or of another. */
export function pagesAt(address: string): ProxyTarget {
  const base = basePath(address)
  const isItsHost = hostCheck(address)
  return {
    port: null,
    isFor: ({ method, url = '', headers }) =>
      (method === 'GET' || method === 'HEAD') && isBelow(base, url) && isItsHost(hostName(headers.host)),
    takesBodies: false,
    idleMs: PAGE_IDLE_MS,
  }
}

/** The application where it shares its address with the codes: all of its host but what is below their path. */
export function applicationAt(appUrl: string, codeHost: string, port: number): ProxyTarget {
  const codes = basePath(codeHost)
  const isItsHost = hostCheck(appUrl)
  return {
    port,
    isFor: ({ url = '', headers }) =>
      isItsHost(hostName(headers.host)) &&
      !isBelow(codes, url) &&
      plainPath(withoutQuery(url)).replace(/\/$/, '') !== codes,
    takesBodies: true,
    // An upload goes on for as long as it makes progress, which the application judges.
    idleMs: MAX_REQUEST_MS,
  }
}

/** Forwards what is for the target, and streams the responses back. False for any other request, which is not touched. */
export function createReverseProxy(
  target: ProxyTarget,
  addressOf: ClientAddress,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { takesBodies, idleMs } = target
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 })
  const dropped = takesBodies ? HOP_BY_HOP : [...HOP_BY_HOP, ...OF_BODY]
  let underWay = 0

  function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
    const { method, url } = request
    // The other listener sees nobody but us.
    const headers = { ...without(dropped, request.headers), 'x-forwarded-for': addressOf(request) }
    const upstream = send({ agent, host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, without(HOP_BY_HOP, answer.headers))
      pipeline(answer, response, () => {})
    })
    upstream.on('error', () => refuse(response))
    response.setTimeout(idleMs, () => response.destroy())
    response.once('close', () => {
      underWay--
      upstream.destroy()
    })
    if (takesBodies) request.pipe(upstream)
    else upstream.end()
  }

  return (request, response) => {
    if (!target.isFor(request)) return false
    if (target.port === null || underWay >= AT_ONCE) refuse(response)
    else {
      underWay++
      forward(request, response, target.port)
    }
    return true
  }
}

function without(names: readonly string[], headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else
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
