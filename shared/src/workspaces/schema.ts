import * as z from 'zod'
import { EmailAddress } from '../account/schema'
import { emptyToNull, RequiredLine, Text } from '../wire'
import { WORKSPACE_ROLES } from './capabilities'

/** Members of one workspace. */
export const MAX_MEMBERS = 100
/** Workspaces of one person. */
export const MAX_WORKSPACES = 100
/** Of them, those that a person may own. */
export const MAX_OWN_WORKSPACES = 20
/** Open invitations of one workspace. */
export const MAX_OPEN_INVITATIONS = 200

const Role = z.enum(WORKSPACE_ROLES, { error: 'invalid-choice' })
/** What can be given: there is one owner, who is made otherwise. */
const GivenRole = Role.exclude(['owner'], { error: 'invalid-choice' })

/** It is shown in mails to strangers, so it holds nothing that a mail program turns into a link. */
const WorkspaceName = RequiredLine.max(60, { error: 'too-long' }).refine(
  (name) => !/:\/\/|www\.|@/i.test(name),
  { error: 'invalid-text' },
)

/** A workspace, as one of its members sees it. */
export const Workspace = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
  isHome: z.boolean(),
  /** How many people there are. */
  members: z.number().int(),
  /** The day on which it is deleted; null where that is not planned. */
  deletingAt: z.iso.datetime().nullable(),
})
export type Workspace = z.infer<typeof Workspace>

/** GET workspaces/find: one of the own workspaces. */
export const FindWorkspace = z
  .object({ code: z.uuid().optional(), proposal: z.uuid().optional() })
  .refine(({ code, proposal }) => (code === undefined) !== (proposal === undefined), {
    error: 'required',
    path: ['code'],
  })

/** POST workspaces, and PATCH workspaces/{id}. */
export const NameWorkspace = z.object({ name: WorkspaceName })

export const WorkspaceMember = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  /** Null in a home that was never shared. */
  joinedAt: z.iso.datetime().nullable(),
  /** When they opened the web app last, to the hour; null for never. */
  seenAt: z.iso.datetime().nullable(),
  isYou: z.boolean(),
  /** Names of the API keys that they made, which go on without them; none for who may not see keys. */
  apiKeys: z.array(z.string()),
})
export type WorkspaceMember = z.infer<typeof WorkspaceMember>

/** DELETE workspaces/{id}/members/{userId}: with the API keys that they made, or not. */
export const RemoveMember = z.object({ revokeKeys: z.stringbool().default(false) })

/** PATCH workspaces/{id}/members/{userId}. */
export const ChangeMember = z.object({ role: GivenRole })

/** POST workspaces/{id}/ownership: to a member, who has seven days to accept. */
export const OfferOwnership = z.object({ userId: z.string().max(64) })

/** POST workspaces/{id}/ownership/accept: with the debt that was shown, so that nobody takes over another. */
export const AcceptOwnership = z.object({ owed: z.int().nonnegative() })

/** GET workspaces/{id}/ownership: an offer, for who made it and who may accept it. */
export const OwnershipOffer = z.object({
  to: z.object({ userId: z.string(), name: z.string() }),
  isForYou: z.boolean(),
  expiresAt: z.iso.datetime(),
  /** What comes along. */
  codes: z.number().int(),
  members: z.number().int(),
  /** Null where no plans are sold. Amounts in VND. */
  billing: z.object({ plan: z.string(), balance: z.number().int(), owed: z.number().int() }).nullable(),
})
export type OwnershipOffer = z.infer<typeof OwnershipOffer>

/** POST workspaces/{id}/invitations: to an address by mail, or as a link that serves once. */
export const InviteMember = z.object({ email: emptyToNull(EmailAddress), role: GivenRole })

/** An invitation that nobody has accepted yet. */
export const WorkspaceInvitation = z.object({
  id: z.string(),
  /** Empty for a link. */
  email: z.string(),
  role: Role,
  /** Address of who sent it. */
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type WorkspaceInvitation = z.infer<typeof WorkspaceInvitation>

/** `url` is shown this once; null for an invitation that goes by mail. */
export const CreatedWorkspaceInvitation = WorkspaceInvitation.extend({ url: z.string().nullable() })
export type CreatedWorkspaceInvitation = z.infer<typeof CreatedWorkspaceInvitation>

/** POST workspaces/invitations/check and /accept. The token is in the body, where no log of addresses has it. */
export const InvitationToken = z.object({ token: Text.max(128) })

/** The state of an invitation: open, or why it cannot be accepted. */
export const INVITATION_STATES = ['open', 'expired', 'withdrawn', 'used', 'leaving'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

/** POST workspaces/invitations/check: what somebody with the link may know before they sign in. */
export const ShownInvitation = z.object({
  workspace: z.string(),
  invitedBy: z.string(),
  role: Role,
  /** Masked; empty for a link. */
  email: z.string(),
  expiresAt: z.iso.datetime(),
  state: z.enum(INVITATION_STATES),
})
export type ShownInvitation = z.infer<typeof ShownInvitation>

/** POST workspaces/invitations/accept. */
export const AcceptedInvitation = z.object({ workspaceId: z.string(), role: Role })
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>

/**
 * An address of which only its owner recognises more than the domain.
 * @example maskAddress('minh@quanlan.vn') // 'm•••@quanlan.vn'
 */
export const maskAddress = (address: string): string => address.replace(/^(.)[^@]*/u, '$1•••')
