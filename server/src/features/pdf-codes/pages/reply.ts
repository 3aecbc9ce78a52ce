import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** A text or other bytes at hand, whole. */
export function sendWhole(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  content: string,
  headers: OutgoingHttpHeaders,
): void {
  response.writeHead(status, {
    ...headers,
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(content),
  })
  response.end(request.method === 'HEAD' ? undefined : content)
}
