import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { gatewayWebhooks } from './table'

/** The logged webhooks about a payment, the oldest first; those of nothing have the reference ''. */
export const listWebhooks = (db: Db, payment: string) =>
  db
    .select()
    .from(gatewayWebhooks)
    .where(eq(gatewayWebhooks.payment, payment))
    .orderBy(asc(gatewayWebhooks.id))

/** A provider on the loopback interface that answers each path with a text of the test, as JSON. */
export async function openStubProvider() {
  const stub = {
    /** @param path with its query; undefined for no such address */
    answer: (_path: string): string | undefined => undefined,
    url: '',
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    const text = stub.answer(request.url ?? '')
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(text ?? '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return stub
}
