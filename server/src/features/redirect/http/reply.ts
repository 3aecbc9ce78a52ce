import { type IncomingMessage, ServerResponse } from 'node:http'
import { PAGE_POLICY } from './page-style'

const REFERRER_POLICY = 'no-referrer-when-downgrade'

/** A response with the common headers of its host. */
export class HostResponse extends ServerResponse {
  /** Names and values in turn. */
  hostHeaders: readonly string[] = []
}

/** Without `frame-ancestors`: browsers apply it to a redirect too, and an owner may show the target in a frame. */
const NOTHING = "default-src 'none'"

/**
 * Sends a visitor on. 302 and `no-store`, because the owner may change the target at any time; 303 from a form, so that
 * the browser opens the target with GET; 307 from a form to another form.
 */
export function sendRedirect(response: HostResponse, location: string, status: 302 | 303 | 307 = 302): void {
  response.writeHead(status, [
    'Location',
    location,
    'Cache-Control',
    'no-store',
    'Referrer-Policy',
    REFERRER_POLICY,
    'X-Content-Type-Options',
    'nosniff',
    'Content-Security-Policy',
    NOTHING,
    'Content-Length',
    '0',
    ...response.hostHeaders,
  ])
  response.end()
}

export interface PageReply {
  status: number
  html: string
  policy?: string
  /** Further headers, names and values in turn. */
  headers?: string[]
}

export function sendPage(
  request: IncomingMessage,
  response: HostResponse,
  { status, html, policy = PAGE_POLICY, headers = [] }: PageReply,
): void {
  send(request, response, status, html, [
    'Content-Type',
    'text/html; charset=utf-8',
    'Content-Security-Policy',
    policy,
    'Cache-Control',
    'no-store',
    'Vary',
    'Accept-Language',
    'Referrer-Policy',
    REFERRER_POLICY,
    'X-Robots-Tag',
    'noindex',
    ...headers,
  ])
}

const TINY_HEADERS = [
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Referrer-Policy',
  'no-referrer',
]

/** To a program that speaks HTTP wrongly: there is nobody to read a page. */
export function sendBadRequest(response: HostResponse): void {
  response.shouldKeepAlive = false
  response.writeHead(400, [
    ...TINY_HEADERS,
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    'Content-Length',
    '0',
  ])
  response.end()
}

/** A file that never changes while the process runs. */
export function sendConstant(
  request: IncomingMessage,
  response: HostResponse,
  type: string,
  content: string,
): void {
  send(request, response, 200, content, [
    'Content-Type',
    type,
    ...TINY_HEADERS,
    'Cache-Control',
    'public, max-age=86400',
  ])
}

/** `degraded`: known codes are redirected, while no others can be looked up. */
export type Readiness = 'starting' | 'ok' | 'degraded' | 'stopping'

export function sendStatus(request: IncomingMessage, response: HostResponse, status: Readiness): void {
  const isReady = status === 'ok' || status === 'degraded'
  send(request, response, isReady ? 200 : 503, JSON.stringify({ status }), [
    'Content-Type',
    'application/json',
    ...TINY_HEADERS,
    'Cache-Control',
    'no-store',
  ])
}

function send(
  request: IncomingMessage,
  response: HostResponse,
  status: number,
  content: string,
  headers: string[],
): void {
  response.writeHead(status, [
    ...headers,
    ...response.hostHeaders,
    'X-Content-Type-Options',
    'nosniff',
    'Content-Length',
    String(Buffer.byteLength(content)),
  ])
  response.end(request.method === 'HEAD' ? undefined : content)
}
