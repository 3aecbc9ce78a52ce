import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SoakProxy {
  url: string
  /** Requests that left for some process: a second try counts too. */
  attempts: number
  /** Those that a second process answered, because the first could not. */
  retries: number
  close(): Promise<void>
}

/** A balancer as small as can be: in turn, and one more try elsewhere when no answer has begun. */
export async function openProxy(ports: readonly number[]): Promise<SoakProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  let turn = 0

  function forward(
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    [port, ...others]: readonly number[],
  ): void {
    proxy.attempts++
    const asked = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      // Of that connection, not of ours (RFC 9110 §7.6.1): who believed its time would ask on one that has just ended.
      const { connection: _, 'keep-alive': __, ...headers } = answer.headers
      response.writeHead(answer.statusCode ?? 502, headers)
      answer.once('error', () => response.destroy())
      answer.pipe(response)
    })
    asked.once('error', () => {
      if (response.headersSent) response.destroy()
      else if (others.length === 0) response.writeHead(502).end()
      else {
        proxy.retries++
        forward({ method, url, headers } as IncomingMessage, body, response, others)
      }
    })
    asked.end(body)
  }

  // Never ends a connection that rests: a visitor who asks on it at that very moment would be told of a failure.
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const first = turn++
    const tried = [0, 1].map((next) => ports[(first + next) % ports.length] as number)
    forward(incoming, Buffer.concat(chunks), response, tried)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: SoakProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attempts: 0,
    retries: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        agent.destroy()
      }),
  }
  return proxy
}
