import * as z from 'zod'
import { ErrorBody, RequiredMultiLine, Text } from '../wire'

/** Longest message, in UTF-16 units, after trimming. */
export const MAX_CHAT_MESSAGE = 4000
/** Messages of one page of the history. */
export const CHAT_PAGE = 20

/** POST message-gpt. With `Accept: text/event-stream` the answer comes as {@link ChatEvent}s. */
export const SendChatMessage = z.object({
  msg: RequiredMultiLine.max(MAX_CHAT_MESSAGE, { error: 'too-long' }),
})

/** GET message-gpt: the newest messages, or with a `cursor` (of the previous response) older ones. */
export const ListChatMessages = z.object({
  cursor: z.preprocess(
    (value) => (value === '' ? undefined : value),
    Text.max(200, { error: 'invalid-value' }).optional(),
  ),
})

export const CHAT_ACTION_KINDS = ['create', 'retarget', 'rename', 'pause', 'resume', 'rules'] as const
export type ChatActionKind = (typeof CHAT_ACTION_KINDS)[number]

export const CHAT_ACTION_STATUSES = ['proposed', 'done', 'declined', 'expired', 'undone'] as const

export const CHAT_CHANGED_FIELDS = ['target', 'name', 'enabled', 'rules'] as const

/**
 * The change of a code by an action. `enabled` is `true` or `false`, `rules` the JSON text of `zone` and `rules`, empty for
 * none; `from` is empty for a new code.
 */
export const ChatChange = z.object({ field: z.enum(CHAT_CHANGED_FIELDS), from: z.string(), to: z.string() })
export type ChatChange = z.infer<typeof ChatChange>

/** An action that the assistant proposes; nothing is done before its user confirms it. */
export const ChatAction = z.object({
  id: z.string(),
  kind: z.enum(CHAT_ACTION_KINDS),
  status: z.enum(CHAT_ACTION_STATUSES),
  /** As the code is now. Null before it is made, and once it is deleted. */
  code: z
    .object({
      id: z.string(),
      name: z.string(),
      dynamicId: z.string(),
      codeRedirect: z.string(),
      qrImageUrl: z.string(),
    })
    .nullable(),
  changes: z.array(ChatChange),
  createdAt: z.iso.datetime(),
  /** A proposal can be confirmed until then. */
  expiresAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
})
export type ChatAction = z.infer<typeof ChatAction>

/** What another program proposes, decided on a page of its own. */
export const ProgramProposal = ChatAction.extend({ program: z.string() })
export type ProgramProposal = z.infer<typeof ProgramProposal>

export const ChatMessage = z.object({
  id: z.string(),
  from: z.enum(['GPT', 'user']),
  /** The assistant's text is Markdown. */
  message: z.string(),
  createdAt: z.iso.datetime(),
  /** A question that was never answered; it can be asked again. */
  isUnanswered: z.boolean(),
  /** An answer that was stopped before its end. */
  isStopped: z.boolean(),
  actions: z.array(ChatAction),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** A page of the history, the oldest of it first. */
export const ChatHistory = z.object({
  result: z.array(ChatMessage),
  meta: z.object({
    /** Cursor for older messages; null at the beginning. */
    cursor: z.string().nullable(),
    limit: z.number().int(),
    /** The kind of assistant: a language model, or the embedded one of an installation without. */
    assistant: z.enum(['model', 'embedded']),
  }),
})
export type ChatHistory = z.infer<typeof ChatHistory>

/** GET message-gpt/actions: every action, the newest first. */
export const ChatActions = z.object({
  result: z.array(ChatAction),
  meta: z.object({ cursor: z.string().nullable(), limit: z.number().int() }),
})

/** POST message-gpt/actions/{id}. */
export const DecideChatAction = z.object({
  decision: z.enum(['confirm', 'decline'], { error: 'invalid-choice' }),
})

/** What follows `event:` and `data:` of a streamed answer: the stored question first, `done` or `error` last. */
export const ChatEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('question'), data: z.object({ id: z.string() }) }),
  z.object({ event: z.literal('delta'), data: z.object({ text: z.string() }) }),
  z.object({ event: z.literal('actions'), data: z.array(ChatAction) }),
  z.object({ event: z.literal('done'), data: z.object({ question: ChatMessage, answer: ChatMessage }) }),
  z.object({ event: z.literal('error'), data: ErrorBody }),
])
export type ChatEvent = z.infer<typeof ChatEvent>
