import type { ChatAction, ChatEvent, ChatHistory, ChatMessage, ErrorBody } from '@scanleaf/shared'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api/api'
import { ApiError } from '../../lib/api/api-error'
import { putData, queryClient } from '../../lib/api/query-client'
import { currentSession, endSession } from '../../lib/session/session'
import { sessionHeaders } from '../../lib/session/workspace'
import type { Decision } from './action-card'

const PATH = '/gateway/api/qrcode/message-gpt'
const schemas = () => import('./response-schemas')

/** The conversation by pages, the newest first; messages on this screen are appended to it, not fetched again. */
export const historyQuery = infiniteQueryOptions({
  queryKey: ['chat', 'history'],
  queryFn: ({ pageParam, signal }) =>
    api.get(PATH, async () => (await schemas()).HistoryResponse, { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ meta }: ChatHistory) => meta.cursor ?? undefined,
  staleTime: Number.POSITIVE_INFINITY,
})

export const tokensQuery = queryOptions({
  queryKey: ['chat', 'tokens'],
  queryFn: async ({ signal }) =>
    (
      await api.get('/gateway/api/qrcode/my-message-tokens', async () => (await schemas()).TokensResponse, {
        signal,
      })
    ).package,
})

type History = InfiniteData<ChatHistory, string | undefined>

const changeHistory = (change: (messages: ChatMessage[], page: number) => ChatMessage[]): void => {
  putData<typeof historyQuery.queryKey, History>(
    queryClient,
    historyQuery.queryKey,
    (history) =>
      history && {
        ...history,
        pages: history.pages.map((page, at) => ({ ...page, result: change(page.result, at) })),
      },
  )
}

/** In the place of a message of the same id, or at the end. */
export function addMessages(added: readonly ChatMessage[]): void {
  const ids = new Set(added.map(({ id }) => id))
  changeHistory((messages, page) => {
    const others = messages.filter(({ id }) => !ids.has(id))
    return page === 0 ? [...others, ...added] : others
  })
}

const replaceAction = (action: ChatAction): void =>
  changeHistory((messages) =>
    messages.map((message) => ({
      ...message,
      actions: message.actions.map((one) => (one.id === action.id ? action : one)),
    })),
  )

/** What is POSTed of a decision, below the address of what is decided. */
const decisionOf = (decision: Decision) =>
  decision === 'undo' ? (['/undo', undefined] as const) : (['', { decision }] as const)

/** Decides on what the assistant proposed, and shows it in its place. */
export async function decideAction(id: string, decision: Decision): Promise<ChatAction> {
  const [path, body] = decisionOf(decision)
  const schema = async () => (await schemas()).ActionResponse
  const { result } = await api.post(`${PATH}/actions/${id}${path}`, body, schema)
  replaceAction(result)
  return result
}

const proposalPath = (id: string) => `/gateway/api/proposals/${encodeURIComponent(id)}`

/** What a program proposes. */
export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: ['proposals', id],
    queryFn: async ({ signal }) =>
      (await api.get(proposalPath(id), async () => (await schemas()).ProposalResponse, { signal })).result,
  })

/** Decides on what a program proposes. */
export async function decideProposal(id: string, decision: Decision): Promise<ChatAction> {
  const [path, body] = decisionOf(decision)
  const schema = async () => (await schemas()).ProposalResponse
  const { result } = await api.post(`${proposalPath(id)}${path}`, body, schema)
  putData(queryClient, proposalQuery(id).queryKey, result)
  return result
}

/** A new question, or one of the history that was never answered. */
export type Params = { msg: string } | { id: string }

/**
 * Asks, and emits each event of the answer until it is complete.
 * @throws ApiError as the server responds; whatever `fetch` throws when it is aborted or breaks off
 */
export async function streamAnswer(
  asked: Params,
  onEvent: (event: ChatEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { ChatEvent } = await schemas()
  const { body } = await post(asked, signal)
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value = '', done = true } = (await reader?.read()) ?? {}
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, data = ''] = /^event: (\w+)\ndata: (.*)$/s.exec(block.trimStart()) ?? []
      if (!event) continue
      const told = ChatEvent.parse({ event, data: JSON.parse(data) })
      if (told.event === 'error') throw new ApiError(told.data)
      onEvent(told)
      if (told.event === 'done') return
    }
    if (done) throw new Error('the response ended early')
  }
}

async function post(asked: Params, signal: AbortSignal): Promise<Response> {
  const sid = currentSession()?.sid ?? ''
  const response = await fetch('id' in asked ? `${PATH}/${asked.id}/answer` : PATH, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'accept-language': i18next.language,
      ...sessionHeaders(sid),
      ...('msg' in asked && { 'content-type': 'application/json' }),
    },
    ...('msg' in asked && { body: JSON.stringify(asked) }),
    signal,
  })
  if (response.status === 401) endSession(sid)
  if (response.ok) return response
  const error = (await response.json().catch(() => null)) as ErrorBody | null
  throw error?.error ? new ApiError(error) : new Error(`the chat answered ${response.status}`)
}
