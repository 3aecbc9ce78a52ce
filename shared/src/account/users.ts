import * as z from 'zod'
import { OPERATOR_ACTIONS } from '../billing/operator'
import { CODE_REPORT_ACTIONS } from '../code-reports/schema'
import { emptyToNull, Line, Paging, pageOf } from '../wire'
import { PlannedDeletion } from './leaving'
import { RESOURCES } from './permissions'
import { APPROVALS } from './registration'
import { Role } from './schema'
import { SIGN_IN_METHODS } from './security'

/** The rights to one resource: create 8, read 4, update 2, delete 1. */
const Mask = z.number().int().min(0, { error: 'invalid-value' }).max(15, { error: 'invalid-value' })

/** GET identity/users, the newest first. `q` looks in names and mail address, every word anywhere. */
export const ListUsers = Paging.extend({
  q: emptyToNull(Line.max(200, { error: 'too-long' })),
  role: emptyToNull(Role),
  suspended: emptyToNull(z.stringbool()),
  approval: emptyToNull(z.enum(APPROVALS)),
})
export type ListUsers = z.infer<typeof ListUsers>

/** How many users a list counts at most: further ones are found by a search. */
export const MAX_USERS_COUNTED = 10_000

export const ListedUser = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: Role,
  /** Since when; null for a user who may sign in. */
  suspendedAt: z.iso.datetime().nullable(),
  /** Whether an operator let them in; an outside account service does not say it. */
  approval: z.enum(APPROVALS),
  /** The day of the deletion that is planned; null for none. */
  deletingAt: z.iso.datetime().nullable().default(null),
  createdAt: z.iso.datetime(),
})
export type ListedUser = z.infer<typeof ListedUser>
export const ListedUserPage = pageOf(ListedUser)

/** GET identity/users/{id}. */
export const UserDetails = ListedUser.extend({
  phone: z.string(),
  deletion: PlannedDeletion.nullable().default(null),
  /** Permission mask per resource; those of an administrator are not asked for. */
  permissions: z.record(z.string(), z.number().int().min(0).max(15)),
  /** How many sessions hold. */
  sessions: z.number().int(),
})
export type UserDetails = z.infer<typeof UserDetails>

/** PATCH identity/users/{id}. Only administrators change roles and masks; resources that are not named stay. */
export const PatchUser = z
  .object({
    role: Role,
    permissions: z.partialRecord(z.enum(RESOURCES), Mask),
    suspended: z.boolean(),
  })
  .partial()
export type PatchUser = z.infer<typeof PatchUser>

/** GET identity/users/{id}/sessions: those that hold, the newest first; never a token. */
export const UserSession = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** To a minute; null in the last week of a session, which is not extended any more. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** Browser and system, as "Chrome · Windows"; empty for a program that names none. */
  label: z.string(),
  /** ISO 3166-1 alpha-2 of where it was opened; empty where that is unknown. */
  country: z.string(),
  method: z.enum(SIGN_IN_METHODS),
  /** Name of the provider that vouched in the place of the password; empty for none. */
  provider: z.string(),
})
export type UserSession = z.infer<typeof UserSession>

export const USER_ACTIONS = [
  'role',
  'permission',
  'suspend',
  'resume',
  'end-session',
  'end-sessions',
  'recovery-link',
  'approve',
  'refuse',
  'invitation',
  'delete',
  'keep',
  // On payments and codes of theirs.
  ...OPERATOR_ACTIONS,
  ...CODE_REPORT_ACTIONS,
  'takedown-all',
  // On the installation, in their own history.
  'site-setting',
] as const

/** GET identity/users/actions: who did what to whom, the newest first; `user` narrows it to one. */
export const ListUserActions = Paging.extend({ user: emptyToNull(z.uuid({ error: 'invalid-value' })) })
export type ListUserActions = z.infer<typeof ListUserActions>
export const UserAction = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** Address of the operator. */
  by: z.string(),
  /** To whom. */
  userId: z.string(),
  /** Empty for a user who is deleted. */
  username: z.string(),
  action: z.enum(USER_ACTIONS),
  /** The resource of a permission, or the one whose rights an act on a payment or a code needs. */
  resource: z.string(),
  /** Role or mask before and after. `to` is the number of ended sessions or codes, or the payment or the code. */
  from: z.string(),
  to: z.string(),
  /** In the operator’s words; of a takedown one of `REPORT_REASONS`. */
  reason: z.string(),
  /** The operator decided on something of their own, because nobody else could. */
  isOwnCase: z.boolean(),
})
export type UserAction = z.infer<typeof UserAction>
export const UserActionPage = pageOf(UserAction)
