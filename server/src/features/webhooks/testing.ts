import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CreatedWebhook } from '@scanleaf/shared'
import { expect } from 'vitest'
import type { Person, testApp } from '../../testing/app'

export const WEBHOOKS = '/webhooks'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver on loopback that keeps what came. */
export async function openReceiver() {
  const received: Received[] = []
  const waiting: { wanted: number; resolve: () => void }[] = []
  let statusOf = (_index: number): number | 'reset' => 204
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const status = statusOf(received.length)
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      for (const { wanted, resolve } of waiting) if (received.length >= wanted) resolve()
      if (status === 'reset') response.destroy()
      else response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Its responses, in order. */
    answer: (answers: (index: number) => number | 'reset') => {
      statusOf = answers
    },
    /** Once so many came. */
    until: (wanted: number) =>
      new Promise<void>((resolve) => {
        if (received.length >= wanted) resolve()
        else waiting.push({ wanted, resolve })
      }),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Asks for a webhook in somebody's name. */
export const askForWebhook = (
  { as }: Pick<ReturnType<typeof testApp>, 'as'>,
  person: Pick<Person, 'sid'>,
  payload: object,
) => as(person).inject({ method: 'POST', url: WEBHOOKS, payload })

export async function webhookOf(
  product: Pick<ReturnType<typeof testApp>, 'as'>,
  person: Pick<Person, 'sid'>,
  url: string,
  more: object = {},
): Promise<CreatedWebhook> {
  const events = ['code.created', 'code.updated', 'code.deleted', 'code.restored']
  const reply = await askForWebhook(product, person, { url, events, ...more })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().result
}
