import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChatAction, ChatEvent, ChatMessage } from '@scanleaf/shared'
import type { Person, testApp } from '../../testing/app'

const CHAT = '/gateway/api/qrcode/message-gpt'

interface SentMessage {
  role: string
  content: string
}

/** Requests to a scripted model. */
export interface ModelCall {
  messages: SentMessage[]
  tools: { function: { name: string } }[]
}

export interface ScriptedReply {
  text?: string
  calls?: { name: string; args: object }[]
  /** As the provider counts them. */
  tokens?: number
}

/** The address of the first section of the help that the model was given. */
export const sourceIn = ({ messages }: ModelCall): string =>
  /"link":"([^"]+)"/.exec(messages[0]?.content ?? '')?.[1] ?? ''

/** Answers a call, or acts as a failing provider with the bare response. */
export type Script = (
  call: ModelCall,
  response: ServerResponse,
) => ScriptedReply | null | Promise<ScriptedReply | null>

/** A provider with the streamed calls of OpenAI, on loopback. */
export async function startModelSimulator() {
  let script: Script = () => ({ text: 'Hello.' })
  const calls: ModelCall[] = []
  const server = createServer(async (request, response) => {
    const call = JSON.parse(await bodyOf(request)) as ModelCall
    calls.push(call)
    const reply = await script(call, response)
    if (reply) send(response, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    settings: {
      OPENAI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      OPENAI_API_KEY: 'sk-secret-of-the-host',
      OPENAI_MODEL: 'scripted',
    },
    calls,
    play: (next: Script) => {
      calls.length = 0
      script = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** Begins a streamed answer. */
export const begin = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })

/** One part of a streamed answer. */
export function part(response: ServerResponse, delta: object, finish: string | null = null): void {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  response.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices })}\n\n`)
}

function send(response: ServerResponse, { text, calls = [], tokens = 1200 }: ScriptedReply): void {
  begin(response)
  for (const word of text?.match(/\S*\s*/g) ?? []) part(response, { content: word })
  calls.forEach(({ name, args }, index) => {
    const json = JSON.stringify(args)
    const id = `call_${index}`
    part(response, { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })
    // Arguments come in pieces.
    for (const piece of [json.slice(0, 5), json.slice(5)])
      part(response, { tool_calls: [{ index, function: { arguments: piece } }] })
  })
  part(response, {}, calls.length > 0 ? 'tool_calls' : 'stop')
  response.write(`data: ${JSON.stringify({ choices: [], usage: { total_tokens: tokens } })}\n\n`)
  response.end('data: [DONE]\n\n')
}

/** The calls of the chat in somebody's name. */
export function chatOf(given: ReturnType<typeof testApp>, person: Person, language = 'vi') {
  const call = async (method: 'GET' | 'POST', path = '', payload?: object, headers: object = {}) =>
    given.as(person).inject({
      method,
      url: `${CHAT}${path}${path.includes('?') ? '&' : '?'}lng=${language}`,
      ...(payload && { payload }),
      headers: { ...headers },
    })
  const resultOf = async (...of: Parameters<typeof call>) => {
    const reply = await call(...of)
    if (reply.statusCode !== 200)
      throw new Error(`${of[0]} ${of[1]} answers ${reply.statusCode} ${reply.body}`)
    return reply.json().result
  }
  return {
    call,
    send: (msg: string) => call('POST', '', { msg }),
    ask: (msg: string): Promise<ChatMessage> => resultOf('POST', '', { msg }),
    history: (): Promise<ChatMessage[]> => resultOf('GET'),
    actions: (): Promise<ChatAction[]> => resultOf('GET', '/actions'),
    confirm: (id: string): Promise<ChatAction> => resultOf('POST', `/actions/${id}`, { decision: 'confirm' }),
    decline: (id: string): Promise<ChatAction> => resultOf('POST', `/actions/${id}`, { decision: 'decline' }),
    undo: (id: string): Promise<ChatAction> => resultOf('POST', `/actions/${id}/undo`),
    /** The events of a streamed answer. */
    stream: async (msg: string): Promise<ChatEvent[]> => {
      const reply = await call('POST', '', { msg }, { accept: 'text/event-stream' })
      return eventsIn(reply.body)
    },
  }
}

export const eventsIn = (body: string): ChatEvent[] =>
  body.split('\n\n').flatMap((block) => {
    const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block.trim()) ?? []
    return event && data ? [{ event, data: JSON.parse(data) } as ChatEvent] : []
  })
