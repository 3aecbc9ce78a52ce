import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const RETRY_AFTER_MS = 100

/** Marks the response to a request that another process may have carried out before: it exited without a response. */
export const SECOND_TRY = 'x-second-try'

export interface SoakProxy {
  url: string
  /** Requests that left for some process: a second try counts too. */
  attempts: number
  /** Those that a second process answered, because the first could not. */
  retries: number
  close(): Promise<void>
}

/**
 * A load balancer as docs/operate/several-processes.md asks for: round robin, one retry elsewhere when no response has
 * begun, and a server that did not respond is left out until it is ready.
 */
export async function openProxy(ports: readonly number[]): Promise<SoakProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const away = new Set<number>()
  let isClosed = false
  let turn = 0

  async function leaveOut(port: number): Promise<void> {
    if (away.has(port)) return
    away.add(port)
    while (!isClosed && !(await isReady(port))) await pause(RETRY_AFTER_MS)
    away.delete(port)
  }

  function forward(
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    port: number,
    other: number | null,
  ): void {
    proxy.attempts++
    const upstream = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      // They belong to that connection, not to ours (RFC 9110 §7.6.1): who believed its time would ask on one that has just ended.
      const { connection: _, 'keep-alive': __, ...headers } = answer.headers
      response.writeHead(answer.statusCode ?? 502, {
        ...headers,
        ...(other === null && { [SECOND_TRY]: '1' }),
      })
      answer.once('error', () => response.destroy())
      answer.pipe(response)
    })
    upstream.once('error', () => {
      void leaveOut(port)
      if (response.headersSent) response.destroy()
      else if (other === null) response.writeHead(502).end()
      else {
        proxy.retries++
        forward({ method, url, headers } as IncomingMessage, body, response, other, null)
      }
    })
    upstream.end(body)
  }

  // Never closes an idle connection: a client that sends a request on it at that moment would get an error.
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const ready = ports.filter((port) => !away.has(port))
    const upstream = ready.length > 0 ? ready : ports
    const at = (place: number) => upstream[place % upstream.length] as number
    forward(incoming, Buffer.concat(chunks), response, at(turn), at(turn + 1))
    turn++
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: SoakProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attempts: 0,
    retries: 0,
    close: () =>
      new Promise((resolve) => {
        isClosed = true
        server.close(() => resolve())
        server.closeAllConnections()
        agent.destroy()
      }),
  }
  return proxy
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
