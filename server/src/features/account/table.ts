import { ENDINGS, SIGN_IN_METHODS, USER_ACTIONS } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** As the user wrote it. */
    username: text().notNull(),
    /** The form under which the name is unique and found: the same on both engines, whatever their locale. */
    usernameKey: text('username_key').notNull(),
    email: text().notNull(),
    /** When the person verified `email`; a trigger clears it when the address changes without verification. */
    emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
    /** The address that takes the place of `email` once its link is pressed. */
    pendingEmail: text('pending_email'),
    /** Makes codes only with a verified address; false for accounts made before mail was sent. */
    mustVerify: boolean('must_verify').notNull().default(false),
    /** Since when the mail server of `email` refuses mail for it. */
    emailFailedAt: timestamp('email_failed_at', { withTimezone: true }),
    /** Of the mail to this person; null until known. */
    language: text(),
    /** IANA name; null until known. */
    timeZone: text('time_zone'),
    passwordHash: text('password_hash').notNull(),
    /** False for somebody who came by a provider and set none: nobody knows what `passwordHash` was made of. */
    hasPassword: boolean('has_password').notNull().default(true),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text().notNull().default(''),
    /** Id of an image, or empty. */
    photo: text().notNull().default(''),
    role: text({ enum: ['member', 'admin'] })
      .notNull()
      .default('member'),
    suspendedAt: timestamp('suspended_at', { withTimezone: true }),
    /** Null: not approved yet. */
    approvedAt: timestamp('approved_at', { withTimezone: true }),
    /** When an operator refused the account. */
    refusedAt: timestamp('refused_at', { withTimezone: true }),
    /** When the requested deletion begins; null for none. The three columns after it say how. */
    deletingAt: timestamp('deleting_at', { withTimezone: true }),
    ending: text({ enum: ENDINGS }).notNull().default('freeze'),
    keepPdfPages: boolean('keep_pdf_pages').notNull().default(false),
    /** When the second email about a deletion that stops codes was queued. */
    deletionWarnedAt: timestamp('deletion_warned_at', { withTimezone: true }),
    /** The searchable text for administrators; its index is written by hand in the migration. */
    searchText: text('search_text').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(table.usernameKey),
    // An unverified address keeps nobody else from it: the first to verify it has it.
    uniqueIndex('users_email_key')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.emailVerifiedAt} is not null or not ${table.mustVerify}`),
    index('users_by_email').on(sql`lower(${table.email})`),
    index('users_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    index('users_admins')
      .on(table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.role} = 'admin'`),
    index('users_suspended')
      .on(table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.suspendedAt} is not null`),
    index('users_not_approved')
      .on(table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.approvedAt} is null`),
    index('users_deleting').on(table.deletingAt).where(sql`${table.deletingAt} is not null`),
  ],
)

/** A permission mask per resource: create 8, read 4, update 2, delete 1. */
export const permissions = pgTable(
  'permissions',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    resource: text().notNull(),
    mask: smallint().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.resource] }),
    check('permissions_mask', sql`${table.mask} between 0 and 15`),
  ],
)

/** Only the hash of a token is stored: a dump of the database holds no usable session. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Moves with use, never past `absoluteExpiresAt`. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    absoluteExpiresAt: timestamp('absolute_expires_at', { withTimezone: true }).notNull(),
    /** Browser and system, as "Chrome · Windows"; empty for a program that names none. */
    label: text().notNull().default(''),
    /** ISO 3166-1 alpha-2 of where it was opened; empty where that is unknown. */
    country: text().notNull().default(''),
    /** How the session was authenticated, at sign-in or since: anything but `password` is two factors. */
    method: text({ enum: SIGN_IN_METHODS }).notNull().default('password'),
    /** Name of the provider that vouched in the place of the password; empty for none. */
    provider: text().notNull().default(''),
    /** When its user last proved who they are, by the database's clock. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** What operators did to users. It outlives the user, without a name. */
export const userActions = pgTable(
  'user_actions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    byId: text('by_id').notNull(),
    /** Address of the operator at that time; of a deleted one the id. */
    by: text().notNull(),
    userId: uuid('user_id').notNull(),
    action: text({ enum: USER_ACTIONS }).notNull(),
    resource: text().notNull().default(''),
    from: text().notNull().default(''),
    to: text().notNull().default(''),
    /** In the operator's words, for what asks for one. */
    reason: text().notNull().default(''),
  },
  (table) => [index('user_actions_user').on(table.userId, table.id)],
)

/** Unused invitations; their links are one-time tokens. */
export const invitations = pgTable('registration_invitations', {
  id: uuid().primaryKey().defaultRandom(),
  /** Where it was sent; empty for a link that the operator passes on. */
  email: text().notNull(),
  createdById: text('created_by_id').notNull(),
  /** Address of the operator at that time. */
  createdBy: text('created_by').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})

/** Places of earlier sign-ins of a user: others' failures cause no delay there. No address is stored in clear text. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceHash: text('device_hash').notNull(),
    lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
)

/** One row: facts about this installation that must be decided once. */
export const installation = pgTable(
  'installation',
  {
    id: smallint().primaryKey().default(1),
    /** Stays when that user is deleted, so that no setup token counts again. */
    firstAdminId: uuid('first_admin_id'),
    /** SHA-256 of the token that makes the first administrator; null once there is one. */
    setupTokenHash: text('setup_token_hash'),
  },
  (table) => [check('installation_single_row', sql`${table.id} = 1`)],
)
