import { request } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { openPublicAddress } from '../../../testing/front-door'
import { openTokens } from '../../billing'
import { begin, chatOf, part, startModelSimulator } from '../testing'

const model = await startModelSimulator()
const door = await openPublicAddress()
const given = testApp({ BILLING: 'on', ...model.settings, OPENAI_TIMEOUT_SECONDS: '3' }, door)
afterAll(() => model.close())

const FREE_TOKENS = 10_000
const BREAKER_FAILURES = 5

let person: Person
let chat: ReturnType<typeof chatOf>
beforeEach(async () => {
  person = await given.signedIn()
  chat = chatOf(given, person)
})

const tokens = () => openTokens({ database: given.database(), clock: given.clock })
const tokensUsed = async () => (await tokens().read(person.id)).tokenUsed

/** All of the free plan can be reserved again: nothing is reserved for an answer. */
async function nothingIsHeld() {
  const rest = FREE_TOKENS - (await tokensUsed())
  await tokens().settle(person.id, await tokens().reserve(person.id, rest), 0)
}

test('who stops an answer pays for its beginning, and keeps it', async () => {
  let isBrokenOff: Promise<void> | undefined
  model.play((_call, response) => {
    part(begin(response), { content: 'Mã động ' })
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
  await expect.poll(() => chat.history()).toMatchObject([{}, { message: 'Mã động ', isStopped: true }])
  await expect.poll(tokensUsed).toBeGreaterThan(0)
  await nothingIsHeld()
})

const TROUBLE: Record<string, { script: Parameters<typeof model.play>[0]; status: number }> = {
  'is silent': { script: () => null, status: 504 },
  'answers 500': {
    script: (_call, response) => {
      response.writeHead(500).end()
      return null
    },
    status: 502,
  },
  'answers 429': {
    script: (_call, response) => {
      response.writeHead(429, { 'retry-after': '60' }).end()
      return null
    },
    status: 502,
  },
  'cuts the answer in the middle': {
    script: (_call, response) => {
      part(begin(response), { content: 'Mã' })
      setImmediate(() => response.destroy())
      return null
    },
    status: 502,
  },
  'ends before its end': {
    script: (_call, response) => {
      part(begin(response), { content: 'Mã' })
      response.end('data: [DONE]\n\n')
      return null
    },
    status: 502,
  },
  'never ends': {
    script: (_call, response) => {
      begin(response)
      const more = setInterval(() => part(response, { content: 'x'.repeat(10_000) }), 1)
      response.once('close', () => clearInterval(more))
      return null
    },
    status: 502,
  },
  'says something else': {
    script: (_call, response) => {
      response.writeHead(200).end('<p>Hello')
      return null
    },
    status: 502,
  },
}

test('a provider in trouble is an error in time, costs nothing, leaves the question to be asked again, and is left alone after five', async () => {
  let failures = 0
  const asked: string[] = []
  for (const [trouble, { script, status }] of Object.entries(TROUBLE)) {
    const isOpen = failures >= BREAKER_FAILURES
    model.play(script)
    const reply = await chat.send(trouble)
    asked.push(`${trouble}: ${reply.statusCode}`)
    expect(asked.at(-1)).toBe(
      `${trouble}: ${isOpen ? 503 : status === 504 || reply.statusCode === 504 ? 504 : 502}`,
    )
    if (isOpen) expect([model.calls.length, reply.headers['retry-after']]).toEqual([0, '30'])
    expect(await tokensUsed()).toBe(0)
    await nothingIsHeld()
    expect((await chat.history()).at(-1)).toMatchObject({ message: trouble, isUnanswered: true })
    failures += 1
  }
})
