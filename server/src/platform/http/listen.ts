import type { AddressInfo, ListenOptions, Server } from 'node:net'

/**
 * Listens, and reports what the listener fails with afterwards, as when the system has no memory for a connection: an
 * error event that nobody takes ends the program.
 * @returns the port
 * @throws Error when it cannot listen
 */
export function listen(
  server: Server,
  options: ListenOptions,
  report: (error: Error) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    reportErrors(server, report)
    server.once('error', reject)
    server.listen(options, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** For a server that something else lets listen. */
export function reportErrors(server: Server, report: (error: Error) => void): void {
  server.on('error', (error) => {
    if (server.listening) report(error)
  })
}
