import type { ChatActionKind, ChatChange } from '@scanleaf/shared'
import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/** The workspace of a conversation; empty where it has the id of the person. */
const inWorkspace = { ownerId: text('owner_id').notNull().default('') }

/** Questions of users and their answers. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Place in the history. */
    place: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: text('user_id').notNull(),
    ...inWorkspace,
    from: text({ enum: ['user', 'GPT'] }).notNull(),
    message: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The question of an answer: each question has one answer at most. */
    questionId: uuid('question_id'),
    /** Lease of a question that has no answer yet. */
    answeringUntil: timestamp('answering_until', { withTimezone: true }),
    isStopped: boolean('is_stopped').notNull().default(false),
  },
  (table) => [
    index('chat_messages_history').on(table.userId, table.place),
    uniqueIndex('chat_messages_answer').on(table.questionId),
  ],
)

/** Proposals of the assistant, and their outcome. */
export const chatActions = pgTable(
  'chat_actions',
  {
    id: uuid().primaryKey().defaultRandom(),
    place: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: text('user_id').notNull(),
    ...inWorkspace,
    messageId: uuid('message_id').notNull(),
    kind: text().$type<ChatActionKind>().notNull(),
    /** Null for a code that is not made yet. */
    codeId: uuid('code_id'),
    changes: jsonb().$type<ChatChange[]>().notNull(),
    status: text({ enum: ['proposed', 'done', 'declined', 'undone'] })
      .notNull()
      .default('proposed'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (table) => [
    index('chat_actions_of_user').on(table.userId, table.place),
    index('chat_actions_of_message').on(table.messageId),
  ],
)
