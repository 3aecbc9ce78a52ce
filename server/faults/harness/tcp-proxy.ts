import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  port: number
  /** Responses are delayed by this; infinite for a silent network. */
  delayMs: number
  /** Forwards what was held back while the proxy was silent. */
  close(): Promise<void>
}

/** Acts as a slow or broken network in front of another listener. @param port its own; by default a free one */
export async function openTcpProxy(target: number, port = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => {
      const { delayMs } = proxy
      // A silent network loses what is sent meanwhile.
      if (delayMs === 0) near.write(bytes)
      else if (Number.isFinite(delayMs)) setTimeout(() => near.write(bytes), delayMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return proxy
}
