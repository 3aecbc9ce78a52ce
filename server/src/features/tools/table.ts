import type { ChatActionKind, ChatChange } from '@scanleaf/shared'
import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** Changes that a model proposes, and what a person decided. */
export const proposals = pgTable(
  'proposals',
  {
    id: uuid().primaryKey().defaultRandom(),
    place: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Whose conversation it is of; of a program `key:` and the id of its key. */
    userId: text('user_id').notNull(),
    /** The workspace; empty where it has the id of the person. */
    ownerId: text('owner_id').notNull().default(''),
    /** The answer of the assistant that it came with; null for one of a program. */
    messageId: uuid('message_id'),
    /** Name of the program that proposed it; empty for the assistant. */
    program: text().notNull().default(''),
    kind: text().$type<ChatActionKind>().notNull(),
    /** Null for a code that is not made yet. */
    codeId: uuid('code_id'),
    changes: jsonb().$type<ChatChange[]>().notNull(),
    status: text({ enum: ['proposed', 'done', 'declined', 'undone'] })
      .notNull()
      .default('proposed'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    decidedAt: time('decided_at'),
  },
  (table) => [
    index('proposals_of_user').on(table.userId, table.place),
    index('proposals_of_message').on(table.messageId),
  ],
)
