import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Person, testApp } from '../../testing/app'

type Product = Pick<ReturnType<typeof testApp>, 'as' | 'inject' | 'config'>

const IMPLEMENTATION = { name: 'test', version: '1.0.0' }

/** `fetch` of a client that reaches nothing but the application under test. */
export const fetchOf =
  (product: Product) =>
  async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body
    const headers = Object.fromEntries(new Headers(init.headers))
    if (init.body instanceof URLSearchParams) headers['content-type'] ??= 'application/x-www-form-urlencoded'
    const reply = await product.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers,
      ...(typeof body === 'string' && { payload: body }),
    })
    return new Response([204, 304].includes(reply.statusCode) ? null : reply.body, {
      status: reply.statusCode,
      headers: reply.headers as Record<string, string>,
    })
  }

const withKey = (product: Product, key: string) => ({
  fetch: fetchOf(product),
  requestInit: { headers: { authorization: `Bearer ${key}` } },
})

/** The result of a tool as a model reads it, with what tests read of one or another. */
interface Called {
  isError: boolean
  data: { codes: { name: string }[]; error?: string; problems?: object; note: string; decideAt: string }
}

const calledOf = (result: object): Called => {
  const { content, isError = false } = result as { content: { text: string }[]; isError?: boolean }
  return { isError, data: JSON.parse(content[0]?.text ?? 'null') }
}

/** Both public clients of the protocol, by the name of the package and the version. */
export const CLIENTS = {
  'client 2.4.0': async (product: Product, key: string) => {
    const client = new Client(IMPLEMENTATION)
    await client.connect(new StreamableHTTPClientTransport(urlOf(product), withKey(product, key)))
    return {
      tools: async () => (await client.listTools()).tools,
      call: async (name: string, args: Record<string, unknown> = {}) =>
        calledOf(await client.callTool({ name, arguments: args })),
    }
  },
  'sdk 1.32.2': async (product: Product, key: string) => {
    const client = new OlderClient(IMPLEMENTATION)
    await client.connect(new OlderTransport(urlOf(product), withKey(product, key)) as never)
    return {
      tools: async () => (await client.listTools()).tools,
      call: async (name: string, args: Record<string, unknown> = {}) =>
        calledOf(await client.callTool({ name, arguments: args })),
    }
  },
}

export const urlOf = (product: Product): URL => new URL('/mcp', product.config().appUrl)

/** The calls of a page about what programs propose, in somebody’s name. */
export const proposalsOf = (product: Product, person: Pick<Person, 'sid'>, workspace?: string) => {
  const headers = workspace === undefined ? {} : { 'x-workspace': workspace }
  const url = (id: string) => `/gateway/api/proposals/${id}`
  return {
    read: (id: string) => product.as(person).inject({ url: url(id), headers }),
    decide: (id: string, decision: string) =>
      product.as(person).inject({ method: 'POST', url: url(id), headers, payload: { decision } }),
    undo: (id: string) => product.as(person).inject({ method: 'POST', url: `${url(id)}/undo`, headers }),
  }
}

/** A proposal of a program, by its key: a new code. */
export async function proposedBy(product: Product, key: string): Promise<string> {
  const client = await CLIENTS['client 2.4.0'](product, key)
  const { data } = await client.call('create_code', { target: 'https://shop.example/proposed' })
  return data.decideAt.slice(data.decideAt.lastIndexOf('/') + 1)
}
