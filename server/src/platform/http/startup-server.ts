import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { matchAcceptLanguage } from '@scanleaf/shared'
import type { Config } from '../config/config'
import { loadTranslator } from '../i18n'
import { VERSION } from '../processes'
import { listen } from './listen'

const RETRY_AFTER_SECONDS = 5

export interface Address {
  host: string
  port: number
}

export interface StartupServer {
  /** Frees a port for the listener that takes over. */
  leave(port: number): Promise<void>
  close(): Promise<void>
}

/**
 * Listens where the program will, until it does: during a long migration, or while PostgreSQL is away. `/healthz`
 * answers 200, so that nothing restarts a process that only waits; everything else, `/readyz` among it, answers 503
 * with `Retry-After`. A browser loads such a page again by itself.
 */
export async function openStartupServer(
  addresses: readonly Address[],
  { languageDetection }: Pick<Config, 'languageDetection'>,
): Promise<StartupServer> {
  const translator = loadTranslator(['errors'], languageDetection)
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/healthz') return send(response, 200, { status: 'ok', version: VERSION })
    if (request.url === '/readyz') return send(response, 503, { status: 'starting' })
    const language = matchAcceptLanguage(request.headers['accept-language']) ?? 'vi'
    const message = translator.in(language, 'errors')('ServiceUnavailable')
    if (request.headers.accept?.includes('text/html'))
      send(response, 503, message, { refresh: String(RETRY_AFTER_SECONDS), 'content-language': language })
    else send(response, 503, { statusCode: 503, error: { code: 'ServiceUnavailable', message }, message })
  }
  const servers = new Map<number, Server>()
  for (const address of addresses) {
    const server = createServer(handle)
    // Whoever asks then gets no answer, as from a program that has not begun to listen.
    await listen(server, address, () => {})
    servers.set(address.port, server)
  }
  const leave = async (port: number) => {
    const server = servers.get(port)
    servers.delete(port)
    if (server) await close(server)
  }
  return { leave, close: async () => void (await Promise.all([...servers.keys()].map(leave))) }
}

function send(response: ServerResponse, status: 200 | 503, body: object | string, headers = {}): void {
  response.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    // The listener that takes over could not take a connection that is kept.
    connection: 'close',
    ...(status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
    ...headers,
  })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
