import { CHAT_PAGE, type ChatAction, type ChatHistory, type ChatMessage } from '@scanleaf/shared'
import { findProposals, findProposalsOf, presentProposals, type Talk } from '../tools'
import type { ChatTurn } from './assistant'
import type { Chat } from './chat'
import { cursorBefore, readCursor } from './cursor'
import { findMessages, type ListedMessage } from './repository'

/** Messages of the conversation that a model gets, and their total length, in UTF-16 units. */
const REMEMBERED = 10
const REMEMBERED_LENGTH = 6000

/** A page of somebody's conversation. @throws AppError BadRequest for a cursor of another list */
export async function readHistory(chat: Chat, talk: Talk, cursor: string | undefined): Promise<ChatHistory> {
  const before = cursor === undefined ? null : readCursor(talk, 'messages', cursor)
  const found = await findMessages(chat.database.db, talk, { before, limit: CHAT_PAGE + 1 })
  const rows = found.slice(0, CHAT_PAGE)
  const oldest = rows.at(-1)
  const next = oldest && found.length > CHAT_PAGE ? cursorBefore(talk, 'messages', oldest.place) : null
  const meta = { cursor: next, limit: CHAT_PAGE, assistant: chat.assistant.kind }
  return { result: await presentMessages(chat, talk.ownerId, rows.reverse()), meta }
}

/** @throws AppError BadRequest for a cursor of another list */
export async function readActions(chat: Chat, talk: Talk, cursor: string | undefined) {
  const before = cursor === undefined ? null : readCursor(talk, 'actions', cursor)
  const found = await findProposals(chat.database.db, talk, { before, limit: CHAT_PAGE + 1 })
  const rows = found.slice(0, CHAT_PAGE)
  const oldest = rows.at(-1)
  const next = oldest && found.length > CHAT_PAGE ? cursorBefore(talk, 'actions', oldest.place) : null
  return {
    result: await presentProposals(chat, talk.ownerId, rows),
    meta: { cursor: next, limit: CHAT_PAGE },
  }
}

/** The conversation before a question, as far as a model gets it. */
export async function readTurns(chat: Chat, talk: Talk, before: number): Promise<ChatTurn[]> {
  const turns: ChatTurn[] = []
  let length = 0
  for (const { from, message } of await findMessages(chat.database.db, talk, {
    before,
    limit: REMEMBERED,
  })) {
    length += message.length
    if (length > REMEMBERED_LENGTH) break
    turns.unshift({ from, message })
  }
  return turns
}

/** All of messages that leaves the server. */
export async function presentMessages(
  chat: Chat,
  ownerId: string,
  rows: readonly ListedMessage[],
): Promise<ChatMessage[]> {
  const answers = rows.filter(({ from }) => from === 'GPT').map(({ id }) => id)
  const actionRows = await findProposalsOf(chat.database.db, answers)
  const presented = await presentProposals(chat, ownerId, actionRows)
  const byMessage = new Map<string, ChatAction[]>()
  for (const [place, action] of presented.entries()) {
    const of = actionRows[place]?.messageId ?? ''
    byMessage.set(of, [...(byMessage.get(of) ?? []), action])
  }
  const now = chat.clock.now()
  return rows.map((row) => ({
    id: row.id,
    from: row.from,
    message: row.message,
    createdAt: row.createdAt.toISOString(),
    isUnanswered: row.from === 'user' && !row.isAnswered && (row.answeringUntil ?? now) <= now,
    isStopped: row.isStopped,
    actions: byMessage.get(row.id) ?? [],
  }))
}
