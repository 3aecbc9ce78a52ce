import type { ChatMessage, PublicConfig } from '@scanleaf/shared'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import texts from '../../../../shared/locales/chat/en.json'
import { queryClient } from '../../lib/api/query-client'
import { ConfigContext } from '../../lib/config'
import { startI18n } from '../../lib/i18n/i18n'
import { clearSession, saveSession } from '../../lib/session/session'
import { renderAtSize } from '../../testing/draw-at'
import { ChatPanel } from './chat-panel'

const REFUSED = {
  statusCode: 429,
  error: { code: 'TooManyRequests', message: 'Too many questions. Wait a moment.' },
  message: 'Too many questions. Wait a moment.',
}
/** The questions that were sent. */
const asked = vi.fn<(msg: string) => void>()

beforeAll(async () => {
  const realFetch = window.fetch.bind(window)
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (!address.startsWith('/gateway')) return realFetch(address, init)
    if (init.method === 'POST') {
      asked(JSON.parse(String(init.body)).msg)
      return Response.json(REFUSED, { status: 429 })
    }
    if (address.includes('my-message-tokens'))
      return Response.json({ package: { tokenUsed: 9000, limitPackageToken: 10_000 } })
    return Response.json({ result: [], meta: { cursor: null, limit: 20, assistant: 'model' } })
  })
  await startI18n('en', 'browser')
})

beforeEach(async () => {
  asked.mockReset()
  queryClient.clear()
  await saveSession({ sid: 'sid', email: 'an@example.vn', userId: 'u1', isAdmin: false })
})

function open() {
  const config = { billing: true, hasEmbeddedAccount: true } as PublicConfig
  return renderAtSize('/dynamic-codes/generator?type=text', {
    root: () => (
      <ConfigContext value={config}>
        <ChatPanel onClose={() => {}} />
      </ConfigContext>
    ),
    routes: { '/dynamic-codes/generator': undefined },
    client: queryClient,
  })
}

const field = () => page.getByRole('textbox', { name: texts.field })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const press = (init: KeyboardEventInit & { keyCode?: number } = {}) =>
  field()
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }))

test('who is signed out cannot write, and is led to the sign-in and back', async () => {
  clearSession()
  open()
  await expect.element(page.getByText(texts['sign-in.text'])).toBeVisible()
  await expect.element(field()).toBeDisabled()
  await expect.element(button(texts.send)).toBeDisabled()
  const left = new Promise<URL>((resolve) => {
    const { navigation } = window as never as { navigation: EventTarget }
    const stay = (event: Event) => {
      event.preventDefault()
      resolve(new URL((event as never as { destination: { url: string } }).destination.url))
    }
    navigation.addEventListener('navigate', stay, { once: true })
  })
  await button(texts['sign-in']).click()
  const { pathname, searchParams } = await left
  expect(pathname).toBe('/account/login')
  const started = JSON.parse(sessionStorage.getItem('signIn') ?? '{}')
  expect(started).toEqual({
    state: searchParams.get('state'),
    returnPath: '/dynamic-codes/generator?type=text',
  })
})

test('a refusal of the server stands as the answer, and the question can be sent again', async () => {
  open()
  await field().fill('How many scans?')
  press()
  await expect.element(page.getByText(REFUSED.message)).toBeVisible()
  await button('Try again').click()
  await expect.poll(() => asked).toHaveBeenCalledTimes(2)
})

test('the panel says that a language model answers, and the tokens where they are sold', async () => {
  open()
  await expect.element(page.getByText(texts['model-note'])).toBeVisible()
  await expect.element(page.getByText('9,000 of 10,000 tokens used')).toBeVisible()
})

test('Enter that ends a composition sends nothing; the next one sends', async () => {
  open()
  await field().fill('スキャンは何回')
  press({ isComposing: true })
  // Safari: the composition has ended by then, and only the key code shows it.
  press({ keyCode: 229 })
  press({ shiftKey: true })
  expect(asked).not.toHaveBeenCalled()
  await expect.element(field()).toHaveValue('スキャンは何回')
  press()
  await expect.poll(() => asked).toHaveBeenCalledExactlyOnceWith('スキャンは何回')
  await expect.element(field()).toHaveValue('')
})

test.each([' \n ', '\u200b\u2060\u3164'])('the blank message %j is not sent', async (blank) => {
  open()
  await field().fill(blank)
  press()
  await expect.element(button(texts.send)).toBeDisabled()
  expect(asked).not.toHaveBeenCalled()
})

test('a message that is too long stays whole, and how long it may be is told', async () => {
  open()
  await field().fill('x'.repeat(4001))
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too long: at most 4,000 characters')
  press()
  expect(asked).not.toHaveBeenCalled()
  await field().fill(` ${'x'.repeat(4000)} `)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  press()
  await expect.poll(() => asked).toHaveBeenCalledExactlyOnceWith('x'.repeat(4000))
})

const messageOf = (id: string, from: ChatMessage['from'], message: string): ChatMessage => ({
  id,
  from,
  message,
  createdAt: '2026-11-26T08:00:00.000Z',
  actions: [],
  isUnanswered: false,
  isStopped: false,
})
const question = messageOf('q1', 'user', 'How many scans?')
const answer = messageOf('a1', 'GPT', 'Forty-two.')

test.each([
  { what: 'the conversation is still loading', before: [] as ChatMessage[][] },
  { what: 'older messages are still loading', before: [[messageOf('q0', 'user', 'Hello')]] },
])('an answer that comes while $what stays', async ({ before }) => {
  const historyOf = (result: ChatMessage[], cursor: string | null) =>
    Response.json({ result, meta: { cursor, limit: 20, assistant: 'embedded' } })
  const loads: ((history: Response) => void)[] = []
  vi.spyOn(window, 'fetch').mockImplementation((_address, { method } = {}) => {
    const done = `event: done\ndata: ${JSON.stringify({ question, answer })}\n\n`
    if (method === 'POST') return Promise.resolve(new Response(done))
    return new Promise((resolve) => loads.push(resolve))
  })
  open()
  for (const [place, messages] of before.entries()) {
    await expect.poll(() => loads).toHaveLength(place + 1)
    loads[place]?.(historyOf(messages, 'older'))
  }
  await expect.poll(() => loads).toHaveLength(before.length + 1)
  await field().fill(question.message)
  press()
  // What was on its way is requested again once the answer is there, and no longer counts.
  await expect.poll(() => loads).toHaveLength(before.length + 2)
  loads[before.length]?.(historyOf([], null))
  loads[before.length + 1]?.(historyOf(before.length === 0 ? [question, answer] : [], null))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(page.getByText(answer.message)).toBeVisible()
})
