import { randomUUID } from 'node:crypto'
import {
  type AcceptedInvitation,
  type CreatedWorkspaceInvitation,
  type InvitationState,
  type InviteMember,
  identityKey,
  MAX_MEMBERS,
  MAX_OPEN_INVITATIONS,
  MAX_WORKSPACES,
  maskAddress,
  rolesUnder,
  type ShownInvitation,
  type WorkspaceInvitation,
} from '@scanleaf/shared'
import type * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Database, Db } from '../../../platform/db/database'
import { recordAct } from '../../../platform/history'
import type { ActingMember } from '../../../platform/http/acting'
import { queueMail } from '../../../platform/mail'
import { isLeaving, proveAddress } from '../../account'
import { mailMembersChanged } from '../members/mails'
import {
  addMember,
  countMembers,
  countWorkspaces,
  ensureHome,
  findMember,
  findMemberByAddress,
  findOwner,
  findRole,
  lockWorkspace,
  type Person,
} from '../repository'
import { linkOf } from './link'
import {
  closeInvitation,
  countOpen,
  deleteOldInvitations,
  type FoundInvitation,
  findByToken,
  type InvitationRow,
  lockByToken,
  saveInvitation,
} from './repository'

export interface Inviting {
  database: Database
  appUrl: string
  sendsMail: boolean
  caller: ActingMember
  person: Person
  /** Of the mail: that of the guest is not known. */
  language: string
}

const presentInvitation = (row: InvitationRow): WorkspaceInvitation => ({
  ...{ id: row.id, email: row.email, role: row.role, invitedBy: row.invitedBy },
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})
export const presentInvitations = (rows: readonly InvitationRow[]): WorkspaceInvitation[] =>
  rows.map(presentInvitation)

/**
 * Invites somebody for seven days: an address by mail, or whoever has the link that is returned, this once. The same
 * address again is the same invitation, renewed: the link in its earlier mail ends.
 * @throws AppError Forbidden for a role that is not under that of the caller, MailNotConfigured, WorkspaceLeaving,
 * AlreadyMember, ValidationError when enough are open
 */
export async function invite(
  { database, appUrl, sendsMail, caller, person, language }: Inviting,
  { email, role }: z.output<typeof InviteMember>,
): Promise<{ isNew: boolean; invitation: CreatedWorkspaceInvitation }> {
  if (!rolesUnder(caller.role).includes(role)) throw new AppError('Forbidden')
  const address = email ?? ''
  if (address !== '' && !sendsMail) throw new AppError('MailNotConfigured')
  return database.transaction(async (tx) => {
    if (caller.ownerId === caller.personId) await ensureHome(tx, person)
    const workspace = await lockWorkspace(tx, caller.ownerId)
    if (!workspace) throw new AppError('WorkspaceNotFound')
    if (await isLeaving(tx, caller.ownerId)) throw new AppError('WorkspaceLeaving')
    if (address !== '' && (await findMemberByAddress(tx, caller.ownerId, address)))
      throw new AppError('AlreadyMember')
    await deleteOldInvitations(tx, caller.ownerId)
    const invitedBy = { invitedById: caller.personId, invitedBy: caller.by }
    const { row, isNew } = await saveInvitation(tx, {
      workspaceId: caller.ownerId,
      email: address,
      role,
      ...invitedBy,
    })
    if (isNew && (await countOpen(tx, caller.ownerId)) > MAX_OPEN_INVITATIONS)
      throw new AppError('ValidationError', { email: 'too-many' }, undefined, {
        details: { email: { max: MAX_OPEN_INVITATIONS } },
      })
    await recordAct(tx, caller, { action: 'invited', details: { role } })
    if (address !== '') await mailInvitation(tx, row, workspace.name, language)
    const url = address === '' ? await linkOf(tx, appUrl, row.id) : null
    return { isNew, invitation: { ...presentInvitation(row), url } }
  })
}

const mailInvitation = (
  tx: Db,
  { id, email, role, invitedBy }: InvitationRow,
  workspaceName: string,
  language: string,
): Promise<void> =>
  queueMail(tx, {
    kind: 'workspace-invitation',
    dedupeKey: `workspace-invitation:${randomUUID()}`,
    userId: null,
    address: email,
    language,
    values: { invitation: id, workspaceName, role, by: invitedBy },
  })

/** What who has the link may know of an invitation. @throws AppError LinkExpired for a link that never was, or was renewed */
export async function showInvitation(db: Db, token: string): Promise<ShownInvitation> {
  const found = await findByToken(db, token)
  if (!found) throw new AppError('LinkExpired')
  const { invitation, workspace } = found
  return {
    workspace,
    invitedBy: invitation.invitedBy,
    role: invitation.role,
    email: maskAddress(invitation.email),
    expiresAt: invitation.expiresAt.toISOString(),
    state: await stateOf(db, found),
  }
}

/**
 * Who invited must still be able to: the door is opened by their right, not by that of some day before. And nobody joins
 * a workspace that is about to be deleted; once it is kept, the invitation is open again.
 */
async function stateOf(db: Db, { invitation, isExpired }: FoundInvitation): Promise<InvitationState> {
  if (invitation.closedHow !== null) return invitation.closedHow
  if (isExpired) return 'expired'
  const owner = await findOwner(db, invitation.workspaceId)
  if (!owner) return 'withdrawn'
  const inviter = await findRole(db, invitation.workspaceId, invitation.invitedById)
  if (!inviter || !rolesUnder(inviter).includes(invitation.role)) return 'withdrawn'
  return (await isLeaving(db, invitation.workspaceId)) ? 'leaving' : 'open'
}

const ENDED = {
  expired: 'InvitationExpired',
  withdrawn: 'InvitationWithdrawn',
  used: 'InvitationUsed',
  leaving: 'WorkspaceLeaving',
} as const satisfies Record<Exclude<InvitationState, 'open'>, string>

/**
 * Lets a person in. An invitation to an address is for the account with that address alone, and proves the address,
 * since only its mail had the link. Those who are members already keep their role, and use nothing up.
 * @throws AppError LinkExpired, InvitationExpired, InvitationWithdrawn, InvitationUsed, WorkspaceLeaving, OtherAddress,
 * TooManyMembers, TooManyWorkspaces
 */
export function acceptInvitation(
  database: Database,
  person: Person,
  token: string,
): Promise<AcceptedInvitation & { invitedById: string; isNew: boolean }> {
  return database.transaction(async (tx) => {
    const known = await findByToken(tx, token)
    if (!known) throw new AppError('LinkExpired')
    const { workspaceId, invitedById } = known.invitation
    const workspace = await lockWorkspace(tx, workspaceId)
    const found = await lockByToken(tx, token)
    if (!workspace || !found) throw new AppError('LinkExpired')
    const { email, role, id } = found.invitation
    const isForOther = email !== '' && identityKey(email) !== identityKey(person.email)
    const member = isForOther ? null : await findMember(tx, workspaceId, person.id)
    if (member) return { workspaceId, role: member.role, invitedById, isNew: false }
    const state = await stateOf(tx, found)
    if (state !== 'open') throw new AppError(ENDED[state])
    if (isForOther)
      throw new AppError('OtherAddress', undefined, undefined, {
        values: { invited: maskAddress(email), signedIn: person.email },
      })
    if ((await countMembers(tx, workspaceId)) >= MAX_MEMBERS) throw new AppError('TooManyMembers')
    if ((await countWorkspaces(tx, person.id)) >= MAX_WORKSPACES) throw new AppError('TooManyWorkspaces')
    await addMember(tx, workspaceId, person, role)
    await closeInvitation(tx, workspaceId, id, 'used')
    const joining = { ownerId: workspaceId, personId: person.id, by: person.email }
    await recordAct(tx, joining, { action: 'joined', details: { role } })
    if (email !== '') await proveAddress(tx, person)
    await mailMembersChanged(tx, { workspace, change: 'joined', person, role, doneBy: person.id })
    return { workspaceId, role, invitedById, isNew: true }
  })
}
