import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from 'node:http'
import { pipeline } from 'node:stream'
import type { ClientAddress } from '../../../platform/http/client-address'
import { CODE_PAGE_HEADER, PAGE_OWNER_HEADER, UNWARNED_HEADER } from '../../../platform/http/code-page'
import { plainPath } from '../../../platform/http/public-address'
import type { HostResponse } from './reply'

/** Requests under way; more would take the memory and the time of scans. */
const AT_ONCE = 256
const RETRY_AFTER_SECONDS = '5'
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

interface ForwarderOptions {
  addressOf: ClientAddress
  /** False: bodies are not handed on. */
  takesBodies: boolean
  /** A visitor who neither reads nor sends anything for this long is disconnected. */
  idleMs: number
}

interface Forwarded {
  /** Where the other listener of this program is on the loopback interface; null while it is away. */
  port: number | null
  /** Beside those of the visitor. */
  headers?: Record<string, string>
  /** Headers of our own in the answer. */
  hostHeaders?: readonly string[]
  /** True: the answer was replaced by another one. */
  isReplaced?(answer: IncomingMessage): boolean
  /** Says that there is no answer now. */
  refuse?(): void
}

/** Hands requests on to another listener of this program, and streams the answers back. */
export function createForwarder({ addressOf, takesBodies, idleMs }: ForwarderOptions) {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 })
  const dropped = [
    ...HOP_BY_HOP,
    ...(takesBodies ? [] : OF_BODY),
    CODE_PAGE_HEADER,
    PAGE_OWNER_HEADER,
    UNWARNED_HEADER,
  ]
  let underWay = 0

  return (request: IncomingMessage, response: HostResponse, forwarded: Forwarded): void => {
    const { port, hostHeaders = [], isReplaced } = forwarded
    const refuse = () => {
      if (response.headersSent) response.destroy()
      else if (forwarded.refuse) forwarded.refuse()
      else refuseFile(response)
    }
    if (port === null || underWay >= AT_ONCE) {
      refuse()
      return
    }
    underWay++
    const { method, url } = request
    const headers = {
      ...without(dropped, request.headers),
      // The other listener sees nobody but us.
      'x-forwarded-for': addressOf(request),
      ...forwarded.headers,
    }
    const upstream = sendRequest({ agent, host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      if (isReplaced?.(answer)) {
        answer.resume()
        return
      }
      for (let at = 0; at < hostHeaders.length; at += 2)
        response.setHeader(hostHeaders[at] as string, hostHeaders[at + 1] as string)
      response.writeHead(answer.statusCode ?? 502, without(HOP_BY_HOP, answer.headers))
      pipeline(answer, response, () => {})
    })
    upstream.on('error', refuse)
    response.setTimeout(idleMs, () => response.destroy())
    response.once('close', () => {
      underWay--
      upstream.destroy()
    })
    if (takesBodies) request.pipe(upstream)
    else upstream.end()
  }
}

export const basePath = (address: string): string => new URL(address).pathname.replace(/\/+$/, '')

/** Whether a request target is below a path, in any of its spellings. */
export const isBelow = (base: string, url: string): boolean =>
  url.startsWith(`${base}/`) || (/%|\/\//.test(url) && plainPath(url).startsWith(`${base}/`))

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
