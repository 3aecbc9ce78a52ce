import { bigint, boolean, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** Questions of users and their answers. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Place in the history. */
    place: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: text('user_id').notNull(),
    /** The workspace; empty where it has the id of the person. */
    ownerId: text('owner_id').notNull().default(''),
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
