import {
  ChatAction,
  ChatActions,
  ChatHistory,
  ChatMessage,
  DecideChatAction,
  ListChatMessages,
  resultOf,
  SendChatMessage,
} from '@scanleaf/shared'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import { acting } from '../../platform/http/acting'
import { requestLanguage } from '../../platform/http/error-handler'
import { createRateLimits } from '../../platform/http/rate-limit'
import { decideProposal, undoProposal } from '../tools'
import { type Answering, answerQuestion, type Opened, openQuestion } from './ask'
import type { Chat } from './chat'
import { readActions, readHistory } from './history'
import { eventsOf } from './stream'

const ById = z.object({ id: z.uuid() })
const One = resultOf(ChatAction)
/** More than a person types; a loop is slowed down. */
const QUESTIONS = { limit: 60, windowMs: 60_000 }

/** The assistant (spec §7, "Chat"). Other people's messages and actions are 404. */
export const chatRoutes: FastifyPluginAsyncZod<{ chat: Chat }> = async (app, { chat }) => {
  const tags = ['chat']
  const limits = createRateLimits(chat.database, chat.clock)
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())

  async function send(request: FastifyRequest, reply: FastifyReply, asked: { msg: string } | { id: string }) {
    const caller = acting(request)
    await limits.enforce('chat', caller.personId, QUESTIONS)
    const opened = await openQuestion(chat, caller, asked)
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    const language = requestLanguage(request)
    const answering = {
      acting: caller,
      language,
      left: left.signal,
      stopping: stopping.signal,
      onDelta: () => {},
    }
    if (request.headers.accept?.includes('text/event-stream'))
      return stream(request, reply, opened, answering)
    const answered = await answerQuestion(chat, opened, answering)
    if (!answered) throw new AppError('RequestTimeout')
    return { result: answered.answer }
  }

  function stream(request: FastifyRequest, reply: FastifyReply, opened: Opened, answering: Answering) {
    const events = eventsOf(async (emit) => {
      try {
        emit({ event: 'question', data: { id: opened.question.id } })
        const onDelta = (text: string) => emit({ event: 'delta', data: { text } })
        const answered = await answerQuestion(chat, opened, { ...answering, onDelta })
        if (!answered) return
        if (answered.answer.actions.length > 0) emit({ event: 'actions', data: answered.answer.actions })
        emit({ event: 'done', data: answered })
      } catch (error) {
        emit({ event: 'error', data: app.errorBody(error as Error, request) })
      }
    })
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no')
      .serializer((body: unknown) => body as string)
      .send(events)
  }

  app.get(
    '/message-gpt',
    {
      config: { access: 'assistant' },
      schema: { tags, querystring: ListChatMessages, response: { 200: ChatHistory } },
    },
    (request) => readHistory(chat, acting(request), request.query.cursor),
  )

  app.post(
    '/message-gpt',
    {
      config: { access: 'assistant' },
      schema: {
        tags,
        summary: 'Ask; with `Accept: text/event-stream` the answer comes as it is made',
        body: SendChatMessage,
        response: { 200: resultOf(ChatMessage) },
      },
    },
    (request, reply) => send(request, reply, { msg: request.body.msg }),
  )

  app.post(
    '/message-gpt/:id/answer',
    {
      config: { access: 'assistant' },
      schema: {
        tags,
        summary: 'Ask again what was never answered',
        params: ById,
        response: { 200: resultOf(ChatMessage) },
      },
    },
    (request, reply) => send(request, reply, { id: request.params.id }),
  )

  app.get(
    '/message-gpt/actions',
    {
      config: { access: 'assistant' },
      schema: { tags, querystring: ListChatMessages, response: { 200: ChatActions } },
    },
    (request) => readActions(chat, acting(request), request.query.cursor),
  )

  app.post(
    '/message-gpt/actions/:id',
    {
      config: { access: 'assistant' },
      schema: { tags, params: ById, body: DecideChatAction, response: { 200: One } },
    },
    async (request) => {
      const caller = acting(request)
      const of = { id: request.params.id, of: caller }
      return { result: await decideProposal(chat, caller, { ...of, ...request.body }) }
    },
  )

  app.post(
    '/message-gpt/actions/:id/undo',
    { config: { access: 'assistant' }, schema: { tags, params: ById, response: { 200: One } } },
    async (request) => {
      const caller = acting(request)
      return { result: await undoProposal(chat, caller, { id: request.params.id, of: caller }) }
    },
  )
}
