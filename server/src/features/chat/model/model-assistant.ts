import { setTimeout } from 'node:timers/promises'
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import type OpenAI from 'openai'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Config, ModelConfig } from '../../../platform/config/config'
import { boundedStream } from '../../../platform/http/bounded-response'
import type { Log } from '../../../platform/logging'
import { type FoundSection, findSections, type Proposal, runTool, TOOLS, todayOf } from '../../tools'
import type { Assistant, AssistantReply, ChatRequest } from '../assistant'
import { Budget, maxTokensOf, tokensOf } from './budget'
import { type Given, isGrounded, JudgedStream } from './grounded'
import { promptOf } from './prompt'
import { type Reply, readReply } from './reply'

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam

const SEARCH = 'search_help'
/** Model calls per answer; in the last one the model has no tools. */
const MAX_ROUNDS = 4
const MAX_PROPOSALS = 5
/** Length of a tool's result that a model gets, in UTF-16 units. */
const MAX_RESULT_CHARACTERS = 6000
/** A reply comes in pieces of some hundred bytes for a word of a few. */
const MAX_REPLY_BYTES = 8 * 1024 * 1024
const RETRY_AFTER_MS = 300
const FAILURES = 5
const OPEN_MS = 30_000

const TOOL_SPECS: OpenAI.Chat.Completions.ChatCompletionTool[] = TOOLS.map(
  ({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: z.toJSONSchema(schema, { io: 'input' }) },
  }),
)
const TOOL_TOKENS = tokensOf(JSON.stringify(TOOL_SPECS))

/** Answers by a language model, which acts only by the tools. After five failures in a row it is not called for half a minute. */
export function modelAssistant({
  config,
  site,
  log,
}: {
  config: ModelConfig
  site: Pick<Config, 'appName'>
  log: Log
}): Assistant {
  const breaker = circuitBreaker(
    handleWhen(
      (error) => !(error instanceof Abandoned || error instanceof Ungrounded || error instanceof AppError),
    ),
    { halfOpenAfter: OPEN_MS, breaker: new ConsecutiveBreaker(FAILURES) },
  )
  let client: Promise<OpenAI> | null = null

  return {
    kind: 'model',
    maxTokens: maxTokensOf,
    async answer(asking) {
      client ??= openClient(config)
      const { chat } = await client
      const timeout = AbortSignal.timeout(config.timeoutMs)
      const signal = AbortSignal.any([asking.signal, timeout])
      try {
        return await breaker.execute(() =>
          Promise.race([
            converse(chat.completions, untilAborted({ ...asking, signal }), {
              config,
              appName: site.appName,
            }),
            endOf(signal),
          ]).catch((error) => {
            throw asking.signal.aborted ? new Abandoned(error) : error
          }),
        )
      } catch (error) {
        if (error instanceof Abandoned || error instanceof AppError) throw error
        if (error instanceof BrokenCircuitError)
          throw new AppError('ServiceUnavailable', undefined, OPEN_MS / 1000)
        log.warn({ err: error }, 'the language model failed')
        throw new AppError(timeout.aborted ? 'UpstreamTimeout' : 'UpstreamFailed', undefined, undefined, {
          cause: error as Error,
        })
      }
    },
  }
}

/** Nothing more is said or paid for once another answer takes its place; a look-up that is under way continues. */
const untilAborted = (asked: ChatRequest): ChatRequest => ({
  ...asked,
  onDelta(text) {
    if (!asked.signal.aborted) asked.onDelta(text)
  },
  onSpent(tokens) {
    if (!asked.signal.aborted) asked.onSpent(tokens)
  },
})

/** Rejects on abort, for work that ignores the signal. */
const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Nobody waited for the end: that says nothing of the model. */
class Abandoned extends Error {
  override name = 'Abandoned'
  constructor(cause: unknown) {
    super('the answer was abandoned', { cause })
  }
}

/** The model is there, but what it says is not shown. */
class Ungrounded extends Error {
  override name = 'Ungrounded'
  constructor() {
    super('the reply names no source that it was given, or an address that it was not')
  }
}

/** Loaded with the first question: a server without a key never does. */
async function openClient({ baseUrl, apiKey, timeoutMs }: ModelConfig): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  return new Client({
    ...{ baseURL: baseUrl, apiKey, timeout: timeoutMs, maxRetries: 0, logLevel: 'off' as const },
    fetch: async (url, init) => boundedStream(await fetch(url, init), MAX_REPLY_BYTES),
  })
}

/** Calls the model, runs its tool calls, and repeats with the results, until it returns an answer. */
async function converse(
  completions: OpenAI.Chat.Completions,
  { history, question, tools, signal, onDelta, onSpent }: ChatRequest,
  { config, appName }: { config: ModelConfig; appName: string },
): Promise<AssistantReply> {
  const budget = new Budget(maxTokensOf(question), onSpent)
  const found = await findSections(tools, question)
  const sections = found.map(({ link }) => link)
  let hasRead = false
  const messages: Message[] = [
    {
      role: 'system',
      content: promptOf({ appName, language: tools.language, today: todayOf(tools) }, found),
    },
    ...history.map(
      ({ from, message }): Message => ({ role: from === 'GPT' ? 'assistant' : 'user', content: message }),
    ),
    { role: 'user', content: question },
  ]
  const proposals: Proposal[] = []
  const given = (): Given => ({
    sections,
    texts: messages.map(({ content }) => (typeof content === 'string' ? content : '')),
    hasRead,
  })
  const judged = new JudgedStream(onDelta, given)
  let text = ''
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const promptTokens = tokensOf(JSON.stringify(messages)) + TOOL_TOKENS
    const room = budget.roomAfter(promptTokens)
    if (room === null) break
    let said = ''
    let partTokens = 0
    const addPart = (part: string) => {
      const shown = said === '' && text !== '' ? `\n\n${part}` : part
      said += shown
      partTokens += tokensOf(part)
      budget.spend(tokensOf(part))
      judged.add(shown)
    }
    // What was sent is paid for, even when the reply breaks off.
    budget.spend(promptTokens)
    const stream = await openReply(completions, signal, {
      model: config.model,
      messages,
      tools: TOOL_SPECS,
      tool_choice: round === MAX_ROUNDS ? 'none' : 'auto',
      max_completion_tokens: room,
      stream: true,
      stream_options: { include_usage: true },
    })
    const reply = await readReply(stream, addPart)
    if (reply.tokens !== null) budget.spend(reply.tokens - promptTokens - partTokens)
    text += said
    if (reply.calls.length === 0 || round === MAX_ROUNDS) break
    messages.push(callsOf(reply))
    for (const { id, name, args } of reply.calls) {
      const { data, proposal } = await runTool(tools, name, args)
      if (name === SEARCH)
        sections.push(...((data as { sections?: FoundSection[] }).sections?.map(({ link }) => link) ?? []))
      else hasRead = true
      if (proposal && proposals.length < MAX_PROPOSALS) proposals.push(proposal)
      messages.push({
        role: 'tool',
        tool_call_id: id,
        content: JSON.stringify(data).slice(0, MAX_RESULT_CHARACTERS),
      })
    }
    signal.throwIfAborted()
  }
  if (text.trim() === '' && proposals.length === 0) throw new Error('the reply is empty')
  if (!isGrounded(text, given())) throw new Ungrounded()
  judged.end()
  return {
    text: text.trim() === '' ? tools.translator.in(tools.language, 'chat')('say.proposed') : text,
    proposals,
  }
}

/** A call that failed before its first word is retried once; the library's own retry may exceed our timeout. */
async function openReply(
  completions: OpenAI.Chat.Completions,
  signal: AbortSignal,
  asked: OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming,
) {
  try {
    return await completions.create(asked, { signal })
  } catch (error) {
    const { status = 500 } = error as { status?: number }
    if (signal.aborted || (status < 500 && status !== 429)) throw error
    await setTimeout(RETRY_AFTER_MS, undefined, { signal })
    return completions.create(asked, { signal })
  }
}

const callsOf = ({ text, calls }: Reply): Message => ({
  role: 'assistant',
  content: text,
  tool_calls: calls.map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  })),
})
