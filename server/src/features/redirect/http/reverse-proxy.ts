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

/** Another listener of this program, whose requests come in at this one. */
export interface ProxyTarget {
  /** Base address as visitors see it, of this host or of another. */
  address: string
  /** On the loopback interface; null while that listener is away. */
  port: number | null
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

/**
 * Forwards GET and HEAD requests under the address, and streams the responses back. False for any other
 * request, which is not touched.
 */
export function createReverseProxy(
  target: ProxyTarget,
  addressOf: ClientAddress,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { address } = target
  const base = new URL(address).pathname.replace(/\/+$/, '')
  const isItsHost = hostCheck(address)
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 })
  let underWay = 0

  const isUnder = (url: string): boolean =>
    url.startsWith(`${base}/`) || (/%|\/\//.test(url) && plainPath(url).startsWith(`${base}/`))

  const isForwarded = ({ method, url = '', headers }: IncomingMessage): boolean =>
    (method === 'GET' || method === 'HEAD') && isUnder(url) && isItsHost(hostName(headers.host))

  function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
    const { method, url } = request
    // The other listener sees nobody but us.
    const headers = {
      ...without([...HOP_BY_HOP, ...OF_BODY], request.headers),
      'x-forwarded-for': addressOf(request),
    }
    const upstream = send({ agent, host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, without(HOP_BY_HOP, answer.headers))
      pipeline(answer, response, () => {})
    })
    upstream.on('error', () => refuse(response))
    response.setTimeout(IDLE_MS, () => response.destroy())
    response.once('close', () => {
      underWay--
      upstream.destroy()
    })
    upstream.end()
  }

  return (request, response) => {
    if (!isForwarded(request)) return false
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
