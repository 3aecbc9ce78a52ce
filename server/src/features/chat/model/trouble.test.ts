import { request } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock'
import { createLog } from '../../../platform/logging'
import { type Person, testApp } from '../../../testing/app'
import { openPublicAddress } from '../../../testing/front-door'
import { openTokens } from '../../billing'
import { begin, chatOf, part, sourceIn, startModelSimulator } from '../testing'
import { modelAssistant } from './model-assistant'

const model = await startModelSimulator()
const door = await openPublicAddress()
const given = testApp({ BILLING: 'on', ...model.settings }, door)
afterAll(() => model.close())

const FREE_TOKENS = 10_000
const BREAKER_FAILURES = 5

let person: Person
let chat: ReturnType<typeof chatOf>
beforeEach(async () => {
  person = await given.signedIn()
  chat = chatOf(given, person)
})

const tokens = ({ database, clock } = given) => openTokens({ database: database(), clock })
const tokensUsed = async (product = given) => (await tokens(product).read(person.id)).tokenUsed

/** All of the free plan can be reserved again: nothing is reserved for an answer. */
async function nothingIsHeld(product = given) {
  const rest = FREE_TOKENS - (await tokensUsed(product))
  await tokens(product).settle(person.id, await tokens(product).reserve(person.id, rest), 0)
}

test('who stops an answer pays for its beginning, and keeps it', async () => {
  let isBrokenOff: Promise<void> | undefined
  let begun = ''
  model.play((call, response) => {
    begun = `Xem [đây](${sourceIn(call)}). `
    part(begin(response), { content: `${begun}Mã động ` })
    isBrokenOff = new Promise((resolve) => response.once('close', resolve))
    return null
  })
  await new Promise<void>((resolve) => {
    const asking = request(`${door.url}/gateway/api/qrcode/message-gpt`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.sid}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
    })
    asking.once('response', (reply) =>
      reply.on('data', (data: Buffer) => {
        if (data.toString().includes('delta')) asking.destroy()
      }),
    )
    asking.once('close', resolve)
    asking.on('error', () => {})
    asking.end(JSON.stringify({ msg: 'Mã động là gì?' }))
  })
  await isBrokenOff
  await expect.poll(() => chat.history()).toMatchObject([{}, { message: begun, isStopped: true }])
  await expect.poll(() => tokensUsed()).toBeGreaterThan(0)
  await nothingIsHeld()
})

type Script = Parameters<typeof model.play>[0]

/** A provider that fails, in each way; one that is silent has a test of its own. */
const FAILURES: Record<string, Script> = {
  'answers 500': (_call, response) => {
    response.writeHead(500).end()
    return null
  },
  'answers 429': (_call, response) => {
    response.writeHead(429, { 'retry-after': '60' }).end()
    return null
  },
  'cuts the answer in the middle': (_call, response) => {
    part(begin(response), { content: 'Mã' })
    setImmediate(() => response.destroy())
    return null
  },
  'ends before its end': (_call, response) => {
    part(begin(response), { content: 'Mã' })
    response.end('data: [DONE]\n\n')
    return null
  },
  'never ends': (_call, response) => {
    begin(response)
    const more = setInterval(() => part(response, { content: 'x'.repeat(10_000) }), 1)
    response.once('close', () => clearInterval(more))
    return null
  },
  'says something else': (_call, response) => {
    response.writeHead(200).end('<p>Hello')
    return null
  },
}

/** A model that answers, but not from what it was given. */
const UNGROUNDED: Record<string, (source: string) => string> = {
  'names no source': () => 'Mã động đổi được đích.',
  'names a section that it was not given': (source) => `Xem [đây](${source.replace(/#.*/, '#section-99')})`,
  'names a page that there is not': (source) =>
    `Xem [đây](${source.replace(/help\/[\w-]+/, 'help/nothing')})`,
  'links elsewhere beside its source': (source) => `Xem [đây](${source}) và https://evil.example/login`,
}

const FALLBACK = 'Mô hình ngôn ngữ chưa trả lời được một cách chắc chắn, nên trợ lý tích hợp trả lời:'
const QUESTION = 'Làm sao đổi liên kết của mã đã in?'

/** The embedded assistant answered, says so, and it cost nothing. */
async function answersInstead(ask: () => Promise<{ message: string; isStopped: boolean }>, product = given) {
  const { message, isStopped } = await ask()
  expect([message.split('\n')[0], isStopped]).toEqual([FALLBACK, false])
  expect(message).toContain('**Liên kết đích**')
  expect(message).not.toContain('evil.example')
  expect(await tokensUsed(product)).toBe(0)
  await nothingIsHeld(product)
  expect((await chat.history()).at(-1)).toMatchObject({ from: 'GPT', message })
}

test.each(Object.entries(UNGROUNDED))(
  'where the model %s, the embedded assistant answers',
  async (_kind, say) => {
    model.play((call) => ({ text: say(sourceIn(call)) }))
    await answersInstead(() => chat.ask(QUESTION))
    expect(model.calls).toHaveLength(1)
  },
)

/** Texts whose beginning is in order, or is not yet. */
const BEGUN: Record<string, (source: string) => string> = {
  ...UNGROUNDED,
  'links elsewhere behind its source': (source) =>
    `Xem [đây](${source}).\n\nRồi mở https://evil.example/login\n\nXong.`,
  'hides an address': (source) => `Xem [đây](${source}) và [kia](https&#x3A;//evil.example/login).\n\nXong.`,
  'escapes an address': (source) => `Xem [đây](${source}) và [kia](https\\://evil.example/login).\n\nXong.`,
}

test.each(Object.entries(BEGUN))(
  'where the model %s, nothing of it is streamed before it was judged',
  async (_kind, say) => {
    model.play((call) => ({ text: `${say(sourceIn(call))}\n\nHết.` }))
    await answersInstead(async () => {
      const events = await chat.stream(QUESTION)
      const streamed = events.flatMap((each) => (each.event === 'delta' ? each.data.text : [])).join('')
      expect(streamed).not.toMatch(/evil|đổi được đích|section-99|nothing/)
      const done = events.at(-1)
      if (done?.event !== 'done') throw new Error('not done')
      return done.data.answer
    })
  },
)

test.each(Object.entries(FAILURES))(
  'where the provider %s, the embedded assistant answers',
  async (_kind, script) => {
    model.play(script)
    await answersInstead(() => chat.ask(QUESTION))
    expect(model.calls.length).toBeGreaterThan(0)
    // Failures in a row are counted across people; one answer ends the row.
    model.play((call) => ({ text: `Xem [đây](${sourceIn(call)}).` }))
    expect((await chat.ask(QUESTION)).message).toMatch(/^Xem/)
  },
)

test('after five failures in a row the provider is left alone', async () => {
  for (let failures = 0; failures <= BREAKER_FAILURES; failures++) {
    model.play((_call, response) => {
      response.writeHead(400).end()
      return null
    })
    await answersInstead(() => chat.ask(QUESTION))
    expect(model.calls).toHaveLength(failures < BREAKER_FAILURES ? 1 : 0)
  }
})

describe('a provider that is silent', () => {
  const hurried = testApp({ BILLING: 'on', ...model.settings, OPENAI_TIMEOUT_SECONDS: '2' })

  test('is waited for until the time is over, then the embedded assistant answers', async () => {
    person = await hurried.signedIn()
    chat = chatOf(hurried, person)
    model.play(() => null)
    await answersInstead(() => chat.ask(QUESTION), hurried)
  })
})

test('what was still under way when the time was over is neither said nor paid for', async () => {
  const held = Promise.withResolvers<[]>()
  const told: unknown[] = []
  const help = { rank: () => held.promise, answers: () => ({ places: [], isSure: false }) }
  const assistant = modelAssistant({
    config: { baseUrl: model.settings.OPENAI_BASE_URL, apiKey: 'a-key', model: 'a-model', timeoutMs: 1 },
    site: { appName: 'Scanleaf' },
    log: createLog('silent'),
  })
  const answer = assistant.answer({
    ...{ history: [], question: QUESTION, hasTokens: true, signal: new AbortController().signal },
    tools: { help, clock: systemClock, language: 'vi' } as never,
    onDelta: (text) => void told.push(text),
    onSpent: (spent) => void told.push(spent),
  })
  await expect(answer).rejects.toMatchObject({ code: 'UpstreamTimeout' })
  held.resolve([])
  await nextTurn()
  expect(told).toEqual([])
})
