import type { WorkspaceAct, WorkspaceRole } from '@scanleaf/shared'
import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Details of an act besides who, when and what: numbers and stable codes, no address and no secret. */
export type ActDetails = Partial<{ count: number; role: WorkspaceRole; kind: string }>

/**
 * Who did what in workspaces that are shared. People are ids, whose names are those of `workspace_members` when they are
 * read, so an erased person has none. Without references: it outlives what it names.
 */
export const workspaceEvents = pgTable(
  'workspace_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: text('workspace_id').notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Of a person, or `key:` and the id of a key. */
    byId: text('by_id').notNull(),
    /** Name of the key. */
    byKey: text('by_key').notNull(),
    action: text().$type<WorkspaceAct>().notNull(),
    /** The name that a thing had then. */
    subject: text().notNull(),
    /** The member whom it concerned. */
    memberId: text('member_id').notNull(),
    details: jsonb().$type<ActDetails>().notNull(),
  },
  (table) => [
    index('workspace_events_newest').on(table.workspaceId, table.id),
    index('workspace_events_age').on(table.at),
  ],
)
