import {
  CreatedInvitation,
  Invitation,
  PersonOverview,
  RecoveryLink,
  resultOf,
  UserDetails,
  UserSession,
} from '@scanleaf/shared'
import * as z from 'zod'

export { ListedUserPage as UsersAnswer, UserActionPage as ActionsAnswer } from '@scanleaf/shared'
export const UserResponse = resultOf(UserDetails)
export const OverviewResponse = resultOf(PersonOverview)
export const SessionsResponse = resultOf(z.array(UserSession))
export const EndedResponse = resultOf(z.object({ ended: z.number() }))
export const RecoveryLinkResponse = resultOf(RecoveryLink)
export const InvitationsResponse = resultOf(z.array(Invitation))
export const CreatedInvitationResponse = resultOf(CreatedInvitation)
export const WithdrawnResponse = resultOf(z.object({ withdrawn: z.boolean() }))
