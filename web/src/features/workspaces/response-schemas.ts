import {
  CreatedWorkspaceInvitation,
  NameWorkspace,
  OwnershipOffer,
  resultOf,
  Workspace,
  WorkspaceHistory,
  WorkspaceInvitation,
  WorkspaceMember,
} from '@scanleaf/shared'
import * as z from 'zod'

export const WorkspacesResponse = resultOf(z.array(Workspace))
export const WorkspaceResponse = resultOf(Workspace)
export const NameResponse = resultOf(NameWorkspace)
export const MembersResponse = resultOf(z.array(WorkspaceMember))
export const MemberResponse = resultOf(WorkspaceMember)
export const OfferResponse = resultOf(OwnershipOffer.nullable())
export const HistoryResponse = WorkspaceHistory
export const DoneResponse = resultOf(z.object({ done: z.literal(true) }))
export const RemovedResponse = resultOf(z.object({ removed: z.literal(true) }))
export const InvitationsResponse = resultOf(z.array(WorkspaceInvitation))
export const InvitationResponse = resultOf(CreatedWorkspaceInvitation)
export const WithdrawnResponse = resultOf(z.object({ withdrawn: z.literal(true) }))
