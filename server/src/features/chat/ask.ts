import type { ChatMessage, Language } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Acting } from '../../platform/http/acting'
import { storeProposals } from '../tools'
import type { AssistantReply } from './assistant'
import { type Chat, toolContextOf } from './chat'
import { presentMessages, readTurns } from './history'
import {
  claimQuestion,
  findQuestion,
  insertAnswer,
  insertQuestion,
  type MessageRow,
  releaseQuestion,
} from './repository'

/** Longer than any answer takes: a question that was not answered by then can be asked again. */
const ANSWERING_MS = 60_000

/** A stored question whose answer is paid for, and which no other request answers meanwhile. */
export interface Opened {
  question: MessageRow
  /** Null for a free answer. */
  reservation: string | null
  /** False when the plan has no tokens left for an answer of a model. */
  hasTokens: boolean
}

/**
 * Stores a question, or resumes one that was never answered.
 * @throws AppError NotFound, Conflict for a question that has an answer or is about to get one
 */
export async function openQuestion(
  chat: Chat,
  acting: Acting,
  asked: { msg: string } | { id: string },
): Promise<Opened> {
  const known = 'id' in asked ? await findQuestion(chat.database.db, acting, asked.id) : null
  if ('id' in asked && !known) throw new AppError('NotFound')
  const message = 'msg' in asked ? asked.msg : (known?.message ?? '')
  const most = chat.assistant.maxTokens(message)
  const { reservation, hasTokens } = await reserve(chat, acting, most)
  try {
    return { question: await storeQuestion(chat, acting, known, message), reservation, hasTokens }
  } catch (error) {
    await settle(chat, acting, reservation, 0)
    throw error
  }
}

async function reserve(chat: Chat, acting: Acting, most: number) {
  if (!chat.sales || most === 0) return { reservation: null, hasTokens: true }
  try {
    return { reservation: await chat.sales.tokens.reserve(acting.ownerId, most), hasTokens: true }
  } catch (error) {
    if (error instanceof AppError && error.code === 'ExceedLimitation')
      return { reservation: null, hasTokens: false }
    throw error
  }
}

async function storeQuestion(
  { database: { db }, clock }: Chat,
  acting: Acting,
  known: MessageRow | null,
  message: string,
): Promise<MessageRow> {
  const now = clock.now()
  const until = new Date(now.getTime() + ANSWERING_MS)
  if (!known) return insertQuestion(db, { talk: acting, message, createdAt: now, answeringUntil: until })
  const taken = await claimQuestion(db, { talk: acting, id: known.id, now, until })
  if (!taken) throw new AppError('Conflict')
  return taken
}

const settle = async (
  chat: Chat,
  acting: Acting,
  reservation: string | null,
  spent: number,
): Promise<void> => {
  if (reservation !== null) await chat.sales?.tokens.settle(acting.ownerId, reservation, spent)
}

export interface Answering {
  acting: Acting
  language: Language
  /** Aborted when the client disconnects or stops the answer. */
  left: AbortSignal
  /** Aborted when the server stops. */
  stopping: AbortSignal
  onDelta: (text: string) => void
}

export interface Answered {
  question: ChatMessage
  answer: ChatMessage
}

/**
 * Answers an open question, and settles its cost. A failed answer costs nothing and leaves the question to be
 * asked again; one that is stopped costs what was used, and its beginning is kept.
 * @returns null when it was stopped before its first word
 * @throws AppError UpstreamFailed, UpstreamTimeout, ServiceUnavailable
 */
export async function answerQuestion(
  chat: Chat,
  { question, reservation, hasTokens }: Opened,
  answering: Answering,
): Promise<Answered | null> {
  const { acting, language, left, stopping, onDelta } = answering
  let begun = ''
  let spent = 0
  try {
    const answer = await chat.assistant.answer({
      history: await readTurns(chat, acting, question.place),
      question: question.message,
      tools: toolContextOf(chat, acting, language),
      hasTokens,
      signal: AbortSignal.any([left, stopping]),
      onDelta: (text) => {
        begun += text
        onDelta(text)
      },
      onSpent: (tokens) => {
        spent = tokens
      },
    })
    return await store(chat, acting, question, answer, false)
  } catch (error) {
    if (left.aborted && !stopping.aborted) {
      if (begun !== '') return await store(chat, acting, question, { text: begun, proposals: [] }, true)
      await releaseQuestion(chat.database.db, question.id)
      return null
    }
    spent = 0
    await releaseQuestion(chat.database.db, question.id)
    throw stopping.aborted ? new AppError('ServiceUnavailable') : error
  } finally {
    await settle(chat, acting, reservation, spent)
  }
}

/** Stores the answer with all its proposals, or nothing. */
async function store(
  chat: Chat,
  acting: Acting,
  question: MessageRow,
  { text, proposals }: AssistantReply,
  isStopped: boolean,
): Promise<Answered> {
  const now = chat.clock.now()
  const answer = await chat.database.transaction(async (tx) => {
    const row = await insertAnswer(tx, {
      talk: acting,
      questionId: question.id,
      message: text,
      createdAt: now,
      isStopped,
    })
    if (!row) throw new AppError('Conflict')
    await storeProposals(tx, proposals, { acting, messageId: row.id, now })
    return row
  })
  const rows = [question, answer].map((row) => ({ ...row, isAnswered: true }))
  const [asked, given] = await presentMessages(chat, acting.ownerId, rows)
  return { question: asked as ChatMessage, answer: given as ChatMessage }
}
