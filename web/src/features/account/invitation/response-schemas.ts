import { AcceptedInvitation, resultOf, ShownInvitation } from '@scanleaf/shared'

export const ShownInvitationResponse = resultOf(ShownInvitation)
export const AcceptedInvitationResponse = resultOf(AcceptedInvitation)
