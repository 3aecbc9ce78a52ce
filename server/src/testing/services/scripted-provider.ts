import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody else’s server on the loopback interface that answers each path with a text of the test, as JSON. */
export async function openScriptedProvider() {
  const provider = {
    /** @param path with its query; undefined for no such address */
    answer: (_path: string): string | undefined => undefined,
    url: '',
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    const text = provider.answer(request.url ?? '')
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(text ?? '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}
