import {
  type Approval,
  CODE_REPORT_ACTIONS,
  type ListedUser,
  OPERATOR_ACTIONS,
  type PlannedDeletion,
  type Profile,
  type UserAction,
  type UserDetails,
} from '@scanleaf/shared'
import type { UserRow } from './repository'
import type { userActions } from './table'

interface Standing {
  /** Without it nobody can verify an address, so nobody has to. */
  sendsMail: boolean
  /** Whether they currently have the rights of an administrator. */
  isAdmin: boolean
  sharesWorkspaces: boolean
}

export function presentProfile(
  user: UserRow,
  permissions: Record<string, number>,
  { sendsMail, isAdmin, sharesWorkspaces }: Standing,
): Profile {
  const { id, username, firstName, lastName, email, phone, photo, role } = user
  const emailVerified = user.emailVerifiedAt !== null
  const mustVerifyEmail = sendsMail && user.mustVerify && !emailVerified
  const pendingEmail = user.pendingEmail ?? ''
  const needsSecondFactor = role === 'admin' && !isAdmin
  return {
    ...{ id, username, firstName, lastName, email, emailVerified, mustVerifyEmail, pendingEmail },
    ...{ phone, photo, role, permissions, needsSecondFactor, deletion: presentDeletion(user) },
    ...(sharesWorkspaces && { sharesWorkspaces }),
  }
}

export const presentDeletion = ({
  deletingAt,
  ending,
  keepPdfPages,
}: Pick<UserRow, 'deletingAt' | 'ending' | 'keepPdfPages'>): PlannedDeletion | null =>
  deletingAt && { at: deletingAt.toISOString(), ending, keepPdfPages }

export const approvalOf = ({ approvedAt, refusedAt }: UserRow): Approval =>
  approvedAt !== null ? 'approved' : refusedAt === null ? 'waiting' : 'refused'

export function presentListedUser(user: UserRow): ListedUser {
  const { id, username, firstName, lastName, email, role, suspendedAt, deletingAt, createdAt } = user
  return {
    id,
    username,
    firstName,
    lastName,
    email,
    role,
    suspendedAt: suspendedAt?.toISOString() ?? null,
    approval: approvalOf(user),
    deletingAt: deletingAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

export const presentUserDetails = (
  user: UserRow,
  permissions: Record<string, number>,
  sessions: number,
): UserDetails => ({
  ...presentListedUser(user),
  phone: user.phone,
  deletion: presentDeletion(user),
  permissions,
  sessions,
})

/** On what belongs to somebody: only there can a person be their own operator. */
const DECIDED: readonly UserAction['action'][] = [...OPERATOR_ACTIONS, ...CODE_REPORT_ACTIONS, 'takedown-all']

export const presentUserAction = ({
  action,
  username,
}: {
  action: typeof userActions.$inferSelect
  /** Null for a user who is deleted. */
  username: string | null
}): UserAction => ({
  id: action.id,
  at: action.at.toISOString(),
  by: action.by,
  userId: action.userId,
  username: username ?? '',
  action: action.action,
  resource: action.resource,
  from: action.from,
  to: action.to,
  reason: action.reason,
  isOwnCase:
    action.byId === action.userId && (DECIDED.includes(action.action) || action.resource === 'code-reports'),
})
