import { WORKSPACE_ROLES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true })
const role = () => text({ enum: WORKSPACE_ROLES }).notNull()

/**
 * Workspaces that somebody shares. A person without a row in `workspace_members` has a home with the id of the person
 * and nobody else in it, so both tables are empty where nobody works together.
 */
export const workspaces = pgTable('workspaces', {
  /** Of a home the id of the person. */
  id: text().primaryKey(),
  name: text().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  /** The member to whom its ownership is offered, and until when; null for none. */
  offeredTo: text('offered_to'),
  offerExpiresAt: time('offer_expires_at'),
})

/** Who works in a workspace, and who did. */
export const workspaceMembers = pgTable(
  'workspace_members',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    role: role(),
    isHome: boolean('is_home').notNull().default(false),
    /** As the account service said them last; it may be another service. */
    email: text().notNull(),
    name: text().notNull(),
    joinedAt: time('joined_at').notNull().defaultNow(),
    /** Whether they get its weekly report; of the home it is among their mail preferences. */
    weeklyReport: boolean('weekly_report').notNull().default(false),
    seenAt: time('seen_at'),
    /** The row of who left stays for the names in the history. */
    leftAt: time('left_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    uniqueIndex('workspace_members_owner')
      .on(table.workspaceId)
      .where(sql`${table.role} = 'owner' and ${table.leftAt} is null`),
    uniqueIndex('workspace_members_home').on(table.userId).where(sql`${table.isHome}`),
    index('workspace_members_person').on(table.userId).where(sql`${table.leftAt} is null`),
    index('workspace_members_weekly').on(table.workspaceId, table.userId).where(sql`${table.weeklyReport}`),
    check(
      'workspace_members_role',
      sql`${table.role} in ('owner', 'manager', 'editor', 'billing', 'viewer')`,
    ),
    check('workspace_members_home_is_own', sql`not ${table.isHome} or ${table.role} = 'owner'`),
  ],
)

/** Invitations into workspaces; those that ended stay, so that their link says why it does nothing. */
export const workspaceInvitations = pgTable(
  'workspace_invitations',
  {
    id: uuid().primaryKey().defaultRandom(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    role: role(),
    /** Empty for a link. */
    email: text().notNull().default(''),
    /** Of the newest link; null until its mail is sent. */
    tokenHash: text('token_hash').unique('workspace_invitations_token'),
    invitedById: text('invited_by_id').notNull(),
    invitedBy: text('invited_by').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    closedAt: time('closed_at'),
    closedHow: text('closed_how', { enum: ['used', 'withdrawn'] }),
  },
  (table) => [
    uniqueIndex('workspace_invitations_address')
      .on(table.workspaceId, sql`lower(${table.email})`)
      .where(sql`${table.email} <> '' and ${table.closedAt} is null`),
    index('workspace_invitations_newest').on(table.workspaceId, table.createdAt),
  ],
)
